import type { Line } from '../line.js';
import { blockLines } from './blocks.js';
import { closeOpenConstructs } from './open-constructs.js';
import { parseBlocks, prepareSource } from './parse.js';

export type MarkdownOptions = {
	/** At least 1. */
	readonly width: number;
	/** Closes half-finished constructs, so that they do not flash. */
	readonly isStreaming?: boolean;
};

/** Sanitised, wrapped lines of a Markdown text. Total: any text, any width; no line is wider than `width`. */
export function renderMarkdown(source: string, options: MarkdownOptions): Line[] {
	const width = Math.max(1, Math.floor(options.width));
	const prepared = prepareSource(source);
	const closed = options.isStreaming ? closeOpenConstructs(prepared) : prepared;
	return blockLines(parseBlocks(closed).tokens, { width, depth: 0 });
}
