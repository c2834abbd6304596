import type { Line } from '../line.js';
import type { Anchor } from '../transcript/position.js';

/** A text of which a window is laid out: `anchor` is where the window ends. */
export type PanelPane = {
	readonly lines: (width: number, rows: number, anchor: Anchor) => readonly Line[];
	readonly scroll: (width: number, rows: number, anchor: Anchor, by: number) => Anchor;
	/** Lines between the pane and the line of the panel. */
	readonly below: (width: number) => readonly Line[];
	/** As high as its text, but leaves some of the transcript in sight. */
	readonly grows?: true;
};

/** Words above the rows. */
export type PanelText = {
	readonly title: string;
	readonly paragraphs: readonly string[];
	/** Lines in place of paragraphs. */
	readonly lines?: (width: number) => readonly Line[];
	/** Where not all has room, the words of the selected row come first. */
	readonly isSecondary?: true;
	/** Rows that stay in sight below it; absent: all. */
	readonly keeps?: number;
	/** A blank row below it, where there is room. */
	readonly isApart?: true;
};

/** An editable text of several lines. Its height does not depend on its content, so that nothing jumps. */
export type PanelWriting = {
	/** In the rule above it. */
	readonly heading: (width: number) => Line;
	readonly text: string;
	/** Placeholder while the text is empty. */
	readonly hint: string;
};
