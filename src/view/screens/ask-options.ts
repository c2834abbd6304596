import type { PlanChoice } from '../../core/event.js';
import { chooseOption, orderOptions } from '../../core/policy/choose-option.js';
import { planAnswers } from '../../core/policy/exit-plan.js';
import type { Mode, PermissionOption, PermissionOutcome, RuleScope } from '../../core/policy/types.js';
import { noQuirks } from '../../core/session/quirks.js';
import type { Ask, SessionState } from '../../core/session/state.js';
import { sanitizeLine } from '../../core/text/sanitize.js';

/** A row that answers the question: its number is its place, from 1. */
export type AnswerRow = {
	readonly label: string;
	/** Letters and keys that stand for it besides its number. */
	readonly keys: string;
	readonly answer: Answer | null;
	/** Why it cannot be chosen, when `answer` is null. */
	readonly because: string;
	/** A plain option that nobody but the agent knows. */
	readonly isExtra: boolean;
	/** What stands muted behind the words. */
	readonly aside?: string;
	/** The same, where there is no room for it. */
	readonly shortAside?: string;
};

/** What choosing a row does. */
export type Answer =
	| { readonly type: 'option'; readonly outcome: PermissionOutcome; readonly option: PermissionOption | null }
	| { readonly type: 'plan'; readonly choice: PlanChoice }
	/** Shows the rule that would be written, and asks how far it reaches. `offer` counts from 0. */
	| { readonly type: 'always'; readonly offer: number }
	| {
			readonly type: 'remember';
			readonly outcome: PermissionOutcome;
			readonly text: string;
			readonly scope: RuleScope;
	  };

/**
 * The rows of a permission prompt, in the order of the contract. `isCut` says that part of what
 * would be allowed was not shown: allow always is out of reach then. Last comes «always» of ours,
 * where a rule can be stated; in plan mode nothing is allowed for later.
 */
export function permissionRows(ask: Ask, isCut: boolean, mode: Mode): readonly AnswerRow[] {
	const seen = new Set<string>();
	const theirs = orderOptions(ask.options).map((option): AnswerRow => {
		const isFirst = !seen.has(option.kind);
		seen.add(option.kind);
		const isHeld = option.kind === 'allow_always' && isCut;
		return {
			label: sanitizeLine(option.name),
			keys: isFirst ? LETTERS[option.kind] : '',
			answer: isHeld ? null : { type: 'option', outcome: { type: 'selected', optionId: option.id }, option },
			because: isHeld ? SHOW_FIRST : '',
			isExtra: option.kind === 'unknown',
			...asideOf(option, ask),
		};
	});
	const [offer] = ask.offers ?? [];
	if (offer === undefined || mode === 'plan' || chooseOption(ask.options, 'allow') === null) return theirs;
	const ours: AnswerRow = {
		label: 'Always allow…',
		keys: seen.has('allow_always') ? '' : LETTERS.allow_always,
		answer: isCut ? null : { type: 'always', offer: 0 },
		because: isCut ? SHOW_FIRST : '',
		isExtra: false,
		aside: ` (acp-tui remembers: ${sanitizeLine(offer.text)})`,
		shortAside: ` ${sanitizeLine(offer.text)}`,
	};
	return [...theirs, ours];
}

/** What an option does goes by its kind; a name that says the opposite is not left alone with it. */
function asideOf({ kind, name }: PermissionOption, ask: Ask): Pick<AnswerRow, 'aside' | 'shortAside'> {
	if (ask.from !== 'agent') return {};
	const word = sanitizeLine(name).trim();
	if (kind.startsWith('allow') && /^(?:no|reject|deny|refuse|cancel)\b/i.test(word))
		return { aside: ' (this allows it)' };
	if (kind.startsWith('reject') && /^(?:yes|ok|allow|approve|accept)\b/i.test(word))
		return { aside: ' (this refuses it)' };
	return kind === 'allow_always' ? { aside: ' (the agent remembers)', shortAside: '' } : {};
}

const SHOW_FIRST = 'o shows the rest first';

const LETTERS: Readonly<Record<PermissionOption['kind'], string>> = {
	allow_once: 'y',
	allow_always: 'a',
	reject_once: 'n, esc',
	reject_always: '',
	unknown: '',
};

/** The rows of a plan review: our three choices, then what the agent offers beyond. */
export function planRows(ask: Ask, session: SessionState): readonly AnswerRow[] {
	const answers = planAnswers(ask.options, session.agent?.quirks ?? noQuirks);
	const row = (choice: PlanChoice, label: string): AnswerRow => {
		const found = answers.choices.find((candidate) => candidate.choice === choice);
		const isReachable = ask.from === 'client' || (found !== undefined && found.outcome !== null);
		return {
			label,
			keys: choice === 'keep-planning' ? 'esc' : '',
			answer: isReachable ? { type: 'plan', choice } : null,
			because: isReachable ? '' : (found?.because ?? 'choose one of the agent’s own options below'),
			isExtra: false,
		};
	};
	const extras = ask.from === 'client' ? [] : answers.others;
	return [
		row('review-edits', 'Approve, review each edit'),
		row('accept-edits', 'Approve, accept edits'),
		row('keep-planning', 'Keep planning, with feedback'),
		...extras.map((option) => ({
			label: sanitizeLine(option.name),
			keys: '',
			answer: { type: 'option' as const, outcome: { type: 'selected' as const, optionId: option.id }, option },
			because: '',
			isExtra: true,
		})),
	];
}
