import type { FileHit } from '../../core/attachment-ports.js';
import type { ImageBlock } from '../../core/content.js';
import { type OpenMention, openMention } from '../../core/mention.js';
import { typedText } from '../../core/session/prompts/command-prompt.js';
import type { KeyContext } from '../keys/key-context.js';
import { insert, replaceRange, setText } from './buffer.js';
import { expandDraft } from './chips.js';
import { type CompletionMenu, type CompletionSources, completionFor } from './completion.js';
import type { ComposerCommand } from './composer-commands.js';
import { type ComposerState, type TakenPrompt, withoutOutcome } from './composer-state.js';
import type { Draft } from './draft.js';
import { layoutDraft, offsetAtColumn, visibleRows } from './draft-layout.js';
import type { Vim } from './editor.js';
import { acceptSearch, typeIntoSearch } from './history-search.js';
import { withHits } from './known-files.js';
import { mentionMenu } from './mention-menu.js';
import { placeCursor } from './motions.js';
import { insertImage, pasteInto, restoreImages, restorePastes } from './paste.js';
import { createHistory } from './prompt-history.js';
import { isShellDraft, withoutSign } from './shell-mode.js';
import { isCommanding, typeCommands, vimContexts, withSelection, withVim } from './vim-keys.js';

export type ComposerAction =
	| { readonly type: 'command'; readonly command: ComposerCommand }
	| { readonly type: 'text'; readonly text: string }
	| { readonly type: 'paste'; readonly text: string }
	| { readonly type: 'set-text'; readonly text: string }
	| { readonly type: 'take-back'; readonly taken: TakenPrompt }
	| { readonly type: 'attach-image'; readonly image: ImageBlock }
	/** A draft that could not be sent comes back; it is stashed where something else is being written. */
	| { readonly type: 'give-back'; readonly draft: Draft }
	/** A draft of an earlier run becomes the draft, where nothing is written yet. */
	| { readonly type: 'restore'; readonly draft: Draft }
	| { readonly type: 'put-aside'; readonly draft: Draft }
	| { readonly type: 'mention-results'; readonly query: string; readonly hits: readonly FileHit[] }
	| { readonly type: 'columns'; readonly columns: number }
	| { readonly type: 'vim'; readonly vim: Vim | null }
	| { readonly type: 'sources'; readonly sources: CompletionSources }
	| { readonly type: 'history'; readonly entries: readonly string[] }
	/** A click on a drawn row and a cell of its text, both from 0. */
	| { readonly type: 'place'; readonly row: number; readonly column: number; readonly maxRows: number };

export function reduceComposer(state: ComposerState, action: ComposerAction): ComposerState {
	const before = withoutOutcome(state);
	// Each row takes the action of its own type.
	const edit = EDITS[action.type] as (state: ComposerState, action: ComposerAction) => ComposerState;
	const after = edit(before, action);
	return after === before ? before : settled(before, after, action);
}

export function composerContexts(state: ComposerState): readonly KeyContext[] {
	if (state.search !== null) return ['history-search', 'composer'];
	const keys = vimContexts(state);
	if (state.completion !== null) return [...keys, 'completion', 'composer'];
	// A vim command that has begun goes on, whatever its next key means on an empty draft.
	const isEmpty = state.draft.text === '' && !keys.includes('vim-busy');
	return [...keys, ...(isEmpty ? (['empty-draft'] as const) : []), 'composer'];
}

type Edits = {
	readonly [T in ComposerAction['type']]: (
		state: ComposerState,
		action: Extract<ComposerAction, { readonly type: T }>,
	) => ComposerState;
};

const EDITS: Edits = {
	command: (state, { command }) => carryOutCommand(state, command),
	text(state, { text }) {
		if (state.search !== null) return typeIntoSearch(state, state.search, text);
		return isCommanding(state) ? typeCommands(state, text, typed) : typed(state, text);
	},
	paste(state, { text }) {
		if (state.search !== null) return typeIntoSearch(state, state.search, text);
		const draft = pasteInto(withoutLooseSpace(withSelection(state), text), text);
		// Pasted text opens no menu, and enter must not run what it resembles.
		return { ...state, draft, isMenuDismissed: state.isMenuDismissed || state.draft.text === '' };
	},
	vim: (state, { vim }) => ({ ...state, vim }),
	'set-text': (state, { text }) => ({
		...state,
		search: null,
		isMenuDismissed: true,
		draft: setText(state.draft, text),
	}),
	'take-back'(state, { taken }) {
		const { prompt } = taken;
		const images = prompt.blocks.filter((block): block is ImageBlock => block.type === 'image');
		const draft = restoreImages(restorePastes(state.draft, typedText(prompt), prompt.pastes ?? []), images);
		return { ...state, search: null, isMenuDismissed: true, draft, taken };
	},
	'attach-image': (state, { image }) => ({ ...state, search: null, draft: insertImage(state.draft, image) }),
	'give-back'(state, { draft }) {
		if (state.draft.text !== '') return { ...state, stash: [...state.stash, draft] };
		return { ...state, isMenuDismissed: true, draft: { ...draft, killRing: state.draft.killRing } };
	},
	// Selected, so that the next typed key replaces it.
	restore: (state, { draft }) => ({
		...state,
		isMenuDismissed: true,
		isRestored: true,
		draft: { ...draft, anchor: draft.text === '' ? null : 0, killRing: state.draft.killRing },
	}),
	'put-aside': (state, { draft }) => ({ ...state, stash: [...state.stash, draft] }),
	'mention-results': (state, { query, hits }) => {
		const results = { query, hits };
		return { ...state, mentionResults: results, files: withHits(state.files, results) };
	},
	columns: (state, { columns }) => (state.columns === columns ? state : { ...state, columns }),
	sources: (state, { sources }) => (state.sources === sources ? state : { ...state, sources }),
	history: (state, { entries }) => ({ ...state, history: createHistory([...entries, ...state.history.entries]) }),
	place(state, action) {
		if (state.search !== null) return state;
		const isShell = isShellDraft(state.draft);
		const layout = layoutDraft(isShell ? withoutSign(state.draft) : state.draft, state.columns);
		const { top } = visibleRows(layout, action.maxRows);
		const row = Math.min(layout.rows.length - 1, Math.max(0, top + action.row));
		const offset = offsetAtColumn(layout.rows, row, action.column) + (isShell ? 1 : 0);
		return { ...state, draft: placeCursor(state.draft, offset, false) };
	},
};

