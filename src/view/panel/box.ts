import { type Line, plain, type Role, type Span, styled } from '../line.js';
import { clipLine, lineText, lineWidth, padLine, sliceLine } from '../spans.js';

export type BoxOptions = {
	readonly title?: Line;
	readonly aside?: Line;
	readonly foot?: Line;
	readonly color: Role;
	/** The column within at which a rule goes down from edge to edge. */
	readonly joint?: number;
	/** Lines, from one to another, at which the right edge is thick: the part of a whole that is in sight. */
	readonly thumb?: { readonly from: number; readonly to: number };
};

/**
 * A frame around lines, `width` cells wide, with a title in its upper edge, `aside` at the right of it where that has
 * room, and words in the lower one. Lines are clipped to it.
 */
export function box(lines: readonly Line[], width: number, options: BoxOptions): Line[] {
	const inner = Math.max(1, width - 4);
	const edge = (text: string): Span => styled(text, { color: options.color });
	const inEdge = (words: Line = []): Line =>
		words.length === 0 ? [] : clipLine([plain(' '), ...words, plain(' ')], inner);
	const rest = (words: Line): string => '─'.repeat(Math.max(0, width - 3 - lineWidth(words)));
	const title = inEdge(options.title);
	const besides = inEdge(options.aside);
	const aside = lineWidth(title) + lineWidth(besides) + LEAST_EDGE > width ? [] : besides;
	const foot = inEdge(options.foot);
	const { joint, thumb = { from: 0, to: -1 } } = options;
	const top: Line =
		aside.length === 0
			? [edge('╭─'), ...title, edge(`${rest(title)}╮`)]
			: [edge('╭─'), ...title, edge(rest([...title, ...aside, plain('─')])), ...aside, edge('─╮')];
	const right = (at: number): Span =>
		at >= thumb.from && at <= thumb.to ? styled(' ┃', { color: options.color, bold: true }) : edge(' │');
	return [
		joined(top, joint, edge('┬')),
		...lines.map((line, at) => [edge('│ '), ...padLine(clipLine(line, inner), inner), right(at)]),
		joined([edge('╰─'), ...foot, edge(`${rest(foot)}╯`)], joint, edge('┴')),
	];
}

/** An edge with a sign at a column within it, where no words stand. */
function joined(edge: Line, joint: number | undefined, sign: Span): Line {
	if (joint === undefined) return edge;
	const at = joint + 2;
	const before = sliceLine(edge, 0, at);
	const isFree = lineText(sliceLine(edge, at - 1, at + 2)) === '───' && lineWidth(before) === at;
	return isFree ? [...before, sign, ...sliceLine(edge, at + 1, lineWidth(edge))] : edge;
}

/** Cells of the edge that are seen around and between words in it. */
export const LEAST_EDGE = 8;

/** Cells that a line inside a box of this width may take. */
export function innerWidth(width: number): number {
	return Math.max(1, width - 4);
}
