import type { TextLine } from '../panel/text-line.js';
import type { UiStep } from '../state/step.js';
import type { PanelStep, SessionsPanelState } from './panel-state.js';
import { wants } from './session-actions.js';

/** Characters of a search and of a title that there is room for. */
const MOST_SEARCH = 200;
const MOST_TITLE = 200;

/** The line of the search, or of a title that is being written; null on a page without one. */
export function lineOf(state: SessionsPanelState, toUi: (step: PanelStep) => UiStep): TextLine | null {
	const { page, search } = state;
	if (page.type === 'choose' || page.type === 'read') return null;
	if (page.type === 'list') {
		return { text: search, most: MOST_SEARCH, set: (text) => toUi(withSearch(state, text.trimStart())) };
	}
	const set = (text: string): UiStep => toUi({ state: { ...state, page: { ...page, text } }, requests: [] });
	return { text: page.text, most: MOST_TITLE, set };
}

/** The panel with another search, from the top. */
export function withSearch(state: SessionsPanelState, text: string): PanelStep {
	const search = text.slice(0, MOST_SEARCH);
	if (search === state.search) return { state, requests: [] };
	const next = { ...state, search, selected: 0, previewScroll: 0, askedAt: -1 };
	const isSame = search.trim() === state.search.trim();
	return { state: next, requests: isSame ? [] : [wants({ type: 'search', text: search.trim() })] };
}
