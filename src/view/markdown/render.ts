import type { Line } from '../line.js';
import { blockLines } from './blocks.js';
import { closeOpenConstructs } from './open-constructs.js';
import { parseBlocks, prepareSource } from './parse.js';

/** How Markdown is laid out. */
export type MarkdownOptions = {
	/** Cells a line may take, at least 1. */
	readonly width: number;
	/** More is coming: half-finished constructs are closed, so that they do not flash. */
	readonly isStreaming?: boolean;
};

/**
 * The lines of a Markdown text, sanitised and wrapped; `[]` when it draws nothing. Total: any text, any width; no line
 * is wider than `width`.
 */
export function renderMarkdown(source: string, options: MarkdownOptions): Line[] {
	const width = Math.max(1, Math.floor(options.width));
	const prepared = prepareSource(source);
	const closed = options.isStreaming ? closeOpenConstructs(prepared) : prepared;
	return blockLines(parseBlocks(closed).tokens, { width, depth: 0 });
}
