import { type ActionDetails, isInside } from './action-details.js';
import { beyondView } from './beyond-view.js';
import { BECAUSE } from './messages.js';
import type { Mode, PolicyContext, Verdict } from './types.js';
import { allow, ask } from './verdicts.js';

/**
 * The mode's verdict on what a sandbox keeps from the workspace: what stays within a shadow needs no question, understood
 * or not, as its changes are reviewed, and in plan mode dropped; behind a fence plan mode need not know what a command does.
 */
export function heldVerdict(
	byMode: Verdict,
	action: ActionDetails,
	mode: Mode,
	{ heldBy, isNetworkHeld = false }: Pick<PolicyContext, 'heldBy' | 'isNetworkHeld'>,
): Verdict {
	if (heldBy === undefined || byMode.decision === 'allow' || mode === 'bypassPermissions') return byMode;
	if (mode === 'plan') return isHeldInPlan(action, heldBy, isNetworkHeld) ? allow(PLAN[heldBy]) : byMode;
	if (heldBy !== 'shadow' || !isInView(action)) return byMode;
	const what = beyondView(action, isNetworkHeld);
	return what === null ? allow(BECAUSE.heldInShadow) : ask(BECAUSE.beyondShadow(what));
}

const PLAN = { shadow: BECAUSE.heldInShadow, fence: BECAUSE.heldInFence } as const;

/** A command; a terminal of ours is held by its own sandbox, not by the agent's fence. */
function isHeldInPlan(action: ActionDetails, heldBy: keyof typeof PLAN, isNetworkHeld: boolean): boolean {
	const { kind, isChange, request } = action;
	if (kind !== 'execute' || isChange || (heldBy === 'fence' && request.source === 'terminal')) return false;
	return isInView(action) && beyondView(action, isNetworkHeld) === null;
}

/** Every path is in the workspace: folders beside it are no part of the view. */
function isInView({ request }: ActionDetails): boolean {
	const { paths, command } = request;
	const folders = command?.cwd === undefined ? [] : [command.cwd];
	return [...paths, ...folders, ...(command?.outputs ?? [])].every((path) => isInside(path) && path.relative !== null);
}
