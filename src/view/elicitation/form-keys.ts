import type { FormField } from '../../core/elicitation/form.js';
import type { ComposerCommand } from '../composer/commands.js';
import { moving } from '../composer/commands.js';
import type { ActionId } from '../keys/action-ids.js';
import { TOO_FAST } from '../panel/panel-messages.js';
import { problemIn } from './check.js';
import { markAt, moveMark, optionOfLetter, pick } from './choose.js';
import * as messages from './elicitation-messages.js';
import { chosenPath, pathFor } from './file-finder.js';
import { type FormUi, isEmpty, isTyped } from './form-ui.js';
import { optionRows } from './option-lines.js';
import { breakAtBackslash, breakLine, editText, moveRow, replaceText } from './text-keys.js';

/** What a key makes of a form. */
export type FormStep = {
	readonly view: FormUi;
	/** What the status line says of it. */
	readonly word?: string;
	/** What it is about now: another field, by its index; the row of the review that is taken, from 0; what esc leaves. */
	readonly go?: { readonly to: number } | { readonly row: number } | { readonly leave: true };
	/** The row of the review that is marked. */
	readonly marked?: number;
	/** It is to be read out again. */
	readonly isSaid?: true;
	/** The screen is scrolled by pages of the form. */
	readonly scroll?: -1 | 1;
};

/** What a key needs to know of the screen. */
export type KeyPlace = {
	readonly view: FormUi;
	readonly fields: readonly FormField[];
	/** The row of the review that is marked. */
	readonly selected: number | null;
	/** Rows of the review. */
	readonly rows: number;
	/** The review has been seen long enough to be answered. */
	readonly isReady: boolean;
	/** The cells of a row of text. */
	readonly columns: number;
	readonly cwd: string;
};

/** What a key that is bound does to the form in front; null where it means nothing there. */
export function formKey(place: KeyPlace, id: ActionId, edit: ComposerCommand | undefined): FormStep | null {
	const { view, fields } = place;
	const field = fields[view.at];
	switch (id) {
		case 'form-next':
		case 'question-open':
			return view.finder?.menu != null
				? takeFile(place)
				: goOn(view, fields, view.at < fields.length ? view.at + 1 : 0);
		case 'form-previous':
			return goOn(view, fields, view.at > 0 ? view.at - 1 : fields.length);
		case 'picker-accept':
		case 'answer-confirm':
		case 'send-now':
			return field === undefined ? acceptRow(place) : accept(place, field);
		case 'picker-close':
		case 'answer-dismiss':
			return back(place);
		case 'picker-page-up':
			return { view, scroll: -1 };
		case 'picker-page-down':
			return { view, scroll: 1 };
		default:
			return field === undefined ? reviewKey(place, id) : fieldKey(place, field, id, edit);
	}
}

function goOn(view: FormUi, fields: readonly FormField[], to: number): FormStep {
	const field = fields[view.at];
	const problem = field === undefined ? null : problemIn(view, field);
	const word = field === undefined || problem === null ? {} : { word: messages.fieldProblem(field.title, problem) };
	return { view, go: { to }, ...word };
}

/** Takes what is marked, and goes to the next field or the review. */
function accept(place: KeyPlace, field: FormField): FormStep {
	const { view, fields } = place;
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
	for (let beside = fields[next]; isChosen && beside !== undefined; beside = fields[next]) {
		if ((beside.otherOf ?? beside.noteOf) !== field.name || beside.isRequired || !isEmpty(view, beside)) break;
		next += 1;
	}
	return next;
}

function isAtSign({ view }: KeyPlace, { name }: FormField): boolean {
	return view.typed.get(name)?.draft.text.startsWith('@') === true;
}

/** The chosen file as the text of the field. */
function takeFile({ view, fields, cwd }: KeyPlace): FormStep {
	const field = fields[view.at];
	const path = view.finder === null ? null : chosenPath(view.finder);
	if (field === undefined || path === null) return { view: { ...view, finder: null } };
	return { view: replaceText(view, field, pathFor(field, path, cwd)) };
}

