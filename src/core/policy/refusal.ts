import { isInside } from './action-details.js';
import { refusesAll } from './own-mode.js';
import type { ActionRequest, PolicyContext, Verdict } from './policy-types.js';

const SUBJECTS = {
	'fs-read': 'Reading this file',
	'fs-write': 'Writing this file',
	terminal: 'Running this command',
	permission: 'This',
} as const;
const OUTSIDE = 'Only files inside the workspace can be read and written.';
const PLAN_MODE =
	'The user has plan mode on: you may read and search files and run commands that only read (ls, cat, rg, git status, git diff). Another command is refused, or runs on a copy of the workspace whose changes are dropped; nothing may change. Do not try to change it another way. When your plan is ready, present it and ask to leave plan mode; changes are possible once the user has approved it.';
const WORDS_ALONE =
	'The user wants words alone: no tool may be used now, for reading neither. Answer from what you know, and make no plan unless you are asked for one.';
const OTHER = 'Do not try the same again; continue without it, or ask the user what to do instead.';

/**
 * Text that the agent reads when a file or terminal request is refused: why, what it may do now, and in
 * plan mode how that ends. Without this, agents try the same thing again and again.
 */
export function refusalForAgent(
	{ because }: Verdict,
	{ source, paths }: ActionRequest,
	{ mode, rules }: Pick<PolicyContext, 'mode' | 'rules'>,
): string {
	const isOutside = paths.some((path) => !isInside(path) && !path.isPlanFile);
	const byMode = mode === 'plan' ? PLAN_MODE : OTHER;
	const advice = refusesAll(rules) ? WORDS_ALONE : isOutside ? OUTSIDE : byMode;
	return `${SUBJECTS[source]} was refused: ${because}. ${advice}`;
}
