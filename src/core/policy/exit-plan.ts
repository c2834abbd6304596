import type { AgentQuirks } from '../agent-info.js';
import type { PlanChoice } from '../event.js';
import { withOwnId } from './choose-option.js';
import { PLAN_ANSWERS } from './messages.js';
import type { PermissionOption, PermissionOutcome } from './types.js';

/** What one of the three choices answers. `outcome` null: nobody knows, `because` says why. */
type PlanAnswer = {
	readonly choice: PlanChoice;
	readonly outcome: PermissionOutcome | null;
	/** The agent's own name of the option that is answered. */
	readonly optionName?: string;
	readonly because?: string;
};

/** The three choices, and the agent's options that none of them stands for. */
export type PlanAnswers = {
	readonly choices: readonly PlanAnswer[];
	readonly others: readonly PermissionOption[];
};

/**
 * Maps the three choices of a plan review to what the agent offers. An `allow_always` is used only
 * when the quirks know its id; otherwise «accept edits» is the single approval, and our own mode
 * does the rest. Several approvals that nobody knows are left to the user.
 */
export function planAnswers(options: readonly PermissionOption[], quirks: AgentQuirks): PlanAnswers {
	const sure = withOwnId(options);
	const review = findReview(options, sure, quirks);
	const accept = byId(sure, quirks.acceptEditsOptionIds, ['allow_always', 'allow_once']);
	const reject = sure.find((option) => option.kind === 'reject_once');
	const choices: readonly PlanAnswer[] = [
		typeof review === 'string' ? unknown('review-edits', review) : selected('review-edits', review),
		acceptAnswer(accept, review),
		reject === undefined
			? { choice: 'keep-planning', outcome: { type: 'cancelled' }, because: PLAN_ANSWERS.noRejection }
			: selected('keep-planning', reject),
	];
	const used = new Set([accept, typeof review === 'string' ? undefined : review, reject]);
	return { choices, others: options.filter((option) => !used.has(option)) };
}

function findReview(
	options: readonly PermissionOption[],
	sure: readonly PermissionOption[],
	quirks: AgentQuirks,
): PermissionOption | string {
	const known = byId(sure, quirks.reviewEditsOptionIds, ['allow_once']);
	if (known !== undefined) return known;
	const approvals = options.filter(
		(option) => option.kind === 'allow_once' && !quirks.acceptEditsOptionIds.includes(option.id),
	);
	const [only, ...more] = approvals;
	if (only === undefined) return PLAN_ANSWERS.noSuchApproval;
	if (more.length > 0 || !sure.includes(only)) return PLAN_ANSWERS.severalApprovals;
	return only;
}

function acceptAnswer(accept: PermissionOption | undefined, review: PermissionOption | string): PlanAnswer {
	if (accept !== undefined) return selected('accept-edits', accept);
	if (typeof review === 'string') return unknown('accept-edits', review);
	return { ...selected('accept-edits', review), because: PLAN_ANSWERS.acceptEditsHere };
}

/** The first of the known ids that is offered with one of these kinds. */
function byId(
	options: readonly PermissionOption[],
	ids: readonly string[],
	kinds: readonly PermissionOption['kind'][],
): PermissionOption | undefined {
	for (const id of ids) {
		const found = options.find((option) => option.id === id && kinds.includes(option.kind));
		if (found !== undefined) return found;
	}
	return undefined;
}

function selected(choice: PlanChoice, option: PermissionOption): PlanAnswer {
	return { choice, outcome: { type: 'selected', optionId: option.id }, optionName: option.name };
}

function unknown(choice: PlanChoice, because: string): PlanAnswer {
	return { choice, outcome: null, because };
}