function acceptRow({ view, selected, isReady }: KeyPlace): FormStep {
	// What was filled in was seen: enter sends it unless another row is chosen.
	return isReady ? { view, go: { row: selected ?? 0 } } : { view, word: TOO_FAST };
}

/** esc: the list of files, then one field back, from the first one out. */
function back({ view, fields }: KeyPlace): FormStep {
	if (view.finder?.menu != null) return { view: { ...view, finder: { ...view.finder, menu: null } } };
	if (view.at > 0 && fields.length > 0) return { view, go: { to: Math.min(view.at, fields.length) - 1 } };
	return { view, go: { leave: true } };
}

function reviewKey({ view, selected, rows, isReady }: KeyPlace, id: ActionId): FormStep | null {
	switch (id) {
		case 'picker-previous':
		case 'answer-previous':
			return { view, marked: Math.max(0, (selected ?? 0) - 1) };
		case 'picker-next':
		case 'answer-next':
			return { view, marked: Math.min(rows - 1, (selected ?? 0) + 1) };
		case 'picker-first':
			return { view, marked: 0 };
		case 'picker-last':
			return { view, marked: rows - 1 };
		default: {
			const number = /^answer-(\d)$/.exec(id)?.[1];
			if (number === undefined) return null;
			if (!isReady) return { view, word: TOO_FAST };
			return Number(number) > rows ? { view, word: messages.CHOOSE_ROW } : { view, go: { row: Number(number) - 1 } };
		}
	}
}

function fieldKey(place: KeyPlace, field: FormField, id: ActionId, edit: ComposerCommand | undefined): FormStep | null {
	if (isTyped(field)) return textKey(place, field, id, edit);
	const { view } = place;
	const last = optionRows(view, field).length - 1;
	switch (id) {
		case 'picker-previous':
			return move(place, field, -1);
		case 'picker-next':
			return move(place, field, 1);
		case 'picker-first':
			return last < 0 ? { view } : { view: markAt(view, 0) };
		case 'picker-last':
			return last < 0 ? { view } : { view: markAt(view, last) };
		default:
			return { view };
	}
}

/** To the option above or below; below the last one to the text beside the choice. */
function move({ view, fields }: KeyPlace, field: FormField, by: -1 | 1): FormStep {
	const moved = moveMark(view, field, by);
	if (moved !== null) return { view: moved };
	const next = fields[view.at + 1];
	const isNextBeside = by > 0 && next !== undefined && (next.otherOf ?? next.noteOf) === field.name;
	return isNextBeside ? { view, go: { to: view.at + 1 } } : { view };
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
			return { view: editText(view, field, moving('line-start'), columns) };
		case 'picker-last':
			return { view: editText(view, field, moving('line-end'), columns) };
		case 'newline':
		case 'steer':
			return { view: breakLine(view, field) };
		// What they do to a draft means nothing here.
		case 'complete':
		case 'stash':
		case 'history-search':
		case 'clear-draft':
		case 'submit':
			return { view };
		default:
			return edit === undefined ? { view } : { view: editText(view, field, edit, columns) };
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
	// A digit of several flips it; of one it picks, however often it is pressed.
	const isKept = field.input.type !== 'choices';
	if (/^[1-9]$/.test(text)) {
		const index = Number(text) - 1;
		return index < rows.length ? pick(view, field, index, isKept) : { view, word: messages.NO_SUCH_OPTION };
	}
	const letter = optionOfLetter(view, field, text);
	if (letter >= 0) return pick(view, field, letter, true);
	if (text !== ' ') return null;
	if (field.input.type === 'boolean' && view.marked === null) {
		return pick(view, field, view.chosen.get(field.name) === true ? 1 : 0, true);
	}
	return view.marked === null ? { view, word: messages.CHOOSE_OPTION } : pick(view, field, view.marked);
}
