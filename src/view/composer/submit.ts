import { draftOf, replaceRange, setText } from './buffer.js';
import { expandDraft, expandMarks, imagesIn } from './chips.js';
import { type CompletionMenu, isMention } from './completion.js';
import { emptyDraft } from './draft.js';
import { createHistory, remember } from './history.js';
import type { ComposerState } from './state.js';
import { lineEnd } from './words.js';

/** Sends the draft; a `\` at the end of the cursor's line makes a new line instead. A blank draft stays. */
export function submit(state: ComposerState, how: 'usual' | 'now' | 'steer'): ComposerState {
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

export function acceptCompletion(state: ComposerState, menu: CompletionMenu): ComposerState {
	const candidate = menu.candidates[menu.selected];
	if (candidate === undefined || candidate.insert === null) return state;
	const next = state.draft.text.slice(menu.end);
	// Where something follows already, the space is there.
	const insert = next.startsWith(' ') ? candidate.insert.trimEnd() : candidate.insert;
	const cursor = menu.start + insert.length - (candidate.back ?? 0);
	const draft = replaceRange(state.draft, menu.start, menu.end, insert, { cursor });
	return { ...state, draft, looseSpace: isMention(candidate) && insert.endsWith(' ') ? cursor : null };
}

/** A row that the user moved to is accepted, and sent when nothing has to follow; else the typed text counts. */
export function runCompletion(state: ComposerState, menu: CompletionMenu): ComposerState {
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
		// Whoever types the whole name of a command of another program means that one.
		const isBegun = name.startsWith(query) && state.sources.others?.has(query) !== true;
		return isBegun ? acceptCompletion(state, menu) : submit(state, 'usual');
	}
	const accepted = acceptCompletion(state, menu);
	return accepted.draft.text === state.draft.text ? submit(state, 'usual') : accepted;
}

/** Clears the draft into the history, so that nothing typed is lost. */
export function clearDraft(state: ComposerState): ComposerState {
	const text = expandDraft(state.draft);
	if (text === '') return state;
	return { ...state, draft: setText(state.draft, ''), history: remember(state.history, text) };
}

export function stash(state: ComposerState): ComposerState {
	const { draft } = state;
	if (draft.text !== '') {
		const history = createHistory(state.history.entries);
		return { ...state, draft: draftOf('', draft.killRing), stash: [...state.stash, draft], history };
	}
	const last = state.stash.at(-1);
	return last === undefined ? state : { ...state, draft: last, stash: state.stash.slice(0, -1) };
}
