import { wholeText } from '../../../core/text/growing-text.js';
import type { TerminalView } from '../../../core/tool-call.js';
import type { Line } from '../../line.js';
import { wrapLine } from '../../spans.js';
import { createScreenFeed } from '../../terminal-output/feed.js';
import type { TerminalScreen } from '../../terminal-output/screen.js';
import type { RenderCache } from '../line-cache.js';
import { omitted } from '../transcript-messages.js';

export type RenderedOutput = { readonly lines: readonly Line[]; readonly hidden: number; readonly isMoreLost: boolean };

/** Rows joined to one line at most: an endless line must not be laid out whole. */
const MOST_JOINED = 64;

export type OutputOptions = {
	readonly width: number;
	readonly maxRows: number;
};

export function renderTerminal(view: TerminalView, cache: RenderCache, options: OutputOptions): RenderedOutput {
	const shown = lastRows(cache.screen(view), options.width, options.maxRows);
	return { ...shown, isMoreLost: view.outputStart > 0 };
}

/** Last rows of a command's text, whose escape sequences are carried out. */
export function renderOutputText(text: string, options: OutputOptions): RenderedOutput {
	return {
		...lastRows(createScreenFeed().show(wholeText('', text)), options.width, options.maxRows),
		isMoreLost: false,
	};
}

export function earlierText(output: RenderedOutput): string | null {
	if (output.hidden === 0) return output.isMoreLost ? omitted.outputLost : null;
	return omitted.earlierLines(output.hidden, output.isMoreLost);
}

function lastRows(screen: TerminalScreen, width: number, maxRows: number) {
	const count = screen.rowCount();
	const most = Math.max(0, Math.floor(maxRows));
	const pieces: Line[][] = [];
	let rows = 0;
	let index = count;
	let isCut = false;
	while (index > 0 && rows < most) {
		const end = index;
		do index -= 1;
		while (index > 0 && end - index < MOST_JOINED && screen.continues(index));
		const wrapped = wrapLine(joinedRows(screen, index, end), Math.max(1, width), { hard: true });
		// Of a line that is cut its end is what was written last.
		const kept = wrapped.slice(-(most - rows));
		isCut = kept.length < wrapped.length;
		pieces.push(kept);
		rows += kept.length;
	}
	return { lines: pieces.reverse().flat(), hidden: index + (isCut ? 1 : 0) + screen.dropped() };
}

function joinedRows(screen: TerminalScreen, from: number, to: number): Line {
	if (to - from === 1) return screen.row(from);
	return Array.from({ length: to - from }, (_, row) => screen.row(from + row)).flat();
}
