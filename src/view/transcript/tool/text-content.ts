import { wholeText } from '../../../core/text/growing-text.js';
import { countNewlines } from '../../../core/text/newlines.js';
import { sanitizeText } from '../../../core/text/sanitize.js';
import type { TerminalView } from '../../../core/tool-call.js';
import type { Line } from '../../line.js';
import { type MarkdownRoom, proseWidth } from '../../markdown/blocks.js';
import { renderMarkdown } from '../../markdown/render-markdown.js';
import { wrapLine } from '../../spans.js';
import { createScreenFeed } from '../../terminal-output/feed.js';
import type { TerminalScreen } from '../../terminal-output/output-screen.js';
import type { RenderCache } from '../line-cache.js';
import { cutText, hiddenLine, restLine } from '../transcript-layout.js';
import { omitted } from '../transcript-messages.js';

/** Characters laid out for a preview of a few lines, */
const PREVIEW_CHARS = 16_384;
/** and rows of source for each of its rows. */
const LINE_WIDTHS = 8;
const OPEN_CHARS = 400_000;
/** Characters; Markdown costs more than plain text, which would be felt when a card is opened. */
const OPEN_MARKDOWN = 50_000;

export type TextOptions = Pick<MarkdownRoom, 'width' | 'column'> & {
	readonly most: number;
	/** `output`: of a command, its end matters, no Markdown. `reason`: prose that says why something failed. */
	readonly form: 'output' | 'markdown' | 'reason';
	readonly canOpen: boolean;
};

export function renderTextContent(text: string, options: TextOptions): Line[] {
	if (text.trim() === '' || options.most === 0) return [];
	const fenced = unfenced(text);
	if (options.form === 'reason') {
		// Agents put what went wrong into a fence or a tag: it is prose, and wraps as prose does.
		const inner = (fenced ?? text).slice(0, OPEN_CHARS);
		const words = sanitizeText(/^\s*<([a-z_]+)>([\s\S]*)<\/\1>\s*$/.exec(inner)?.[2] ?? inner);
		return cutText(words.trim(), proseWidth(options), options.most, options.canOpen);
	}
	if (options.form === 'output') {
		const output = (fenced ?? text).slice(-OPEN_CHARS);
		return withEarlier(renderOutputText(output, { width: options.width, maxRows: options.most }), options);
	}
	return renderStart(text, options);
}

export function withEarlier(
	output: RenderedOutput,
	options: { readonly width: number; readonly canOpen: boolean },
): Line[] {
	const earlier = earlierText(output);
	const draw = output.hidden > 0 ? restLine : hiddenLine;
	const canOpen = options.canOpen && output.hidden > 0;
	return [...(earlier === null ? [] : [draw(earlier, options.width, canOpen)]), ...output.lines];
}

function renderStart(text: string, options: TextOptions): Line[] {
	const preview = Math.min(PREVIEW_CHARS, LINE_WIDTHS * Math.max(40, options.width) * (options.most + 1));
	const limit = options.most <= 100 ? preview : OPEN_MARKDOWN;
	const head = text.length > limit ? text.slice(0, limit) : text;
	const lines = renderMarkdown(head.trimEnd(), { width: options.width, column: options.column });
	const hidden = Math.max(0, lines.length - options.most) + countNewlines(text.trimEnd(), head.length);
	if (hidden === 0) return lines;
	return [...lines.slice(0, options.most), restLine(omitted.lines(hidden), options.width, options.canOpen)];
}

export function unfenced(text: string): string | null {
	const match = /^\s*(`{3,}(?!`)|~{3,}(?!~))[^\n`]*\n([\s\S]*?)\n?\1\s*$/.exec(text);
	const inner = match?.[2];
	return inner === undefined || inner.includes(match?.[1] ?? '```') ? null : inner;
}

export type RenderedOutput = { readonly lines: readonly Line[]; readonly hidden: number; readonly isMoreLost: boolean };

/** Rows joined to one line at most: an endless line must not be laid out whole. */
const MOST_JOINED = 64;

type OutputOptions = { readonly width: number; readonly maxRows: number };

export function renderTerminal(view: TerminalView, cache: RenderCache, options: OutputOptions): RenderedOutput {
	const shown = lastRows(cache.screen(view), options.width, options.maxRows);
	return { ...shown, isMoreLost: view.outputStart > 0 };
}

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
		// The end of a cut line was written last.
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
