import type { ImageBlock } from '../../core/content.js';

/**
 * What is being written, as a value. `cursor` and `anchor` are UTF-16 offsets that always stand
 * between two graphemes, and never inside the mark of a pasted block.
 */
export type Draft = {
	readonly text: string;
	readonly cursor: number;
	/** The other end of the selection; null without one. */
	readonly anchor: number | null;
	/** The cell column that motions over rows aim at. */
	readonly preferredColumn: number | null;
	readonly past: EditStack;
	readonly future: readonly Edit[];
	/** What the last change was, as long as the next one may continue it; any motion ends it. */
	readonly run: EditRun | null;
	/** What was killed, the newest last. */
	readonly killRing: readonly string[];
	/** Where the last yank stands and which kill it was, as long as nothing else happened. */
	readonly yanked: { readonly start: number; readonly end: number; readonly index: number } | null;
	/** Pasted blocks by id, pictures by their number below zero. They stay known when their mark is deleted, so that undo brings them back. */
	readonly chips: ReadonlyMap<number, Chip>;
};

/** A large paste or a picture that is in the text as a short mark. A picture's `text` is the mark itself. */
export type Chip =
	| { readonly kind: 'text'; readonly id: number; readonly label: string; readonly text: string }
	| {
			readonly kind: 'image';
			readonly id: number;
			readonly label: string;
			readonly text: string;
			readonly image: ImageBlock;
	  };

/** One change, enough to go back and forth. */
export type Edit = {
	readonly start: number;
	readonly removed: string;
	readonly inserted: string;
	readonly cursorBefore: number;
	readonly anchorBefore: number | null;
	readonly cursorAfter: number;
};

/** Changes that can be undone, the newest last, and how many UTF-16 units they hold. */
export type EditStack = { readonly edits: readonly Edit[]; readonly size: number };

/** Changes of one kind in a row become one undo step, and kills in a row one entry of the ring. */
export type EditRun = 'type' | 'delete' | 'kill-forward' | 'kill-backward';

/** A draft with nothing in it. */
export const emptyDraft: Draft = {
	text: '',
	cursor: 0,
	anchor: null,
	preferredColumn: null,
	past: { edits: [], size: 0 },
	future: [],
	run: null,
	killRing: [],
	yanked: null,
	chips: new Map(),
};

/** The selected range, start first; null without one. */
export function selectionOf(draft: Draft): { readonly start: number; readonly end: number } | null {
	if (draft.anchor === null || draft.anchor === draft.cursor) return null;
	return { start: Math.min(draft.anchor, draft.cursor), end: Math.max(draft.anchor, draft.cursor) };
}
