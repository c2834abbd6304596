import { sanitizeLine } from '../../core/text/sanitize.js';
import { oneLine, sentence } from '../spoken-text.js';
import type { ScreenContext } from '../state/context.js';
import type { UiState } from '../state/ui-state.js';
import { selected } from './move-in-panel.js';
import type { PanelAction, PanelResult, PanelRow } from './panel.js';
import { spoken as messages } from './panel-messages.js';
import { actionsOf, type LookedAt, orderOf, type PanelState } from './panel-state.js';

/** Rows of a list up to which all their words are read out. */
const FEW_ROWS = 3;
/** Rows that are read out at once where the list does not say: an agent may offer hundreds of models. */
const AT_ONCE = 20;
/** Characters of a paragraph that are read out. */
const MOST_OF_PARAGRAPH = 1000;

export function spokenLines<State>({ said, readFrom }: PanelState<State>, shown: LookedAt<State>): readonly string[] {
	switch (said.what) {
		case 'words':
			return [sentence(oneLine(said.text))];
		case 'lines':
			return said.lines;
		case 'done':
			return [];
		case 'choices':
			return choiceLines(shown);
		case 'list':
			return listLines(shown, readFrom);
	}
}

function listLines<State>({ panel }: LookedAt<State>, from: number): readonly string[] {
	const { rows, text, title, empty = title, isLoading, spoken = {} } = panel;
	if (spoken.lines !== undefined) return spoken.lines();
	if (panel.line?.isValue === true) return [spoken.how ?? sentence(oneLine(title))];
	// Its rows are not known yet, or there are none.
	const { atOnce = AT_ONCE, how = messages.choose, notes = [] } = spoken;
	if (rows.length === 0) {
		const words = empty === '' ? [] : [sentence(sanitizeLine(empty))];
		return spoken.atOnce === undefined || isLoading === true ? words : [...words, how];
	}
	const above =
		text === undefined
			? []
			: [`${oneLine(text.title)}:`, ...text.paragraphs.map((words) => oneLine(words, MOST_OF_PARAGRAPH))];
	const read = rows.slice(from, from + atOnce);
	if (read.length === 0) return [messages.noMore];
	const lines = read.flatMap((row, index) => {
		const at = from + index;
		return [
			...(row.group === undefined || row.group === rows[at - 1]?.group ? [] : [`${oneLine(row.group)}:`]),
			`${at + 1} ${spoken.row?.(row) ?? rowWords(row, rows.length <= FEW_ROWS)}${row.isCurrent === true ? messages.current : ''}`,
		];
	});
	const after = rows.length - from - read.length;
	const left = after === 0 ? [] : [spoken.left?.(after) ?? messages.left(after)];
	if (from > 0) return [...lines, ...left];
	return [...above, `${oneLine(spoken.title ?? title)}:`, ...lines, ...left, ...notes, how];
}

function rowWords({ spoken, label, detail = '', more = '' }: PanelRow, isWhole: boolean): string {
	const words = [oneLine(label), oneLine(detail), ...(isWhole ? [oneLine(more)] : [])];
	return sentence(spoken === undefined ? words.filter((word) => word !== '').join(', ') : sanitizeLine(spoken));
}

/** Numbered actions of a row, and why the others are not available. */
function choiceLines<State>(shown: LookedAt<State>): readonly string[] {
	const { row, actions } = shown;
	if (row === undefined) return [];
	if (shown.panel.spoken?.chosen !== undefined) return shown.panel.spoken.chosen(row);
	const choices = choicesOf(shown).map(({ spoken = '' }, at) => `${at + 1} ${sentence(spoken)}`);
	const reasons = actions.flatMap(({ spoken, why }) => (spoken === undefined || why == null ? [] : [sentence(why)]));
	return [sentence(oneLine(row.label)), ...choices, ...reasons, messages.chooseAction];
}

function choicesOf<State>({ actions }: LookedAt<State>): readonly PanelAction<State>[] {
	return actions.filter(({ spoken, why }) => spoken !== undefined && why == null);
}

