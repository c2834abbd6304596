import { sanitizeLine } from '../../core/text/sanitize.js';
import type { ActionId } from '../keys/action-ids.js';
import type { PanelStep, SessionsPanelState } from './panel-state.js';
import { wants } from './session-actions.js';

/** Characters of a search and of a title that there is room for. */
const MOST_SEARCH = 200;
const MOST_TITLE = 200;

/** Typing searches; where a title is being written it writes that. Of a paste the first line counts. */
export function typeText(state: SessionsPanelState, typed: string): PanelStep {
	const text = sanitizeLine(typed.split(/[\r\n]/, 1)[0] ?? '');
	const { page, search } = state;
	if (page.type === 'choose' || page.type === 'read') return { state, requests: [] };
	if (page.type === 'rename') return withTitle(state, page.text + text);
	return withSearch(state, (search + text).trimStart());
}

/** A key that deletes of what was typed; any other does nothing. */
export function eraseText(state: SessionsPanelState, id: ActionId): PanelStep {
	const { page, search } = state;
	if (id !== 'sessions-erase' && id !== 'sessions-clear') return { state, requests: [] };
	const less = (text: string): string => (id === 'sessions-clear' ? '' : [...text].slice(0, -1).join(''));
	if (page.type === 'rename') return withTitle(state, less(page.text));
	return page.type === 'list' ? withSearch(state, less(search)) : { state, requests: [] };
}

/** The panel with another search, from the top. */
export function withSearch(state: SessionsPanelState, text: string): PanelStep {
	const search = text.slice(0, MOST_SEARCH);
	if (search === state.search) return { state, requests: [] };
	const next = { ...state, search, selected: 0, previewScroll: 0, askedAt: -1 };
	const isSame = search.trim() === state.search.trim();
	return { state: next, requests: isSame ? [] : [wants({ type: 'search', text: search.trim() })] };
}

function withTitle(state: SessionsPanelState, text: string): PanelStep {
	const { page } = state;
	if (page.type !== 'rename') return { state, requests: [] };
	return { state: { ...state, page: { ...page, text: text.slice(0, MOST_TITLE) } }, requests: [] };
}
