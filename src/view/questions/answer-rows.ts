import { defined } from '../../core/defined.js';
import { orderOptions } from '../../core/policy/choose-option.js';
import type { AlwaysOffer, Mode, OptionKind, PermissionOption } from '../../core/policy/policy-types.js';
import {
	type ConfirmQuestion,
	type PermissionQuestion,
	type PlanQuestion,
	type Question,
	type QuestionFromAgent,
	type RefusalsQuestion,
	type UrlElicitationQuestion,
	yesOf,
} from '../../core/session/question.js';
import { askingAbout } from '../../core/session/questions/asking.js';
import { planAnswers } from '../../core/session/questions/exit-plan.js';
import type { SessionState } from '../../core/session/state.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import type { PlanChoice } from '../../core/user-event.js';
import type { ScreenContext } from '../state/context.js';
import type { AnswerRow } from '../state/screen-layout.js';
import { changesOf } from './question-detail.js';
import * as messages from './questions-messages.js';

/**
 * The rows of a permission prompt, in the order of the contract. `isCut` says that part of what would be allowed was
 * not shown: allow always is out of reach then, and `why` says so. `isUnread`: part of a command was not. Our «always» takes the place of the agent's,
 * since only ours can be shown and revoked; the agent's own come last then, without a letter. In plan mode nothing is
 * allowed for later.
 */
export function permissionRows(
	question: Question,
	isCut: boolean,
	mode: Mode,
	why = messages.SHOW_FIRST,
	isUnread = false,
): readonly AnswerRow[] {
	if (question.kind === 'agent-question') return questionRows(question);
	if (question.kind === 'elicitation-url') return addressRows(question);
	if (question.kind === 'elicitation-form') return [];
	if (question.kind === 'refusals') return refusalsRows(question);
	const because = isCut ? why : '';
	const { toRead, toReadShort } = messages.READING[readKind(question)];
	const ours = alwaysRow(question, mode, because, isUnread ? [toRead, toReadShort] : null);
	const seen = new Set<OptionKind>();
	const rows = orderOptions(question.options).map((option): AnswerRow & { readonly kind: OptionKind } => {
		const isFirst = !seen.has(option.kind);
		seen.add(option.kind);
		const isUnavailable = option.kind === 'allow_always' && isCut;
		const mustRead = isUnread && !isUnavailable && !option.kind.startsWith('reject');
		return {
			...wordsOf(option, question),
			kind: option.kind,
			keys: isFirst && (option.kind !== 'allow_always' || ours === null) ? LETTERS[option.kind] : '',
			...(mustRead ? { isUnread: true as const, shortBecause: toReadShort } : {}),
			answer: isUnavailable || mustRead ? null : chosen(question, option),
			because: isUnavailable ? because : mustRead ? toRead : '',
		};
	});
	const once = rows.filter((row) => row.kind === 'allow_once');
	const lasting = rows.filter((row) => row.kind === 'allow_always');
	const others = rows.filter((row) => row.kind !== 'allow_once' && row.kind !== 'allow_always');
	if (ours !== null) return [...once, ours, ...others, ...lasting];
	// Where it cannot be allowed once, what the agent offers is the only way to allow it.
	return mode === 'plan' && once.length > 0 ? [...once, ...others] : [...once, ...lasting, ...others];
}

/** The answer with an option. */
function chosen({ id: questionId }: Question, { id, kind }: { readonly id: string; readonly kind?: OptionKind }) {
	const outcome = { type: 'selected', optionId: id } as const;
	const event = { type: 'answer', questionId, outcome } as const;
	return { type: 'event' as const, event, ...defined({ kind }) };
}

/** The part of the question that must be read before it is allowed. */
export function readKind(question: Question): keyof typeof messages.READING {
	if (question.kind === 'permission' && question.result !== undefined) return 'changes';
	return question.request.command === undefined && changesOf(question.request).length > 0 ? 'edit' : 'command';
}

/** The agent's answers in its order. No letter means yes here, so none answers. */
function questionRows(question: QuestionFromAgent): readonly AnswerRow[] {
	return question.options.map((option) => ({
		label: sanitizeLine(option.name),
		keys: option.kind === 'reject_once' ? 'esc' : '',
		answer: chosen(question, option),
		because: '',
	}));
}