function typed(state: ComposerState, text: string): ComposerState {
	return { ...state, draft: insert(withoutLooseSpace(state, text), text) };
}

function carryOutCommand(state: ComposerState, { apply, inSearch }: ComposerCommand): ComposerState {
	const { search } = state;
	if (search === null) return apply(state);
	return inSearch === undefined ? apply(acceptSearch(state, search)) : inSearch(state, search);
}

function settled(before: ComposerState, changed: ComposerState, action: ComposerAction): ComposerState {
	const after = withVim(before, changed);
	const hasMoved = after.draft !== before.draft;
	const isBrowsing = after.isBrowsing && (!hasMoved || after.history !== before.history);
	const isMenuDismissed = after.isMenuDismissed && after.draft.text !== '';
	const mention =
		after.search !== null || isCommanding(after) ? null : hasMoved ? mentionAfter(after, action) : after.mention;
	const dismissedMention = mention === null ? dismissedAfter(after) : null;
	const taken = after.draft.text === '' ? null : after.taken;
	const isRestored = after.isRestored && (!hasMoved || action.type === 'restore');
	const looseSpace = hasMoved && after.looseSpace === before.looseSpace ? null : after.looseSpace;
	const stash = isTypedOver(before, after, action) ? [...after.stash, { ...before.draft, anchor: null }] : after.stash;
	const settledState = {
		...after,
		stash,
		taken,
		isRestored,
		looseSpace,
		isBrowsing,
		isMenuDismissed,
		mention,
		dismissedMention,
	};
	return { ...settledState, completion: isCommanding(after) ? null : menuAfter(before, settledState, hasMoved) };
}

/** A restored draft that was replaced or deleted untouched is stashed, since it may still be wanted. */
function isTypedOver(before: ComposerState, after: ComposerState, action: ComposerAction): boolean {
	if (!before.isRestored || after.draft.text === before.draft.text || after.outcome !== null) return false;
	// Stash and history hold the draft already, or the draft came from them.
	if (after.stash !== before.stash || after.history !== before.history) return false;
	// A pasted block was opened: nothing is gone.
	if (expandDraft(after.draft) === expandDraft(before.draft)) return false;
	return (
		action.type === 'text' || action.type === 'paste' || action.type === 'attach-image' || action.type === 'command'
	);
}

/** Draft without the space behind a chosen mention, where the typed text belongs to the mention or its sentence. */
function withoutLooseSpace({ draft, looseSpace }: ComposerState, typed: string): Draft {
	if (looseSpace === null || looseSpace !== draft.cursor || draft.anchor !== null) return draft;
	return /^[:,.;!?)\]}]/.test(typed) ? replaceRange(draft, looseSpace - 1, looseSpace, '') : draft;
}

function menuAfter(before: ComposerState, after: ComposerState, hasMoved: boolean): CompletionMenu | null {
	if (after.search !== null) return null;
	const { mention } = after;
	const isFresh = hasMoved || after.sources !== before.sources || before.search !== null;
	if (!after.isMenuDismissed) {
		const isOpen = after.completion !== null && before.mention === null;
		const command = isFresh
			? completionFor(after.draft, after.sources, after.history.entries)
			: isOpen
				? after.completion
				: null;
		if (command !== null) return command;
	}
	if (mention === null) return null;
	if (mention === before.mention && after.mentionResults === before.mentionResults) return after.completion;
	return mentionMenu(mention, after.mentionResults, after.completion);
}

function mentionAfter(after: ComposerState, action: ComposerAction): OpenMention | null {
	const { text, cursor, anchor } = after.draft;
	// To a shell `@` is a character like any other.
	const found = anchor === null && !isShellDraft(after.draft) ? openMention(text, cursor) : null;
	const isWritten = action.type === 'text' || (action.type === 'command' && action.command.isWriting === true);
	if (found === null || found.start === after.dismissedMention) return null;
	return isWritten || found.start === after.mention?.start ? found : null;
}

/** A closed menu stays closed for the mention that it was closed on. */
function dismissedAfter({ draft, dismissedMention }: ComposerState): number | null {
	if (dismissedMention === null || draft.text[dismissedMention] !== '@') return null;
	return draft.cursor > dismissedMention ? dismissedMention : null;
}
