import type { Line } from '../line.js';
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