/** Choices for an address; no letter opens it. */
function addressRows(question: UrlElicitationQuestion): readonly AnswerRow[] {
	return question.options.map(({ id, name }) => ({
		label: name,
		keys: id === 'cancel' ? 'esc' : '',
		answer: { ...chosen(question, { id }), ...(id === 'open' ? { opens: question.address.url } : {}) },
		because: '',
	}));
}

/** Adds a remark to rows that open an address, where no browser can be opened here. */
export function withBrowser(
	rows: readonly AnswerRow[],
	browser: ScreenContext['browser'] = 'here',
): readonly AnswerRow[] {
	if (browser === 'here') return rows;
	return rows.map((row) =>
		row.answer?.type === 'event' && row.answer.opens !== undefined
			? { ...row, remark: ' (no browser opens from here: copy the address)', shortRemarks: [' (no browser here)'] }
			: row,
	);
}

/** Only going on as before has a letter; no letter means yes. */
function refusalsRows({ id: questionId, choices }: RefusalsQuestion): readonly AnswerRow[] {
	return choices.map(({ id, name }) => ({
		label: name,
		keys: id === 'refuse' ? LETTERS.reject_once : '',
		answer: { type: 'event', event: { type: 'answer-refusals', questionId, choice: id } },
		because: '',
	}));
}

/** «Always» of ours, which opens the choice of how far it reaches; null where no rule can be stated. */
function alwaysRow(
	question: Question,
	mode: Mode,
	isCutBecause: string,
	toRead: readonly [string, string] | null,
): AnswerRow | null {
	const [offer] = ownOffers(question, mode);
	if (offer === undefined) {
		// Its answers are all ours: a row says why one of them is missing.
		return question.kind === 'permission' && question.result !== undefined && mode !== 'plan'
			? {
					label: messages.ALWAYS_LABEL,
					keys: LETTERS.allow_always,
					answer: null,
					because: 'no rule can name this command',
				}
			: null;
	}
	const because = isCutBecause === '' ? (toRead?.[0] ?? '') : isCutBecause;
	return {
		label: messages.ALWAYS_LABEL,
		shortLabel: 'Always…',
		keys: LETTERS.allow_always,
		answer: because === '' ? { type: 'always', offer: 0 } : null,
		because,
		...(isCutBecause === '' && toRead !== null ? { isUnread: true as const, shortBecause: toRead[1] } : {}),
		remark: ` acp-tui remembers ${sanitizeLine(offer.text)}`,
		shortRemarks: [` ${sanitizeLine(offer.text)}`],
	};
}

/** The rules of ours that can be written for a question. */
export function ownOffers(question: Question, mode: Mode): readonly AlwaysOffer[] {
	if (question.kind !== 'permission' || mode === 'plan') return [];
	return rememberedOption(question) === null ? [] : question.offers;
}

/** The option that goes with a rule of ours; null where none is sure. */
export function rememberedOption(question: Question): PermissionOption | null {
	return question.kind === 'permission' ? yesOf(question) : null;
}

/** A question with options of the agent or of ours that allow or reject. */
type Asked = PermissionQuestion | ConfirmQuestion | PlanQuestion;

/** Label of an option, with its effect by its kind, whatever its name says. */
function wordsOf(option: PermissionOption, question: Asked): Pick<AnswerRow, 'label' | 'remark' | 'shortRemarks'> {
	if (question.kind === 'confirm' || question.from === 'client') return { label: sanitizeLine(option.name) };
	const { label, does, shortDoes } = optionWords(option);
	return does === ''
		? { label }
		: { label, remark: ` (${does})`, shortRemarks: shortDoes.map((words) => ` (${words})`) };
}

/** An approval of a plan that is none of our three leaves plan mode; what else it does, only the agent knows. */
function extraWords(
	option: PermissionOption,
	question: PlanQuestion,
): Pick<AnswerRow, 'label' | 'remark' | 'shortRemarks'> {
	if (!option.kind.startsWith('allow')) return wordsOf(option, question);
	return { label: optionWords(option).label, ...messages.AGENT_DECIDES };
}

/** The letters of the contract: each stands for the first row of its kind. */
export const LETTERS: Readonly<Record<PermissionOption['kind'], string>> = {
	allow_once: 'y',
	allow_always: 'a',
	reject_once: 'n, esc',
	reject_always: '',
	unknown: '',
};

