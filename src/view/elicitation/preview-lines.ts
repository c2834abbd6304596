import { sanitizeText } from '../../core/text/sanitize.js';
import { type Line, plain, styled } from '../line.js';
import { renderMarkdown } from '../markdown/render.js';
import { wrapLine } from '../spans.js';

/** What Markdown has and drawings in characters hardly do: a fence, a heading, emphasis. */
const MARKDOWN = /^(?:```|~~~|#{1,6} )|\*\*\S|\[[^\]\n]+\]\(/m;

/** What choosing an option would look like: Markdown where it is some, else its characters as they stand. */
export function previewLines(preview: string, width: number): readonly Line[] {
	const key = `${width} ${preview}`;
	if (last?.key === key) return last.lines;
	const lines = MARKDOWN.test(preview) ? renderMarkdown(preview, { width }) : plainLines(preview, width);
	last = { key, lines };
	return lines;
}

let last: { readonly key: string; readonly lines: readonly Line[] } | null = null;

function plainLines(preview: string, width: number): readonly Line[] {
	return sanitizeText(preview)
		.split('\n')
		.flatMap((line) => wrapLine([styled(line, { color: 'text' })], width, { hard: true, indent: [plain('')] }));
}
