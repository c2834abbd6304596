import type { ActionDetails } from './action-details.js';
import { isHarmlessFile, isPlainEdit } from './plain-edit.js';
import { BECAUSE } from './policy-messages.js';
import type { Verdict } from './types.js';
import { allow, deny, understandingDoubt } from './verdicts.js';

/**
 * Plan mode is enforced here: what changes something is denied, but for an edit of the agent's plan file, and of
 * commands only those that are known to read are let through. Null: as in the default mode.
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

/** Of what plan mode denies, a `plan:` rule may open commands alone, and none that changes something. */
export function isOpenInPlan({ kind, isChange }: ActionDetails): boolean {
	return kind === 'execute' && !isChange;
}
