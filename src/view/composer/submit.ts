import { draftOf, replaceRange, setText } from './buffer.js';
import { expandDraft, imagesIn } from './chips.js';
import type { CompletionMenu } from './completion.js';
import { emptyDraft } from './draft.js';
import { createHistory, remember } from './history.js';
import type { ComposerState } from './state.js';
import { lineEnd } from './words.js';

/** Sends the draft; a `\` at the end of the cursor's line makes a new line instead. A blank draft stays. */
export function submit(state: ComposerState, isNow: boolean): ComposerState {
	const { draft } = state;
	const isEscaped =
		!isNow && /(?:^|[^\\])(?:\\\\)*\\$/.test(draft.text.slice(Math.max(0, draft.cursor - 64), draft.cursor));
	if (isEscaped && draft.anchor === null && draft.cursor === lineEnd(draft.text, draft.cursor)) {
		return { ...state, draft: replaceRange(draft, draft.cursor - 1, draft.cursor, '\n') };
	}
	const text = expandDraft(draft).trimEnd();
	if (text.trim() === '') return state;
	return {
		...state,
		draft: { ...emptyDraft, killRing: draft.killRing },
		history: remember(state.history, text),
		completion: null,
		isMenuDismissed: false,
		mention: null,
		outcome: { type: 'submit', text, shown: draft.text.trimEnd(), images: imagesIn(draft), draft, isNow },
	};
}

/** Puts the chosen completion into the draft. */
export function acceptCompletion(state: ComposerState, menu: CompletionMenu): ComposerState {
	const candidate = menu.candidates[menu.selected];
	if (candidate === undefined || candidate.insert === null) return state;
	const next = state.draft.text.slice(menu.end);
	// Where something follows already, the space is there.
	const insert = next.startsWith(' ') ? candidate.insert.trimEnd() : candidate.insert;
	const cursor = menu.start + insert.length - (candidate.back ?? 0);
	return { ...state, draft: replaceRange(state.draft, menu.start, menu.end, insert, { cursor }) };
}

/**
 * Enter on the menu: inserts the choice, and sends it when nothing has to follow. A choice that only
 * resembles what was typed, and that nobody moved to, is inserted but never run.
 */
export function runCompletion(state: ComposerState, menu: CompletionMenu): ComposerState {
	const candidate = menu.candidates[menu.selected];
	// An argument that nobody began to type or moved to is only a suggestion: what stands there is sent.
	if (candidate?.source === 'argument' && menu.query === '' && !menu.isChosen) return submit(state, false);
	const accepted = acceptCompletion(state, menu);
	if (candidate === undefined || !candidate.isComplete) {
		// A name typed in full is meant: what would follow it is the person's to add or leave out.
		const isTyped = candidate !== undefined && candidate.name === menu.query;
		return isTyped || accepted.draft.text === state.draft.text ? submit(state, false) : accepted;
	}
	const isMeant = menu.isChosen || candidate.name.toLowerCase().startsWith(menu.query.toLowerCase());
	return isMeant ? submit(accepted, false) : accepted;
}

/** Clears the draft into the history, so that nothing typed is lost. */
export function clearDraft(state: ComposerState): ComposerState {
	const text = expandDraft(state.draft);
	if (text === '') return state;
	return { ...state, draft: setText(state.draft, ''), history: remember(state.history, text) };
}

/** Puts the draft aside; with nothing typed, brings the last one back. */
export function stash(state: ComposerState): ComposerState {
	const { draft } = state;
	if (draft.text !== '') {
		const history = createHistory(state.history.entries);
		return { ...state, draft: draftOf('', draft.killRing), stash: [...state.stash, draft], history };
	}
	const last = state.stash.at(-1);
	return last === undefined ? state : { ...state, draft: last, stash: state.stash.slice(0, -1) };
}
