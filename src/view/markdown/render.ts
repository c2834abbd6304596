import type { Line } from '../line.js';
import { originOf } from '../line-origin.js';
import { lineText, sliceLine } from '../spans.js';
import { blockLines, type MarkdownRoom } from './blocks.js';
import { closeOpenConstructs } from './open-constructs.js';
import { parseBlocks, prepareSource } from './parse.js';

/** Total: any text, any width; no line is wider. `isStreaming` closes half-finished constructs. */
export function renderMarkdown(
	source: string,
	{ isStreaming = false, ...room }: MarkdownRoom & { readonly isStreaming?: boolean },
): Line[] {
	const width = Math.max(1, Math.floor(room.width));
	const prepared = prepareSource(source);
	const closed = isStreaming ? closeOpenConstructs(prepared) : prepared;
	return blockLines(parseBlocks(closed, undefined, room.isDrawn).tokens, { ...room, width, depth: 0 });
}

/** A row that is wider than any text it is made of: nothing is wrapped. */
const ONE_ROW = 10_000;
const RULE = /^[─┼ ]*$/;

export function plainWords(markdown: string): string {
	return renderMarkdown(markdown, { width: ONE_ROW })
		.map((line) => {
			const { gutter, whole, isVerbatim } = originOf(line);
			const text = lineText(isVerbatim ? sliceLine(line, gutter, Number.POSITIVE_INFINITY) : line);
			return whole === null || RULE.test(text) ? '' : text;
		})
		.filter((text) => text !== '')
		.join(' ');
}
