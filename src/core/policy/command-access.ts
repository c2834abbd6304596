import { type CommandAccess, joinOpenings, meetOpenings } from '../sandbox/command-access.js';
import { detailsOf } from './action-details.js';
import { coverOfAction } from './decide.js';
import type { ActionRequest, PolicyContext } from './policy-types.js';

/**
 * Access of an allowed command in its sandbox: nothing but reading where it is known to only read; else changes
 * to the workspace, and what every rule that allows it opens beyond. Null: a rule lets it run without a sandbox.
 */
export function accessOf(request: ActionRequest, { mode, rules }: PolicyContext): CommandAccess | null {
	const action = detailsOf(request);
	const cover = coverOfAction(action, { mode, rules });
	const groups = cover === null || 'missing' in cover ? [] : cover.groups;
	const isOpened = groups.flat().some(({ opens }) => opens !== undefined);
	if (!isOpened && action.isReadOnlyCommand) return { files: 'read' };
	const openings = groups.map((group) => joinOpenings(group.flatMap(({ opens }) => opens ?? [])));
	// All commands of a line run in one sandbox: it is open where the rules of each of them open it.
	const opening = openings.length === 0 ? joinOpenings([]) : openings.reduce(meetOpenings);
	return opening === 'no-sandbox' ? null : { files: 'write', ...opening };
}
