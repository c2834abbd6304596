import type { ImageBlock } from '../../core/content.js';
import type { OpenMention } from '../../core/mention.js';
import type { PastedRange } from '../../core/session/prompts/pastes.js';
import type { Prompt } from '../../core/session/state.js';
import { type CompletionMenu, type CompletionSources, noSources } from './completion.js';
import { type Draft, emptyDraft } from './draft.js';
import { createHistory, type History, type HistoryMatch } from './history.js';
import type { MentionResults } from './mention-menu.js';

/** Everything about what is being written. */
export type ComposerState = {
	readonly draft: Draft;
	readonly history: History;
	/** Drafts put aside, the newest last. */
	readonly stash: readonly Draft[];
	readonly sources: CompletionSources;
	readonly completion: CompletionMenu | null;
	/** The user closed the menu, or pasted a slash: it stays closed until the draft starts anew. */
	readonly isMenuDismissed: boolean;
	/** The mention that is being written; a search for its query answers with `mention-results`. */
	readonly mention: OpenMention | null;
	readonly mentionResults: MentionResults | null;
	/** Where the mention starts whose menu the user closed. */
	readonly dismissedMention: number | null;
	readonly search: HistorySearch | null;
	/** The cells of a row of text, as it is drawn; motions over rows need it. */
	readonly columns: number;
	/** The last action recalled an entry: up and down go on in the history. */
	readonly isBrowsing: boolean;
	/**
	 * The draft is one of an earlier run, not touched yet and selected as a whole: what is typed over it takes
	 * its place, and it is put aside.
	 */
	readonly isRestored: boolean;
	/** Where the space ends that a chosen mention brought along; punctuation and line numbers go before it. */
	readonly looseSpace: number | null;
	/** The prompt of the queue that the draft was made from, and where it stood; null for any other draft. */
	readonly taken: TakenPrompt | null;
	/** What the last action asks the caller to do; null after any other action. */
	readonly outcome: ComposerOutcome | null;
};

/** A prompt that was taken back out of the queue, and its place there, from 0. */
export type TakenPrompt = { readonly prompt: Prompt; readonly place: number };

/** A search in the history. The draft stays as it is until a match is taken. */
export type HistorySearch = {
	readonly query: string;
	readonly matches: readonly HistoryMatch[];
	readonly selected: number;
};

/** A draft to send: `text` is the whole, `shown` has the marks of pasted blocks in their places. */
export type ComposerOutcome = {
	readonly type: 'submit';
	readonly text: string;
	readonly shown: string;
	/** The pictures whose marks stand in it. */
	readonly images: readonly ImageBlock[];
	/** Where in `text` the pasted blocks stand, in order. */
	readonly pastes: readonly PastedRange[];
	/** As it was, for when it cannot be sent. */
	readonly draft: Draft;
	/** The user asked to interrupt the turn for it. */
	readonly isNow: boolean;
	/** The user asked to send it into the turn that runs. */
	readonly isSteering?: true;
	/** Where it stood in the queue; null where it was not taken back from it. */
	readonly place: number | null;
};

/** An empty composer over a history, the oldest entry first. */
export function createComposer(entries: readonly string[] = []): ComposerState {
	return {
		draft: emptyDraft,
		history: createHistory(entries),
		stash: [],
		sources: noSources,
		completion: null,
		isMenuDismissed: false,
		mention: null,
		mentionResults: null,
		dismissedMention: null,
		search: null,
		columns: 80,
		isBrowsing: false,
		isRestored: false,
		looseSpace: null,
		taken: null,
		outcome: null,
	};
}
