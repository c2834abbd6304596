import { cleanInput } from './buffer.js';
import type { ComposerState, HistorySearch } from './composer-state.js';
import { replaceDraft } from './paste.js';
import { searchHistory } from './prompt-history.js';

export function openSearch(state: ComposerState): ComposerState {
	return { ...state, completion: null, search: { query: '', matches: [], selected: 0 } };
}

export function typeIntoSearch(state: ComposerState, search: HistorySearch, text: string): ComposerState {
	return withQuery(state, search.query + cleanInput(text).replace(/[\n\t]/g, ' '));
}

export function moveSearch(state: ComposerState, search: HistorySearch, step: 1 | -1): ComposerState {
	const selected = Math.min(Math.max(0, search.matches.length - 1), Math.max(0, search.selected + step));
	return { ...state, search: { ...search, selected } };
}

/** Replaces the draft by the match (undo restores it). Without a match the draft stays. */
export function acceptSearch(state: ComposerState, search: HistorySearch): ComposerState {
	const match = search.matches[search.selected];
	const draft = match === undefined ? state.draft : replaceDraft(state.draft, match.text);
	return { ...state, draft, search: null, isMenuDismissed: true };
}

export function withQuery(state: ComposerState, query: string): ComposerState {
	return { ...state, search: { query, matches: searchHistory(state.history.entries, query), selected: 0 } };
}
