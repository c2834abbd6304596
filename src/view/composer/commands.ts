import { openMention } from '../../core/mention.js';
import { clearLine, eraseCharacter, eraseWord, type LineEdit } from '../line-edits.js';
import { deleteBackward } from './buffer.js';
import { type CompletionMenu, completionFor, moveSelection } from './completion.js';
import type { Draft } from './draft.js';
import { recall } from './history.js';
import { type KillTarget, kill } from './kill.js';
import { type Motion, moveCursor } from './motions.js';
import { expandChipAtCursor } from './paste.js';
import { acceptSearch, moveSearch, openSearch, withQuery } from './search.js';
import { isShellDraft } from './shell-mode.js';
import type { ComposerState, HistorySearch } from './state.js';
import { acceptCompletion, clearDraft, runCompletion, stash, submit } from './submit.js';

export type ComposerCommand = {
	readonly apply: (state: ComposerState) => ComposerState;
	/** Effect while the history is searched. Any other command accepts the match and works on it, as in readline. */
	readonly inSearch?: (state: ComposerState, search: HistorySearch) => ComposerState;
	/** A mention can be written with it. Motions and recalled text open no menu of files. */
	readonly isWriting?: true;
};

type Traits = Omit<ComposerCommand, 'apply'>;

const same = (state: ComposerState): ComposerState => state;

export function editing(change: (draft: Draft) => Draft, traits: Traits = {}): ComposerCommand {
	return {
		...traits,
		apply(state) {
			const draft = change(state.draft);
			return draft === state.draft ? state : { ...state, draft };
		},
	};
}

export function moving(motion: Motion, isSelecting = false): ComposerCommand {
	return {
		apply(state) {
			const draft = moveCursor(state.draft, motion, { columns: state.columns, isSelecting });
			return draft === null ? state : { ...state, draft };
		},
	};
}

export function killing(target: KillTarget, traits: Traits = {}): ComposerCommand {
	return editing((draft) => kill(draft, target), traits);
}

function walking(motion: 'up' | 'down', edge: Motion): ComposerCommand {
	return {
		apply(state) {
			const moved = state.isBrowsing ? null : moveCursor(state.draft, motion, { columns: state.columns });
			if (moved !== null) return { ...state, draft: moved };
			const recalled = recall(state.history, state.draft, motion === 'up' ? -1 : 1);
			if (recalled === null) return state.isBrowsing ? state : moving(edge).apply(state);
			return { ...state, ...recalled, isBrowsing: true, isMenuDismissed: true };
		},
	};
}

function inMenu(
	change: (state: ComposerState, menu: CompletionMenu) => ComposerState,
	traits: Traits = {},
): ComposerCommand {
	return {
		...traits,
		apply: (state) => (state.completion === null ? state : change(state, state.completion)),
		inSearch: same,
	};
}

function searching(inSearch: (state: ComposerState, search: HistorySearch) => ComposerState): ComposerCommand {
	return { apply: same, inSearch };
}

const inQuery = (edit: LineEdit) => (state: ComposerState, search: HistorySearch) =>
	withQuery(state, edit(search.query));

export const sendDraft: ComposerCommand = { apply: (state) => submit(state, 'usual') };
export const sendDraftNow: ComposerCommand = { apply: (state) => submit(state, 'now') };
export const enterIntoTurn: ComposerCommand = {
	apply(state) {
		const sent = submit(state, 'usual');
		const { outcome } = sent;
		return outcome?.type === 'submit' ? { ...sent, outcome: { ...outcome, isSteering: true } } : sent;
	},
};
export const sendDraftIntoTurn: ComposerCommand = { apply: (state) => submit(state, 'steer') };
export const stashDraft: ComposerCommand = { apply: stash };
export const clearIntoHistory: ComposerCommand = { apply: clearDraft };
export const searchHistory: ComposerCommand = { apply: openSearch };
export const walkUp = walking('up', 'line-start');
export const walkDown = walking('down', 'line-end');
export const deleteCharacterBefore = editing(deleteBackward, { isWriting: true, inSearch: inQuery(eraseCharacter) });
export const deleteWordBefore = killing('word-backward', { isWriting: true, inSearch: inQuery(eraseWord) });
export const killToSpace = killing('spaced-word', { isWriting: true, inSearch: inQuery(eraseWord) });
export const killToLineStart = killing('line-start', { inSearch: inQuery(clearLine) });

/** Expands the pasted block at the cursor, else opens the menu, also a dismissed one. */
export const complete: ComposerCommand = {
	isWriting: true,
	apply(state) {
		const opened = expandChipAtCursor(state.draft);
		if (opened !== null) return { ...state, draft: opened };
		const mention = isShellDraft(state.draft) ? null : openMention(state.draft.text, state.draft.cursor);
		const completion = completionFor(state.draft, state.sources, state.history.entries);
		return { ...state, isMenuDismissed: false, mention, dismissedMention: null, completion };
	},
};

export const acceptChoice = inMenu(acceptCompletion, { isWriting: true });
export const runChoice = inMenu(runCompletion, { isWriting: true });
export const previousChoice = inMenu((state, menu) => ({ ...state, completion: moveSelection(menu, -1) }));
export const nextChoice = inMenu((state, menu) => ({ ...state, completion: moveSelection(menu, 1) }));
export const closeMenu = inMenu((state) => {
	const { mention } = state;
	if (mention === null) return { ...state, completion: null, isMenuDismissed: true };
	return { ...state, completion: null, mention: null, dismissedMention: mention.start };
});

export const olderMatch = searching((state, search) => moveSearch(state, search, 1));
export const newerMatch = searching((state, search) => moveSearch(state, search, -1));
export const takeMatch = searching(acceptSearch);
export const closeSearch = searching((state) => ({ ...state, search: null }));
