import type { ImageBlock } from '../../core/content.js';

/** `cursor` and `anchor` are UTF-16 offsets between two graphemes, never inside the mark of a pasted block. */
export type Draft = {
	readonly text: string;
	readonly cursor: number;
	readonly anchor: number | null;
	/** Cell column that motions over rows aim at. */
	readonly preferredColumn: number | null;
	readonly past: EditStack;
	readonly future: readonly Edit[];
	/** Kind of the last change, as long as the next one may continue it; any motion ends it. */
	readonly run: EditRun | null;
	readonly killRing: readonly string[];
	/** Range of the last yank and the index of its kill, until anything else happens. */
	readonly yanked: { readonly start: number; readonly end: number; readonly index: number } | null;
	/** Pasted blocks by id, pictures by their negated number. Kept without their mark, so that undo restores them. */
	readonly chips: ReadonlyMap<number, Chip>;
	/** Of a draft put aside in an earlier run; seen: something was sent since a message named it. */
	readonly restoredAs?: 'earlier' | 'seen';
};

/** Large paste or picture that the text holds as a short mark. A picture's `text` is the mark itself. */
export type Chip = { readonly id: number; readonly label: string; readonly text: string } & (
	| { readonly kind: 'text' }
	| { readonly kind: 'image'; readonly image: ImageBlock }
);

export type Edit = {
	readonly start: number;
	readonly removed: string;
	readonly inserted: string;
	readonly cursorBefore: number;
	readonly anchorBefore: number | null;
	readonly cursorAfter: number;
	/** Column in bytes that vim’s redo leads to, where the line was too short for it. */
	readonly byteBefore?: number;
};

/** Undo steps, the newest last; `size` in UTF-16 units. */
export type EditStack = { readonly edits: readonly Edit[]; readonly size: number };

/** Consecutive changes of one kind become one undo step, and kills one entry of the ring. */
export type EditRun = 'type' | 'delete' | 'kill-forward' | 'kill-backward';

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
