import { isLooseMeaning, type ModeMeaning, meaningOf } from '../../agents/mode-meaning.js';
import { withOwnId } from '../../policy/choose-option.js';
import type { PermissionOption, PermissionOutcome } from '../../policy/policy-types.js';
import type { PlanChoice } from '../../user-event.js';

/** Answer of one of the three choices. `outcome` null: nobody knows, `because` says why. */
type PlanAnswer = {
	readonly choice: PlanChoice;
	readonly outcome: PermissionOutcome | null;
	readonly because?: string;
};

/** The three choices, and the agent's options that none of them stands for. */
export type PlanAnswers = { readonly choices: readonly PlanAnswer[]; readonly others: readonly PermissionOption[] };

/** Maps the answers to a plan to the agent's options. `allow_always` is used only where it speaks of edits alone. */
export function planAnswers(options: readonly PermissionOption[]): PlanAnswers {
	const sure = withOwnId(options);
	const review = findReview(options, sure);
	const accept = sure.find((option) => isAllowing(option) && leadsTo(option) === 'edits');
	const reject = sure.find((option) => option.kind === 'reject_once');
	const choices: readonly PlanAnswer[] = [
		typeof review === 'string' ? unknown('review-edits', review) : selected('review-edits', review),
		acceptAnswer(accept, review),
		reject === undefined
			? { choice: 'keep-planning', outcome: { type: 'cancelled' }, because: 'the agent offers no way to say no' }
			: selected('keep-planning', reject),
	];
	const used = new Set([accept, typeof review === 'string' ? undefined : review, reject]);
	return { choices, others: options.filter((option) => !used.has(option)) };
}

function isAllowing({ kind }: PermissionOption): boolean {
	return kind === 'allow_once' || kind === 'allow_always';
}

/** Handling of edits by the agent after such an answer: options are called after modes, or describe them. */
function leadsTo({ id, name }: PermissionOption): ModeMeaning {
	return meaningOf({ id, name: '', description: name });
}

function findReview(
	options: readonly PermissionOption[],
	sure: readonly PermissionOption[],
): PermissionOption | string {
	const once = options.filter((option) => option.kind === 'allow_once' && !isLooseMeaning(leadsTo(option)));
	const asking = once.filter((option) => leadsTo(option) === 'asks');
	const [only, ...more] = asking.length > 0 ? asking : once;
	if (only === undefined) return 'the agent offers no approval of this kind';
	if (more.length > 0 || !sure.includes(only)) return 'the agent offers several approvals: choose by name';
	return only;
}

function acceptAnswer(accept: PermissionOption | undefined, review: PermissionOption | string): PlanAnswer {
	if (accept !== undefined) return selected('accept-edits', accept);
	if (typeof review === 'string') return unknown('accept-edits', review);
	return {
		...selected('accept-edits', review),
		because: 'the agent asks about each edit, and accept edits answers here',
	};
}

function selected(choice: PlanChoice, option: PermissionOption): PlanAnswer {
	return { choice, outcome: { type: 'selected', optionId: option.id } };
}

function unknown(choice: PlanChoice, because: string): PlanAnswer {
	return { choice, outcome: null, because };
}
