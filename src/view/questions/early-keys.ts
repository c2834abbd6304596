import type { Question } from '../../core/session/question.js';
import { type Key, keyOf } from '../../terminal/key.js';
import { reduceComposer } from '../composer/composer.js';
import { type ActionId, ONE_TO_NINE } from '../keys/action-ids.js';
import type { KeyContext } from '../keys/key-context.js';
import { type Keymap, resolveKey } from '../keys/keymap.js';
import { type Keys, readyAt, SHOWN_FOR } from '../panel/guard.js';
import { isDraftEmpty, type QuestionUi, type UiState } from '../state/ui-state.js';

/** A draft that is older than the question and holds more of one character than this is words. */
const MOST_REPEATED = 3;

/** The contexts that hold the keys of a question of each kind; the keys of a form belong to its fields. */
export const QUESTION_CONTEXTS: Readonly<Record<Exclude<Question['kind'], 'elicitation-form'>, KeyContext>> = {
	permission: 'ask',
	refusals: 'ask',
	confirm: 'ask',
	'exit-plan': 'plan-review',
	'agent-question': 'agent-question',
	'elicitation-url': 'elicitation-url',
};

/** True while the draft holds nothing but answer keys that were pressed before the question took keys. */
export function holdsEarlyKeys({ question, composer }: UiState): boolean {
	return question !== null && question.earlyKeys !== '' && composer.draft.text === question.earlyKeys;
}

/** True when no words are in the draft, so that keys may answer a question. */
export function isDraftFree(ui: UiState): boolean {
	return isDraftEmpty(ui) || (ui.composer.search === null && holdsEarlyKeys(ui));
}

export function withoutEarlyKeys(ui: UiState): UiState {
	if (ui.question === null || !holdsEarlyKeys(ui)) return ui;
	const composer = reduceComposer(ui.composer, { type: 'set-text', text: '' });
	return { ...ui, composer, question: { ...ui.question, earlyKeys: '' } };
}

/** Changes `after` by a character that went to the draft: an answer key on a free draft is remembered as early. */
export function rememberEarlyKey(
	before: UiState,
	after: UiState,
	question: Question | undefined,
	key: Key,
	table: Keymap,
): UiState {
	const text = key.typed;
	if (question === undefined || after.question === null || key.name === 'paste' || text === null) return after;
	const earlyKeys = after.composer.draft.text;
	if (!isDraftFree(before) || !mayBeAnswers(earlyKeys, question, after.question, table)) return after;
	return { ...after, question: { ...after.question, earlyKeys } };
}

/** The part of an older draft that was meant for the question: one answer key, pressed up to three times. */
export function earlyKeysIn(draft: string, question: Question, view: QuestionUi, table: Keymap): string {
	const [text = ''] = draft;
	if (draft === '' || draft.length > MOST_REPEATED || draft !== text.repeat(draft.length)) return '';
	return isAnswerKey(question, view, keyOf('char', text), table) ? draft : '';
}

/** True for a text of nothing but keys that would answer, in any case: no words, though each came right after the other. */
export function areAnswerKeys(text: string, question: Question, view: QuestionUi, table: Keymap): boolean {
	return text !== '' && text.length <= MOST_REPEATED && mayBeAnswers(text, question, view, table);
}

/**
 * The same of any length, as a key that is held down comes again and again. With a plan's other keys one can write
 * “yes” and “see”: different ones of those are words.
 */
function mayBeAnswers(text: string, question: Question, view: QuestionUi, table: Keymap): boolean {
	const keys = [...text].map((character) => keyOf('char', character.toLowerCase()));
	if (!keys.every((key) => isAnswerKey(question, view, key, table))) return false;
	const [first = ''] = text;
	if (question.kind !== 'exit-plan' || text === first.repeat(text.length)) return true;
	return keys.every((key) => ANSWERS.has(resolveKey(key, ['plan-review'], table)));
}

const ANSWERS: ReadonlySet<ActionId | null> = new Set([
	...ONE_TO_NINE.map((digit) => `answer-${digit}` as const),
	...(['ask-allow-once', 'ask-reject-once'] as const),
]);

function isAnswerKey(question: Question, { always }: QuestionUi, key: Key, table: Keymap): boolean {
	if (question.kind === 'elicitation-form') return /^[1-9]$/.test(key.typed ?? '');
	const context = always === null ? QUESTION_CONTEXTS[question.kind] : 'ask-rule';
	return resolveKey(key, [context], table) !== null;
}

/** Milliseconds that a question must have been shown since it changed: it looks much the same as before. */
const CHANGED_FOR = 1500;

/**
 * Whether keys may answer the question now: only on an empty draft, and only when nobody can have
 * meant them for the draft. Times in ms since the epoch.
 */
export function mayAnswer(view: QuestionUi, isDraftEmpty: boolean, keys: Keys, now: number): boolean {
	return isDraftEmpty && now >= answerableAt(view, keys);
}

/** From when on keys answer, when no further key comes. */
export function answerableAt({ visibleAt, changedAt }: QuestionUi, keys: Keys): number {
	const shownFor = changedAt === null ? SHOWN_FOR : CHANGED_FOR;
	return readyAt(visibleAt, keys, { shownFor, isOverDraft: true });
}
