import { oneLine, sentence } from '../spoken-text.js';
import type { ScreenContext } from '../state/context.js';
import type { UiState } from '../state/ui-state.js';
import type { PanelAction, PanelRow } from './panel.js';
import { spoken as messages } from './panel-messages.js';
import { type LookedAt, orderOf, type PanelState } from './state.js';

/** Rows of a list up to which all their words are read out. */
const FEW_ROWS = 3;
/** Characters of a paragraph that are read out. */
const MOST_OF_PARAGRAPH = 1000;

/** What a panel says where there is no screen. */
export function spokenLines<State>({ said }: PanelState<State>, shown: LookedAt<State>): readonly string[] {
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
			return listLines(shown);
	}
}

function listLines<State>({ panel }: LookedAt<State>): readonly string[] {
	const { rows, text, empty, title, spoken = {} } = panel;
	// Its rows are not known yet, or there are none.
	if (rows.length === 0) return [empty ?? sentence(oneLine(title))];
	const above =
		text === undefined
			? []
			: [`${oneLine(text.title)}:`, ...text.paragraphs.map((words) => oneLine(words, MOST_OF_PARAGRAPH))];
	const lines = rows.flatMap((row, at) => [
		...(row.group === undefined || row.group === rows[at - 1]?.group ? [] : [`${oneLine(row.group)}:`]),
		`${at + 1} ${rowWords(row, rows.length <= FEW_ROWS)}${row.isCurrent === true ? messages.current : ''}`,
	]);
	return [...above, `${oneLine(spoken.title ?? title)}:`, ...lines, spoken.how ?? messages.choose];
}

function rowWords({ spoken, label, detail = '', more = '' }: PanelRow, isWhole: boolean): string {
	const words = [oneLine(label), oneLine(detail), ...(isWhole ? [oneLine(more)] : [])];
	return sentence(spoken ?? words.filter((word) => word !== '').join(', '));
}

/** What can be done with a row, by numbers; and why the rest cannot. */
function choiceLines<State>(shown: LookedAt<State>): readonly string[] {
	const { row, actions } = shown;
	if (row === undefined) return [];
	const choices = choicesOf(shown).map(({ spoken = '' }, at) => `${at + 1} ${sentence(spoken)}`);
	const reasons = actions.flatMap(({ spoken, why }) => (spoken === undefined || why == null ? [] : [sentence(why)]));
	return [sentence(oneLine(row.label)), ...choices, ...reasons, messages.chooseAction];
}

function choicesOf<State>({ actions }: LookedAt<State>): readonly PanelAction<State>[] {
	return actions.filter(({ spoken, why }) => spoken !== undefined && why == null);
}

/** What a line that was entered is to a panel. */
type Entered<State> =
	| { readonly type: 'state'; readonly state: PanelState<State> }
	| { readonly type: 'closed'; readonly ui: UiState }
	| { readonly type: 'typed'; readonly text: string }
	/** The row with this place, from 0. */
	| { readonly type: 'chosen'; readonly at: number }
	| { readonly type: 'run'; readonly action: PanelAction<State>; readonly state: PanelState<State> };

/**
 * A number, words or nothing, with enter, where there is no screen. A row with one thing to do does it; else its number
 * asks which. Null: the words are for the conversation.
 */
export function entered<State>(
	state: PanelState<State>,
	shown: LookedAt<State>,
	{ ui, now }: ScreenContext,
	text: string,
): Entered<State> | null {
	const { panel } = shown;
	const number = /^\d{1,4}$/.test(text) ? Number(text) : null;
	const back: PanelState<State> = { ...state, isChosen: false };
	const saying = (words: string): Entered<State> => ({
		type: 'state',
		state: { ...state, said: { what: 'words', text: words } },
	});
	if (text === '') {
		if (state.isChosen) return { type: 'state', state: { ...back, said: { what: 'list' } } };
		return { type: 'closed', ui: { ...ui, toast: { text: messages.closed, until: now } } };
	}
	if (number === null) {
		if (panel.line === undefined) return null;
		return { type: 'typed', text };
	}
	if (state.isChosen) {
		const action = choicesOf(shown)[number - 1];
		if (action === undefined) return saying(messages.notInList(number));
		const done = { what: 'done', rows: orderOf(shown) } as const;
		return { type: 'run', action, state: action.read === undefined ? { ...back, said: done } : state };
	}
	const row = panel.rows[number - 1];
	if (row === undefined) return saying(messages.notInList(number));
	const isAsked = panel.actions?.(row).some(({ spoken }) => spoken !== undefined) === true;
	if (!isAsked) return { type: 'chosen', at: number - 1 };
	const chosen = { ...state, selected: row.id, lastAt: number - 1, isChosen: true, said: { what: 'choices' } as const };
	return { type: 'state', state: chosen };
}