type Entered<State> =
	| { readonly type: 'state'; readonly state: PanelState<State> }
	| { readonly type: 'closed'; readonly ui: UiState }
	| { readonly type: 'back' }
	| { readonly type: 'typed'; readonly text: string }
	/** A whole line, which enter takes. */
	| { readonly type: 'value'; readonly text: string }
	/** The word of an action. */
	| { readonly type: 'word'; readonly action: PanelAction<State> }
	/** The row with this place, from 0. */
	| { readonly type: 'chosen'; readonly at: number }
	| { readonly type: 'run'; readonly action: PanelAction<State>; readonly state: PanelState<State> };

/**
 * A number, words or nothing, with enter in linear mode. A row with one thing to do does it; else its number
 * asks which. Null: the words are for the conversation.
 */
export function entered<State>(
	state: PanelState<State>,
	shown: LookedAt<State>,
	{ session, ui, now }: ScreenContext,
	text: string,
): Entered<State> | null {
	const { panel, actions } = shown;
	const named = actions.find(({ word }) => word === text);
	// A question of the conversation is read out before the panel is again.
	if (named !== undefined) return text === '' && session.questions.length > 0 ? null : { type: 'word', action: named };
	// Numbers belong to rows: a text read out as a whole has none.
	const hasNumbers = panel.spoken?.lines === undefined || panel.rows.length > 0;
	const number = hasNumbers && /^\d{1,4}$/.test(text) ? Number(text) : null;
	const back: PanelState<State> = { ...state, isChosen: false };
	const saying = (words: string): Entered<State> => ({
		type: 'state',
		state: { ...state, said: { what: 'words', text: words } },
	});
	if (text === '') {
		if (state.isChosen) return { type: 'state', state: { ...back, asked: null, said: { what: 'list' } } };
		const leadsBack = panel.back !== undefined || state.over !== null;
		if (leadsBack || panel.spoken?.closed !== undefined) return { type: 'back' };
		return { type: 'closed', ui: { ...ui, toast: { text: messages.closed, until: now } } };
	}
	if (panel.line?.isValue === true) return { type: 'value', text };
	if (number === null) {
		const { atOnce = AT_ONCE } = panel.spoken ?? {};
		const isLong = panel.spoken?.atOnce !== undefined || panel.rows.length > atOnce;
		if (text === 'more' && isLong) return { type: 'state', state: readOn(state, shown, atOnce) };
		if (panel.line === undefined) return null;
		return { type: 'typed', text };
	}
	const { chosen: readChosen } = panel.spoken ?? {};
	if (state.isChosen && readChosen === undefined) {
		const action = choicesOf(shown)[number - 1];
		if (action === undefined) return saying(messages.notInList(number));
		const done = { what: 'done', rows: orderOf(shown) } as const;
		return { type: 'run', action, state: action.read === undefined ? { ...back, said: done } : state };
	}
	const row = panel.rows[number - 1];
	if (row === undefined) return saying(messages.notInList(number));
	const isAsked = actionsOf(panel, row).some(({ spoken }) => spoken !== undefined);
	if (!isAsked && readChosen === undefined) return { type: 'chosen', at: number - 1 };
	const chosen = { ...selected(state, shown, number - 1), asked: null, isChosen: true };
	return { type: 'state', state: { ...chosen, said: { what: 'choices' } } };
}

/** The panel with the next rows to be read out, and the first of them selected. */
function readOn<State>(
	state: PanelState<State>,
	{ panel: { rows } }: LookedAt<State>,
	atOnce: number,
): PanelState<State> {
	const readFrom = Math.min(state.readFrom + atOnce, rows.length);
	const at = Math.max(0, Math.min(readFrom, rows.length - 1));
	return { ...state, readFrom, selected: rows[at]?.id ?? null, lastAt: at, said: { what: 'list' } };
}

/** Announcement of a result; empty where it says nothing new. */
export function saidOf(
	words: string | undefined,
	reads: PanelResult['reads'],
): Pick<PanelState<unknown>, 'said'> | object {
	if (words !== undefined) return { said: { what: 'words', text: words } };
	if (reads === undefined) return {};
	if (typeof reads !== 'string') return { said: { what: 'lines', lines: reads } };
	return reads === 'list' ? { said: { what: 'list' }, readFrom: 0 } : { said: { what: 'choices' } };
}
