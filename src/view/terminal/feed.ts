import { createTerminalScreen, type TerminalScreen } from './screen.js';

/** The cells after which a line wraps by itself. Wide, since lines are wrapped to the screen's width when they are drawn. */
const COLUMNS = 512;
/** The least overlap by which an output whose start was dropped is recognised as the continuation. */
const MIN_OVERLAP = 256;

/** Keeps a screen in step with an output that grows at its end and may lose its start. */
export type ScreenFeed = {
	/** The screen for this output. Costs what is new when the output continues the last one; else it starts anew. */
	readonly show: (output: string) => TerminalScreen;
};

/** A feed without output. */
export function createScreenFeed(): ScreenFeed {
	let consumed = '';
	let screen = createTerminalScreen(COLUMNS);
	return {
		show: (output) => {
			if (output === consumed) return screen;
			// A slice that is compared as a whole costs a memory comparison; `startsWith` walks characters.
			const isLonger = output.slice(0, consumed.length) === consumed;
			const known = isLonger ? consumed.length : overlap(consumed, output);
			if (known === 0 && consumed !== '') screen = createTerminalScreen(COLUMNS);
			screen.write(output.slice(known));
			consumed = output;
			return screen;
		},
	};
}

/** How many characters at the start of `output` are the end of `before`; 0 when nobody can tell. */
function overlap(before: string, output: string): number {
	if (before.length < MIN_OVERLAP) return 0;
	const tail = before.slice(-MIN_OVERLAP);
	let at = output.lastIndexOf(tail);
	// The largest overlap wins; a few tries are enough for anything but periodic text.
	for (let tries = 0; at >= 0 && tries < 8; tries += 1) {
		const end = at + MIN_OVERLAP;
		if (end <= before.length && before.slice(before.length - end) === output.slice(0, end)) return end;
		at = at === 0 ? -1 : output.lastIndexOf(tail, at - 1);
	}
	return 0;
}
