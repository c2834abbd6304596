import type { FormField } from '../../core/elicitation/form.js';
import type { FormElicitationQuestion } from '../../core/session/question.js';
import type { ComposerCommand } from '../composer/composer-commands.js';
import { moving } from '../composer/composer-commands.js';
import type { ActionId } from '../keys/action-ids.js';
import { moveOf, rowAfter } from '../panel/list-keys.js';
import { TOO_FAST } from '../panel/panel-messages.js';
import * as messages from './elicitation-messages.js';
import { chosenPath, pathFor } from './file-finder.js';
import { markAt, optionOfLetter, optionRows, pick } from './form-options.js';
import { breakAtBackslash, breakLine, editText, moveRow, replaceText } from './form-text-keys.js';
import { FORM_ROWS, type FormUi, isEmpty, isTyped, problemIn } from './form-ui.js';

export type FormStep = {
	readonly view: FormUi;
	/** Words of the status line for it. */
	readonly word?: string;
	/** Place of it now: another field, by its index; the row of the review that is taken, from 0; what esc leaves. */
	readonly go?: { readonly to: number } | { readonly row: number } | { readonly leave: true };
	/** The row of the review that is marked. */
	readonly marked?: number;
	/** Asks for it to be read out again. */
	readonly isSaid?: true;
	/** The screen is scrolled by pages of the form. */
	readonly scroll?: -1 | 1;
};

export type KeyPlace = {
	readonly view: FormUi;
	readonly question: FormElicitationQuestion;
	/** The row of the review that is marked. */
	readonly selected: number | null;
	/** The review has been seen long enough to be answered. */
	readonly isReady: boolean;
	/** The cells of a row of text. */
	readonly columns: number;
	readonly cwd: string;
};

/** An action of a key; footer `words`: null for none now, absent for the usual one. */
type FormAction = { readonly id: ActionId; readonly words?: string | null; readonly run: () => FormStep };

/** Actions of keys besides those that edit a text. */
function formActions(place: KeyPlace): readonly FormAction[] {
	const { view, question, isReady, selected } = place;
	const { fields } = question.form;
	const field = fields[view.at];
	const isMenu = view.finder?.menu != null;
	const isFirst = view.at === 0 || fields.length === 0;
	const accept = (): FormStep => (field === undefined ? takeRow(place, selected ?? 0) : acceptField(place, field));
	// A review that was not read yet takes no key.
	const rowWords = isReady ? ((selected ?? 0) === 0 ? 'send' : 'choose') : null;
	const next = view.at < fields.length ? view.at + 1 : 0;
	return [
		{ id: 'picker-accept', words: field === undefined ? rowWords : 'go on', run: accept },
		{ id: 'send-now', run: accept },
		{ id: 'picker-close', words: isMenu ? 'close' : isFirst ? 'cancel' : 'back', run: () => back(place) },
		{
			id: 'form-next',
			// On a narrow screen there is room for few.
			words: field === undefined || place.columns < NARROW ? null : 'next',
			run: () => (isMenu ? takeFile(place) : goOn(view, fields, next)),
		},
		{ id: 'form-previous', run: () => goOn(view, fields, view.at > 0 ? view.at - 1 : fields.length) },
		{ id: 'picker-page-up', run: () => ({ view, scroll: -1 }) },
		{ id: 'picker-page-down', run: () => ({ view, scroll: 1 }) },
		...(field === undefined || !isTyped(field) ? MOVES.map((id) => ({ id, run: () => move(place, id) })) : []),
	];
}

const MOVES = ['picker-previous', 'picker-next', 'picker-first', 'picker-last'] as const;

/** Fewer cells of a row hold two words of keys. */
const NARROW = 56;

/** Step of a bound key in the form in front; null where it means nothing there. */
export function formKey(place: KeyPlace, id: ActionId, edit: ComposerCommand | undefined): FormStep | null {
	const action = actionOf(place, id);
	if (action !== undefined) return action.run();
	const digit = REVIEW_DIGIT.exec(id)?.[1];
	if (digit !== undefined) return takeRow(place, Number(digit) - 1);
	const field = place.question.form.fields[place.view.at];
	if (field === undefined) return null;
	return isTyped(field) ? textKey(place, field, id, edit) : { view: place.view };
}

/** The word of a key in the footer; null for none, undefined where the usual one holds. */
export function wordsOfKey(place: KeyPlace, id: ActionId): string | null | undefined {
	return REVIEW_DIGIT.test(id) ? null : actionOf(place, id)?.words;
}

function actionOf(place: KeyPlace, id: ActionId): FormAction | undefined {
	const same = OF_REVIEW[id] ?? id;
	return formActions(place).find((each) => each.id === same);
}

/** In the review, which answers, the keys of an agent's question hold: what they are to every list. */
const OF_REVIEW: Readonly<Partial<Record<ActionId, ActionId>>> = {
	'answer-confirm': 'picker-accept',
	'answer-dismiss': 'picker-close',
	'answer-previous': 'picker-previous',
	'answer-next': 'picker-next',
	'question-open': 'form-next',
};
const REVIEW_DIGIT = /^answer-(\d)$/;

/** Marks another row of the review, or another option; below the last one is the text beside the choice. */
function move({ view, question, selected }: KeyPlace, id: (typeof MOVES)[number]): FormStep {
	const { fields } = question.form;
	const field = fields[view.at];
	const by = moveOf(id, 1) ?? 0;
	if (field === undefined) return { view, marked: rowAfter(selected ?? 0, by, FORM_ROWS.length) };
	const rows = optionRows(view, field);
	const picked = rows.findIndex(({ isPicked }) => isPicked);
	const to = Number.isFinite(by)
		? (view.marked ?? (picked >= 0 ? picked : by > 0 ? -1 : rows.length)) + by
		: rowAfter(0, by, rows.length);
	if (to >= 0 && to < rows.length) return { view: markAt(view, to) };
	const next = fields[view.at + 1];
	const isNextCompanion = id === 'picker-next' && next !== undefined && (next.otherOf ?? next.noteOf) === field.name;
	return isNextCompanion ? { view, go: { to: view.at + 1 } } : { view };
}