/** Letters of a plan's answers: yes is the approval that allows least. */
const PLAN_KEYS: Readonly<Record<PlanChoice, string>> = {
	'review-edits': LETTERS.allow_once,
	'accept-edits': '',
	'keep-planning': LETTERS.reject_once,
};

/** The rows of a plan review: our three choices, then what the agent offers beyond. */
export function planRows(question: PlanQuestion, session: SessionState): readonly AnswerRow[] {
	const answers = planAnswers(question.options);
	const row = (choice: PlanChoice, label: string, shortLabel?: string): AnswerRow => {
		const found = answers.choices.find((candidate) => candidate.choice === choice);
		const isReachable = question.from === 'client' || (found !== undefined && found.outcome !== null);
		return {
			label,
			keys: PLAN_KEYS[choice],
			answer: isReachable ? { type: 'event', event: { type: 'answer-plan', questionId: question.id, choice } } : null,
			because: isReachable ? '' : (found?.because ?? 'choose one of the agent’s own options below'),
			...(choice === 'keep-planning' ? { asksWords: true } : {}),
			...defined({ shortLabel }),
		};
	};
	const extras = question.from === 'client' ? [] : answers.others;
	const isReviewed = askingAbout(session, 'edits') !== 'doesNotAsk';
	return [
		row('review-edits', isReviewed ? 'Approve, review each edit' : 'Approve (this agent does not ask before edits)'),
		row('accept-edits', 'Approve, accept edits'),
		session.mode.mode === 'plan'
			? row('keep-planning', 'Keep planning, with feedback', 'Keep planning')
			: row('keep-planning', 'Reject the plan, with feedback', 'Reject the plan'),
		...extras.map((option) => ({
			...extraWords(option, question),
			keys: '',
			answer: chosen(question, option),
			because: '',
		})),
	];
}

/** Name and effect of an agent's option. `does` is in our words, by its kind; empty where the name says it. */
type OptionWords = {
	readonly label: string;
	readonly does: string;
	/** The same in ever fewer words. */
	readonly shortDoes: readonly string[];
};

/**
 * The words for an option of an agent. A name is shown as it is only where it plainly says what its kind does; every
 * other name is put in quotes, as the agent's, with what choosing it does in our words.
 */
function optionWords({ name, kind }: PermissionOption): OptionWords {
	// Nothing in a name ends the quotes around it.
	const clean = sanitizeLine(name)
		.replace(/[“”„‟«»"]/g, "'")
		.trim();
	if (clean !== '' && PLAIN_NAMES[kind]?.test(clean.replaceAll('’', "'")) === true)
		return { label: clean, does: '', shortDoes: [] };
	return { label: clean === '' ? '(without a name)' : `“${clean}”`, ...DOES[kind] };
}

/** Names that say what their kind does, and nothing else. */
const PLAIN_NAMES: Readonly<Partial<Record<OptionKind, RegExp>>> = {
	allow_once:
		/^(?:(?:yes|ok|okay)(?:,? )?)?(?:(?<=^|[ ,])(?:allow|approve|accept|proceed|run|confirm|continue|yes|ok|okay)(?: it| this)?)?(?:,? (?:just |only )?(?:once|this time|this once))?$/i,
	reject_once:
		/^no, (?:and|but) tell [\p{L}\d ]{1,30} what to do (?:differently|instead)$|^(?:no(?:,? )?)?(?:(?<=^|[ ,])(?:reject|deny|decline|refuse|no|don't allow|do not allow)(?: it| this)?)?(?:,? (?:just |only )?(?:once|this time|this once))?$/iu,
};
const DOES: Readonly<Record<OptionKind, Pick<OptionWords, 'does' | 'shortDoes'>>> = {
	allow_once: { does: 'allows this once', shortDoes: ['allows it'] },
	allow_always: {
		does: 'always, remembered by the agent, not by acp-tui',
		shortDoes: ['always, remembered by the agent', 'always allows'],
	},
	reject_once: { does: 'refuses this once', shortDoes: ['refuses it'] },
	reject_always: { does: 'always refuses, remembered by the agent, not by acp-tui', shortDoes: ['always refuses'] },
	unknown: { does: 'the agent decides what this does', shortDoes: ['agent decides'] },
};
