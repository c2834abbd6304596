import { type Line, plain, type Role, type Span, styled } from '../line.js';
import { clipLine, lineWidth, padLine } from '../spans.js';

/** A frame around lines, `width` cells wide, with a title in its upper edge. Lines are clipped to it. */
export function box(
	lines: readonly Line[],
	width: number,
	options: { readonly title?: Line; readonly color: Role },
): Line[] {
	const inner = Math.max(1, width - 4);
	const edge = (text: string): Span => styled(text, { color: options.color });
	const title = options.title === undefined ? [] : clipLine([plain(' '), ...options.title, plain(' ')], inner);
	const rule = Math.max(0, width - 3 - lineWidth(title));
	return [
		[edge('╭─'), ...title, edge(`${'─'.repeat(rule)}╮`)],
		...lines.map((line) => [edge('│ '), ...padLine(clipLine(line, inner), inner), edge(' │')]),
		[edge(`╰${'─'.repeat(Math.max(0, width - 2))}╯`)],
	];
}

/** How many cells a line inside a box of this width may take. */
export function innerWidth(width: number): number {
	return Math.max(1, width - 4);
}
