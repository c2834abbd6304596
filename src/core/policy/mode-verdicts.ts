import { clip, sanitizeLine } from '../text/sanitize.js';
import { type ActionDetails, isInside } from './action-details.js';
import { autoRunPart, autoRunPartOf } from './auto-run-files.js';
import { beyondView } from './beyond-view.js';
import { BECAUSE } from './policy-messages.js';
import type { Mode, PathFact, PolicyContext, Verdict } from './policy-types.js';

/**
 * Plan mode is enforced here: what changes something is denied, but for an edit of the agent's plan file, and of
 * commands only those that are known to read are allowed. Null: as in the default mode.
 */
export function decideInPlan(action: ActionDetails): Verdict | null {
	const { request, kind } = action;
	if (action.isChange) {
		const isPlan =
			isPlainEdit(action) &&
			request.paths.length > 0 &&
			request.paths.every((path) => path.isPlanFile && isHarmlessFile(path));
		return isPlan
			? (understandingDoubt(action) ?? allow('plan mode allows writing plan files'))
			: deny(BECAUSE.planNoChanges);
	}
	// Which repository git may read is the user's to say in this mode as well.
	if (action.repository !== null) return null;
	if (kind === 'execute' && !action.isReadOnlyCommand)
		return deny(
			action.doubt === null
				? 'this is not known to only read, and plan mode is on'
				: `${action.doubt}, and in plan mode commands may only read`,
		);
	return null;
}

/** An edit by its own word and by what it is: no command, and no tool of a foreign server. */
export function isPlainEdit({ request, kind }: ActionDetails): boolean {
	return kind === 'edit' && (request.source === 'fs-write' || request.kind === 'edit') && request.mcp === undefined;
}

/** No program starts because of what is in it. Of a plan file only its name counts: its folder is known. */
export function isHarmlessFile(path: PathFact): boolean {
	if (!path.isPlanFile) return autoRunPartOf(path) === null;
	const real = path.real ?? '';
	return path.autoRunFolder === undefined && autoRunPart(real.slice(real.lastIndexOf('/') + 1)) === null;
}

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

/** In plan mode nothing else is allowed; a terminal of ours is held by its own sandbox, not by the agent's fence. */
function isCommandOf({ kind, isChange, request }: ActionDetails, heldBy: 'shadow' | 'fence'): boolean {
	return kind === 'execute' && !isChange && (heldBy === 'shadow' || request.source !== 'terminal');
}

/** Every path is in the workspace: folders beside it are no part of the view. */
function isInView({ request }: ActionDetails): boolean {
	const { paths, command } = request;
	const folders = command?.cwd === undefined ? [] : [command.cwd];
	return [...paths, ...folders, ...(command?.outputs ?? [])].every((path) => isInside(path) && path.relative !== null);
}

export function allow(because: string): Verdict {
	return { decision: 'allow', because };
}

export function ask(because: string): Verdict {
	return { decision: 'ask', because };
}

export function deny(because: string): Verdict {
	return { decision: 'deny', because };
}

/** Asks about fields that are not understood: a harmless rest does not allow them. */
export function understandingDoubt({ notUnderstood }: ActionDetails): Verdict | null {
	if (notUnderstood.length === 0) return null;
	const shown = notUnderstood.slice(0, MOST_SHOWN).map((name) => clip(sanitizeLine(name), MOST_CELLS));
	const more = notUnderstood.length - shown.length;
	return ask(`not all of this request is understood: ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`);
}

/** Most fields that a reason names, and cells of each. */
const MOST_SHOWN = 3;
const MOST_CELLS = 40;
