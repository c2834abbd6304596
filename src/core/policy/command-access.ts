import { type CommandAccess, joinOpenings } from '../sandbox/command-access.js';
import { detailsOf } from './action-details.js';
import { allowingRules } from './decide.js';
import type { ActionRequest, PolicyContext } from './types.js';

/**
 * What a command may do in its sandbox once it is let through: nothing but reading where it is known to only read; else
 * change the workspace, and what every rule that allows it opens beyond. Null: a rule lets it run without a sandbox.
 */
export function accessOf(request: ActionRequest, { mode, rules }: PolicyContext): CommandAccess | null {
	const action = detailsOf(request);
	const openings = allowingRules(rules, action, mode).flatMap(({ opens }) => (opens === undefined ? [] : [opens]));
	if (openings.length === 0 && action.isReadOnlyCommand) return { files: 'read' };
	const opening = joinOpenings(openings);
	return opening === 'no-sandbox' ? null : { files: 'write', ...opening };
}
