import { type Line, plain, type Role, type Span, styled } from '../line.js';
import { clipLine, lineWidth, padLine } from '../spans.js';

/**
 * A frame around lines, `width` cells wide, with a title in its upper edge, `aside` at the right of it where that has
 * room, and words in the lower one. Lines are clipped to it.
 */
export function box(
	lines: readonly Line[],
	width: number,
	options: { readonly title?: Line; readonly aside?: Line; readonly foot?: Line; readonly color: Role },
): Line[] {
	const inner = Math.max(1, width - 4);
	const edge = (text: string): Span => styled(text, { color: options.color });
	const inEdge = (words: Line = []): Line =>
		words.length === 0 ? [] : clipLine([plain(' '), ...words, plain(' ')], inner);
	const rest = (words: Line): string => '─'.repeat(Math.max(0, width - 3 - lineWidth(words)));
	const title = inEdge(options.title);
	const besides = inEdge(options.aside);
	const aside = lineWidth(title) + lineWidth(besides) + LEAST_EDGE > width ? [] : besides;
	const foot = inEdge(options.foot);
	return [
		aside.length === 0
			? [edge('╭─'), ...title, edge(`${rest(title)}╮`)]
			: [edge('╭─'), ...title, edge(rest([...title, ...aside, plain('─')])), ...aside, edge('─╮')],
		...lines.map((line) => [edge('│ '), ...padLine(clipLine(line, inner), inner), edge(' │')]),
		[edge('╰─'), ...foot, edge(`${rest(foot)}╯`)],
	];
}

/** Cells of the edge that are seen around and between words in it. */
export const LEAST_EDGE = 8;

/** How many cells a line inside a box of this width may take. */
export function innerWidth(width: number): number {
	return Math.max(1, width - 4);
}
