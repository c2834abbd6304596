import { defined } from '../../core/defined.js';
import { trimNewlinesEnd } from '../../core/text/trim-ends.js';
import { faint, type Line, type Span, styled } from '../line.js';
import { behind, noteOrigin } from '../line-origin.js';
import { clipLine, lineWidth, wrapLine } from '../spans.js';
import { HOW_TO_EXPORT, HOW_TO_OPEN, omitted } from './transcript-messages.js';

/** Characters that fit into one cell at most, combining ones included. */
const MOST_FOR_A_CELL = 16;

/** Below this width a gutter would leave no room for words. */
const NARROW = 8;

export function hang(marker: Line, width: number, draw: (room: number) => readonly Line[]): Line[] {
	const gutter = lineWidth(marker);
	if (width < NARROW || gutter >= width - 2) return draw(Math.max(1, width)).slice();
	return draw(width - gutter).map(behindFirst(marker, gutter));
}

/** Puts `marker` before the first line, and blanks of its width before others with words. */
export function behindFirst(marker: Line, cells: number): (line: Line, index: number) => Line {
	const blank: Line = [{ text: ' '.repeat(cells) }];
	return (line, index) => (index > 0 && line.length === 0 ? line : behind(index === 0 ? marker : blank, cells, line));
}

export function indented(columns: number, width: number, draw: (room: number) => readonly Line[]): Line[] {
	const gutter = width < NARROW ? 0 : Math.min(columns, Math.floor(width / 10));
	if (gutter === 0) return draw(Math.max(1, width)).slice();
	const blank: Span = { text: ' '.repeat(gutter) };
	return draw(width - gutter).map((line) => (line.length === 0 ? line : behind([blank], gutter, line)));
}

/** Wrapped lines of a text that is sanitised already. */
export function paragraph(text: string, width: number, style: Span['style'] = {}): Line[] {
	return text.split('\n').flatMap((part) => wrapLine(part === '' ? [] : [styled(part, style)], Math.max(1, width)));
}

/**
 * At most `most` wrapped lines of a sanitised text, and how many of its source lines were left out; one more where that
 * is its last, as the row that counts it would be no shorter.
 */
export function firstLines(
	text: string,
	width: number,
	most: number,
	style: Span['style'] = {},
): { readonly lines: Line[]; readonly hidden: number } {
	const parts = trimNewlinesEnd(text).split('\n');
	const lines: Line[] = [];
	for (const [index, part] of parts.entries()) {
		const room = most - lines.length;
		const bound = MOST_FOR_A_CELL * (room + 1) * width;
		const pieces = paragraph(part.slice(0, bound), width, style);
		const isLast = index === parts.length - 1 && pieces.length === room + 1;
		for (const piece of isLast ? pieces : pieces.slice(0, Math.max(0, room))) lines.push(piece);
		if (isLast && part.length <= bound) return { lines, hidden: 0 };
		if (pieces.length > room || part.length > bound) return { lines, hidden: parts.length - index };
	}
	return { lines, hidden: 0 };
}

export function fitted(lines: readonly Line[], width: number): Line[] {
	return lines.map((line) => (lineWidth(line) <= width ? line : clipLine(line, width)));
}

export function hiddenLine(text: string, width: number, canOpen = true): Line {
	const full = `⋯ ${text} ${HOW_TO_OPEN}`;
	return clipLine([faint(canOpen && full.length <= width ? full : `⋯ ${text}`)], width);
}

/** Like {@link hiddenLine}, for text that `/export` writes whole: points there where everything is open already. */
export function restLine(text: string, width: number, canOpen: boolean): Line {
	return canOpen ? hiddenLine(text, width) : hiddenLine(`${text} ${HOW_TO_EXPORT}`, width, false);
}

export function cutText(text: string, width: number, most: number, canOpen: boolean, style?: Span['style']): Line[] {
	const { lines, hidden } = firstLines(text, width, most, style);
	return hidden === 0 ? lines : [...lines, restLine(omitted.lines(hidden), width, canOpen)];
}

function restyled(lines: readonly Line[], change: (span: Span) => Span): Line[] {
	return lines.map((line) => noteOrigin(line.map(change), line));
}

export function dimmed(lines: readonly Line[]): Line[] {
	return restyled(lines, (span) => ({ ...span, style: { ...span.style, dim: true } }));
}

/** Lines of what no longer counts: without their own colours and backgrounds. */
export function faded(lines: readonly Line[]): Line[] {
	return restyled(lines, ({ text, style }) =>
		styled(text, { color: 'muted', dim: true, ...defined({ link: style?.link }) }),
	);
}
