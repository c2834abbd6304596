import type { Line } from '../line.js';
import { lineText } from '../spans.js';
import { blockLines, type MarkdownRoom } from './blocks.js';
import { type LinkDefinitions, parseBlocks, parseWords } from './parse-markdown.js';
import type { Chunk, Continuation } from './split.js';

export function chunkLines({ source, continues }: Chunk, room: MarkdownRoom, links: LinkDefinitions): readonly Line[] {
	// A part of a diagram is none.
	const context = { ...room, isDrawn: room.isDrawn === true && continues?.kind !== 'fence', depth: 0 };
	if (continues?.kind !== 'words') {
		return withoutOpening(
			blockLines(parseBlocks(opening(continues) + source, links, room.isDrawn).tokens, context),
			continues,
		);
	}
	const end = source.indexOf('\n');
	const words = end < 0 ? source : source.slice(0, end);
	const rest = end < 0 ? '' : source.slice(end + 1);
	return [
		...blockLines(parseWords(words, links, room.isDrawn === true), context),
		...(rest.startsWith('\n') ? [[]] : []),
		...blockLines(parseBlocks(rest, links, room.isDrawn).tokens, context),
	];
}

export function opening(continues: Continuation | null): string {
	if (continues?.kind === 'fence') return `${continues.fence.mark}${continues.fence.info}\n`;
	return continues?.kind === 'table' ? continues.head : '';
}

export function withoutOpening(lines: readonly Line[], continues: Continuation | null): readonly Line[] {
	if (continues?.kind === 'fence') return lines[0]?.[0]?.text.startsWith('╭') ? lines.slice(1) : lines;
	if (continues?.kind !== 'table') return lines;
	const rule = lines.findIndex((line) => /^─[─┼]*$/.test(lineText(line)));
	return lines.slice(rule + 1);
}
