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
	heldBy: PolicyContext['heldBy'],
): Verdict {
	if (heldBy === undefined || byMode.decision === 'allow' || mode === 'bypassPermissions') return byMode;
	if (mode === 'plan') return isCommand(action) ? heldCommand(byMode, action, heldBy) : byMode;
	if (heldBy !== 'shadow' || !isInView(action)) return byMode;
	const what = beyondView(action);
	return what === null ? allow(BECAUSE.heldInShadow) : ask(BECAUSE.beyondShadow(what));
}

function isCommand({ kind, isChange }: ActionDetails): boolean {
	return kind === 'execute' && !isChange;
}

/** A terminal of ours is held by its own sandbox, not by the agent's fence. */
function heldCommand(byMode: Verdict, action: ActionDetails, heldBy: 'shadow' | 'fence'): Verdict {
	const isOurs = heldBy === 'fence' && action.request.source === 'terminal';
	if (isOurs || !isInView(action) || beyondView(action) !== null) return byMode;
	return allow(heldBy === 'shadow' ? BECAUSE.heldInShadow : BECAUSE.heldInFence);
}

/** Every path is in the workspace: folders beside it are no part of the view. */
function isInView({ request }: ActionDetails): boolean {
	const { paths, command } = request;
	const folders = command?.cwd === undefined ? [] : [command.cwd];
	return [...paths, ...folders, ...(command?.outputs ?? [])].every((path) => isInside(path) && path.relative !== null);
}
