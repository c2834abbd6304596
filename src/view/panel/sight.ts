import type { ComposerState } from '../composer/state.js';
import type { Line } from '../line.js';
import type { Anchor } from '../transcript/position.js';
import type { PanelPlace } from './panel.js';

export type PanelSight = {
	/** The place of the selected row, from 0. */
	readonly selected: number;
	/** The place of the first line of the list that was in sight when a row was clicked; null: the selected row is in the middle. */
	readonly top: number | null;
	/** The first line in sight of the words above the rows, and of those of the selected row. */
	readonly scroll: number;
	readonly wordsFrom: number;
	/** Text in the line of the panel. */
	readonly typed: string;
	/** The same with its cursor, where it may stand anywhere; absent: at the end. */
	readonly lineDraft?: ComposerState;
	readonly anchor: Anchor;
	/** Of a panel with documents, as its state has them. */
	readonly isInText: boolean;
	readonly places: PanelPlace['places'];
	readonly mark: PanelPlace['mark'];
	/** Confirmation that the next key press gives; null: none is asked. */
	readonly asked: { readonly words: (width: number) => string; readonly isOfAll: boolean } | null;
};

export type DrawnPanel = {
	readonly lines: readonly Line[];
	/** The cell of the cursor, from 0; absent or null hides it. */
	readonly cursor?: { readonly x: number; readonly y: number } | null;
};
