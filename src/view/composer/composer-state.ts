import type { ImageBlock } from '../../core/content.js';
import type { OpenMention } from '../../core/mention.js';
import type { Prompt } from '../../core/prompt-schema.js';
import type { PastedRange } from '../../core/session/entries/pastes.js';
import { type CompletionMenu, type CompletionSources, noSources } from './completion.js';
import { type Draft, emptyDraft } from './draft.js';
import type { Vim } from './editor.js';
import { type KnownFiles, noFiles } from './known-files.js';
import type { MentionResults } from './mention-menu.js';
import { createHistory, type History, type HistoryMatch } from './prompt-history.js';

export type ComposerState = {
	readonly draft: Draft;
	readonly history: History;
	readonly stash: readonly Draft[];
	readonly sources: CompletionSources;
	readonly completion: CompletionMenu | null;
	/** The user closed the menu, or pasted a slash: it stays closed until the draft starts anew. */
	readonly isMenuDismissed: boolean;
	/** Mention being written; a search for its query answers with `mention-results`. */
	readonly mention: OpenMention | null;
	readonly mentionResults: MentionResults | null;
	readonly dismissedMention: number | null;
	readonly files: KnownFiles;
	readonly search: HistorySearch | null;
	readonly columns: number;
	/** The last action recalled an entry: up and down go on in the history. */
	readonly isBrowsing: boolean;
	/** Draft of an earlier run, untouched and selected as a whole: typing replaces it and stashes it. */
	readonly isRestored: boolean;
	/** End of the space that a chosen mention added; punctuation and line numbers go before it. */
	readonly looseSpace: number | null;
	readonly taken: TakenPrompt | null;
	readonly vim: Vim | null;
	/** Text for the system's clipboard, of the last action alone. */
	readonly copied: string | null;
	/** The last action wants what that holds. */
	readonly readsClipboard: boolean;
	/** Work for the caller, of the last action alone. */
	readonly outcome: ComposerOutcome | null;
};

export function withoutOutcome(state: ComposerState): ComposerState {
	const isCalm = state.outcome === null && state.copied === null && !state.readsClipboard;
	return isCalm ? state : { ...state, outcome: null, copied: null, readsClipboard: false };
}

export type TakenPrompt = { readonly prompt: Prompt; readonly place: number };

export type HistorySearch = {
	readonly query: string;
	readonly matches: readonly HistoryMatch[];
	readonly selected: number;
};

/** Draft to send: `text` is expanded, `shown` has the marks of pasted blocks. */
export type ComposerOutcome = {
	readonly type: 'submit';
	readonly text: string;
	readonly shown: string;
	readonly images: readonly ImageBlock[];
	readonly pastes: readonly PastedRange[];
	readonly draft: Draft;
	readonly isNow: boolean;
	readonly isSteering?: true;
	readonly place: number | null;
};

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
		files: noFiles,
		search: null,
		columns: 80,
		isBrowsing: false,
		isRestored: false,
		looseSpace: null,
		taken: null,
		vim: null,
		copied: null,
		readsClipboard: false,
		outcome: null,
	};
}
