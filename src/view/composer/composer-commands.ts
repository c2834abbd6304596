import { openMention } from '../../core/mention.js';
import { deleteBackward, draftOf, replaceRange, setText } from './buffer.js';
import { expandDraft, expandMarks, imagesIn } from './chips.js';
import { type CompletionMenu, completionFor, isMention, moveSelection } from './completion.js';
import type { ComposerState, HistorySearch } from './composer-state.js';
import { type Draft, emptyDraft } from './draft.js';
import { acceptSearch, moveSearch, openSearch, withQuery } from './history-search.js';
import { type KillTarget, kill } from './kill.js';
import { clearLine, eraseCharacter, eraseWord, type LineEdit } from './line-edits.js';
import { type Motion, moveCursor } from './motions.js';
import { expandChipAtCursor } from './paste.js';
import { createHistory, recall, remember } from './prompt-history.js';
import { isShellDraft } from './shell-mode.js';
import { lineEnd } from './word-motions.js';

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

/** Sends the draft; a `\` at the end of the cursor's line makes a new line instead. A blank draft stays. */
function submit(state: ComposerState, how: 'usual' | 'now' | 'steer'): ComposerState {
	const { draft } = state;
	const isEscaped =
		how === 'usual' && /(?:^|[^\\])(?:\\\\)*\\$/.test(draft.text.slice(Math.max(0, draft.cursor - 64), draft.cursor));
	if (isEscaped && draft.anchor === null && draft.cursor === lineEnd(draft.text, draft.cursor)) {
		return { ...state, draft: replaceRange(draft, draft.cursor - 1, draft.cursor, '\n') };
	}
	const whole = expandMarks(draft);
	const text = whole.text.trimEnd();
	if (text.trim() === '') return state;
	const pastes = whole.pastes.map(({ start, end }) => ({ start, end: Math.min(end, text.length) }));
	return {
		...state,
		draft: { ...emptyDraft, killRing: draft.killRing },
		history: remember(state.history, text),
		stash: asSeen(state.stash),
		completion: null,
		isMenuDismissed: false,
		mention: null,
		outcome: {
			type: 'submit',
			text,
			shown: draft.text.trimEnd(),
			images: imagesIn(draft),
			draft,
			isNow: how === 'now',
			...(how === 'steer' ? { isSteering: true as const } : {}),
			pastes,
			place: state.taken?.place ?? null,
		},
	};
}

function acceptCompletion(state: ComposerState, menu: CompletionMenu): ComposerState {
	const candidate = menu.candidates[menu.selected];
	if (candidate === undefined || candidate.insert === null) return state;
	const next = state.draft.text.slice(menu.end);
	// Text that follows the completion begins with a blank already.
	const insert = next.startsWith(' ') ? candidate.insert.trimEnd() : candidate.insert;
	const cursor = menu.start + insert.length - (candidate.back ?? 0);
	const draft = replaceRange(state.draft, menu.start, menu.end, insert, { cursor });
	return { ...state, draft, looseSpace: isMention(candidate) && insert.endsWith(' ') ? cursor : null };
}

/** A row that the user moved to is accepted, and sent when nothing has to follow; else the typed text counts. */
function runCompletion(state: ComposerState, menu: CompletionMenu): ComposerState {
	const candidate = menu.candidates[menu.selected];
	if (candidate === undefined) return submit(state, 'usual');
	if (menu.isChosen) {
		const accepted = acceptCompletion(state, menu);
		const isSent = candidate.isComplete || accepted.draft.text === state.draft.text;
		return isSent ? submit(accepted, 'usual') : accepted;
	}
	if (candidate.name === menu.query) return submit(state, 'usual');
	const { source } = candidate;
	const name = candidate.name.toLowerCase();
	const query = menu.query.toLowerCase();
	// The command decides about the beginning of an argument.
	if (source === 'argument') return submit(state, 'usual');
	if (source === 'acp-tui' || source === 'own' || source === 'agent') {
		// The whole name of another program's command means that command.
		const isBegun = name.startsWith(query) && state.sources.others?.has(query) !== true;
		return isBegun ? acceptCompletion(state, menu) : submit(state, 'usual');
	}
	const accepted = acceptCompletion(state, menu);
	return accepted.draft.text === state.draft.text ? submit(state, 'usual') : accepted;
}

/** Clears the draft into the history, so that nothing typed is lost. */
function clearDraft(state: ComposerState): ComposerState {
	const text = expandDraft(state.draft);
	if (text === '') return state;
	return { ...state, draft: setText(state.draft, ''), history: remember(state.history, text) };
}

/** Takes drafts of earlier runs as seen: who sends something has seen that they wait. */
function asSeen(drafts: readonly Draft[]): readonly Draft[] {
	if (!drafts.some(({ restoredAs }) => restoredAs === 'earlier')) return drafts;
	return drafts.map((each) => (each.restoredAs === undefined ? each : { ...each, restoredAs: 'seen' }));
}

function stash(state: ComposerState): ComposerState {
	const { draft } = state;
	if (draft.text !== '') {
		const history = createHistory(state.history.entries);
		return { ...state, draft: draftOf('', draft.killRing), stash: [...state.stash, draft], history };
	}
	const last = state.stash.at(-1);
	if (last === undefined) return state;
	const { restoredAs: _, ...back } = last;
	return { ...state, draft: back, stash: state.stash.slice(0, -1) };
}
