import { sanitizeText } from '../../core/text/sanitize.js';
import type { Line } from '../line.js';
import { wrapLine } from '../spans.js';

/** How Markdown is laid out. */
export type MarkdownOptions = {
	/** Cells a line may take, at least 1. */
	readonly width: number;
	/** More is coming: half-finished constructs are closed, so that they do not flash. */
	readonly isStreaming?: boolean;
};

/** The lines of a Markdown text. Total: any text, any width; no line is wider than `width`. */
export function renderMarkdown(source: string, options: MarkdownOptions): Line[] {
	return sanitizeText(source)
		.split('\n')
		.flatMap((text) => wrapLine([{ text }], options.width));
}