function goOn(view: FormUi, fields: readonly FormField[], to: number): FormStep {
	const field = fields[view.at];
	const problem = field === undefined ? null : problemIn(view, field);
	const word = field === undefined || problem === null ? {} : { word: messages.fieldProblem(field.title, problem) };
	return { view, go: { to }, ...word };
}

function acceptField(place: KeyPlace, field: FormField): FormStep {
	const { view, question } = place;
	const { fields } = question.form;
	if (view.finder?.menu != null && (view.finder.menu.isChosen || isAtSign(place, field))) return takeFile(place);
	const broken = isTyped(field) ? breakAtBackslash(view, field) : null;
	if (broken !== null) return { view: broken };
	const isTaken = view.hasMoved && view.marked !== null && field.input.type !== 'choices';
	const taken = isTaken ? pick(view, field, view.marked ?? 0, true).view : view;
	return goOn(taken, fields, nextField(taken, fields));
}

/** The field after this one. Who chose among what is offered is not asked for an answer of their own. */
function nextField(view: FormUi, fields: readonly FormField[]): number {
	const field = fields[view.at];
	const isChosen = field !== undefined && !isTyped(field) && !isEmpty(view, field);
	let next = view.at + 1;
	for (let companion = fields[next]; isChosen && companion !== undefined; companion = fields[next]) {
		if ((companion.otherOf ?? companion.noteOf) !== field.name || companion.isRequired || !isEmpty(view, companion))
			break;
		next += 1;
	}
	return next;
}

function isAtSign({ view }: KeyPlace, { name }: FormField): boolean {
	return view.typed.get(name)?.draft.text.startsWith('@') === true;
}

function takeFile({ view, question, cwd }: KeyPlace): FormStep {
	const field = question.form.fields[view.at];
	const path = view.finder === null ? null : chosenPath(view.finder);
	if (field === undefined || path === null) return { view: { ...view, finder: null } };
	return { view: replaceText(view, field, pathFor(field, path, cwd)) };
}

/** Chooses a row of the review, counted from 0; refused until the review has been in sight long enough to read. */
function takeRow({ view, isReady }: Pick<KeyPlace, 'view' | 'isReady'>, row: number): FormStep {
	if (!isReady) return { view, word: TOO_FAST };
	return row >= FORM_ROWS.length ? { view, word: 'Choose with ↑ ↓ or a number' } : { view, go: { row } };
}

/** esc: the list of files, then one field back, from the first one out. */
function back({ view, question }: KeyPlace): FormStep {
	const { fields } = question.form;
	if (view.finder?.menu != null) return { view: { ...view, finder: { ...view.finder, menu: null } } };
	if (view.at > 0 && fields.length > 0) return { view, go: { to: Math.min(view.at, fields.length) - 1 } };
	return { view, go: { leave: true } };
}

function textKey(place: KeyPlace, field: FormField, id: ActionId, edit: ComposerCommand | undefined): FormStep {
	const { view, columns } = place;
	switch (id) {
		case 'picker-previous':
		case 'picker-next': {
			const isUp = id === 'picker-previous';
			const { finder } = view;
			if (finder?.menu != null)
				return { view: { ...view, finder: { ...finder, menu: moveChoice(finder.menu, isUp ? -1 : 1) } } };
			const moved = moveRow(view, field, isUp ? 'up' : 'down', columns);
			if (moved !== null) return { view: moved };
			const to = view.at + (isUp ? -1 : 1);
			return to < 0 ? { view } : { view, go: { to } };
		}
		case 'picker-first':
			return editText(view, field, moving('line-start'), columns);
		case 'picker-last':
			return editText(view, field, moving('line-end'), columns);
		case 'newline':
		case 'steer':
			return { view: breakLine(view, field) };
		// Keys of the draft that mean nothing in a form.
		case 'complete':
		case 'stash':
		case 'history-search':
		case 'clear-draft':
		case 'submit':
			return { view };
		default:
			return edit === undefined ? { view } : editText(view, field, edit, columns);
	}
}

type Menu = NonNullable<NonNullable<FormUi['finder']>['menu']>;

function moveChoice(menu: Menu, by: -1 | 1): Menu {
	const count = menu.candidates.length;
	return { ...menu, selected: (menu.selected + by + count) % count, isChosen: true };
}

/** The value that a digit, blank or letter picks in a field that is chosen in; null where it means something else. */
export function pickByKey(view: FormUi, field: FormField, text: string): FormStep | null {
	const rows = optionRows(view, field);
	if (rows.length === 0) return null;
	// With several choices a digit toggles; with one it selects, however often it is pressed.
	const isKept = field.input.type !== 'choices';
	if (/^[1-9]$/.test(text)) {
		const index = Number(text) - 1;
		return index < rows.length ? pick(view, field, index, isKept) : { view, word: 'There is no such choice' };
	}
	const letter = optionOfLetter(view, field, text);
	if (letter >= 0) return pick(view, field, letter, true);
	if (text !== ' ') return null;
	if (field.input.type === 'boolean' && view.marked === null) {
		return pick(view, field, view.chosen.get(field.name) === true ? 1 : 0, true);
	}
	return view.marked === null
		? { view, word: 'Move with ↑ ↓ first, or press a number' }
		: pick(view, field, view.marked);
}
