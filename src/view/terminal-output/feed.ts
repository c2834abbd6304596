import { endOf, type GrowingText, type TextPosition, textAfter } from '../../core/text/growing-text.js';
import { TerminalScreen } from './output-screen.js';

/** Cells after which a line wraps. Wide, since lines are wrapped to the screen's width when they are drawn. */
const COLUMNS = 512;

export function createScreenFeed() {
	let position: TextPosition | null = null;
	let screen = new TerminalScreen(COLUMNS);
	return {
		/** Costs what is new when the output continues the last one; else it starts anew. */
		show: (output: GrowingText): TerminalScreen => {
			const more = textAfter(position, output);
			if (more === null && position !== null) screen = new TerminalScreen(COLUMNS);
			screen.write(more ?? output.text);
			position = endOf(output);
			return screen;
		},
	};
}
