import { originOf } from '../line-origin.js';
import { lineText, sliceLine } from '../spans.js';
import { renderMarkdown } from './render.js';

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
