import { type ActionDetails, isInside } from './action-details.js';
import { beyondView } from './beyond-view.js';
import { BECAUSE } from './policy-messages.js';
import type { Mode, PolicyContext, Verdict } from './types.js';
import { allow, ask, deny } from './verdicts.js';

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
	if (!isInView(action) || (mode === 'plan' ? !isCommandOf(action, heldBy) : heldBy !== 'shadow')) return byMode;
	const what = beyondView(action, isNetworkHeld);
	if (what !== null)
		return mode === 'plan'
			? deny(`plan mode allows nothing that reaches beyond the ${heldBy}: ${what}`)
			: ask(`this reaches beyond the shadow: ${what}`);
	return allow(heldBy === 'shadow' ? BECAUSE.heldInShadow : 'the workspace is read-only for the agent');
}

/** In plan mode nothing else is let through; a terminal of ours is held by its own sandbox, not by the agent's fence. */
function isCommandOf({ kind, isChange, request }: ActionDetails, heldBy: 'shadow' | 'fence'): boolean {
	return kind === 'execute' && !isChange && (heldBy === 'shadow' || request.source !== 'terminal');
}

/** Every path is in the workspace: folders beside it are no part of the view. */
function isInView({ request }: ActionDetails): boolean {
	const { paths, command } = request;
	const folders = command?.cwd === undefined ? [] : [command.cwd];
	return [...paths, ...folders, ...(command?.outputs ?? [])].every((path) => isInside(path) && path.relative !== null);
}
