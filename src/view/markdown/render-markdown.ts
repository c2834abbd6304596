import type { Line } from '../line.js';
import { originOf } from '../line-origin.js';
import { lineText, sliceLine } from '../spans.js';
import { blockLines, type MarkdownRoom } from './blocks.js';
import { parseBlocks, prepareSource } from './parse-markdown.js';

/** Lines of any text in any width; none is wider. */
export function renderMarkdown(source: string, room: MarkdownRoom): Line[] {
	const width = Math.max(1, Math.floor(room.width));
	const { tokens } = parseBlocks(prepareSource(source), undefined, room.isDrawn);
	return blockLines(tokens, { ...room, width, depth: 0 });
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
