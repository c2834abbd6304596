import type { Token } from 'marked';
import type { Line } from '../line.js';
import { blockLines, type MarkdownRoom } from './blocks.js';
import { type LinkDefinitions, normalizeLabel, ownTokens, type ParsedBlocks, parseBlocks } from './parse.js';

type Block = {
	readonly source: string;
	lines: readonly Line[];
	readonly hasCode: boolean;
	/** Labels in brackets, collected when a definition changes. */
	labels?: ReadonlySet<string>;
};

/** Blocks that no later text can change, except by a link definition: those that refer to it are drawn again. */
export function createSettledBlocks() {
	const blocks: Block[] = [];
	let lines: Line[] = [];
	const links: LinkDefinitions = {};
	/** Definitions that lines were drawn with: settled ones and those of the last complete lines. */
	let drawnWith: LinkDefinitions = {};

	function draw(block: Block, room: MarkdownRoom): void {
		block.lines = blockLines(parseBlocks(block.source, drawnWith, room.isDrawn).tokens, { ...room, depth: 0 });
	}

	function joinAll(): void {
		lines = [];
		for (const block of blocks) push(block.lines);
	}

	function push(added: readonly Line[]): void {
		if (added.length === 0) return;
		if (lines.length > 0) lines.push([]);
		for (const line of added) lines.push(line);
	}

	function define(defined: LinkDefinitions, room: MarkdownRoom): void {
		const labels = new Set([...Object.keys(drawnWith), ...Object.keys(defined)]);
		const changed = [...labels].filter((label) => drawnWith[label]?.href !== defined[label]?.href);
		if (changed.length === 0) return;
		drawnWith = { ...defined };
		const stale = blocks.filter((block) => refersTo(block, changed));
		for (const block of stale) draw(block, room);
		if (stale.length > 0) joinAll();
	}

	return {
		lines: (): readonly Line[] => lines,
		links: (): LinkDefinitions => links,
		count: (): number => blocks.length,
		linesOf: (count: number): number => {
			const heights = blocks.slice(0, count).map((block) => block.lines.length);
			const drawn = heights.filter((height) => height > 0);
			return drawn.reduce((sum, height) => sum + height, Math.max(0, drawn.length - 1));
		},
		define,
		layOut: (room: MarkdownRoom, onlyCode: boolean): void => {
			for (const block of blocks) {
				if (!onlyCode || block.hasCode) draw(block, room);
			}
			joinAll();
		},
		take: (source: string, parsed: ParsedBlocks, room: MarkdownRoom): number => {
			define(parsed.links, room);
			const { count, length } = finalBlocks(source, parsed);
			if (count === 0) return 0;
			const tokens = parsed.tokens.slice(0, count);
			for (const label of definedLabels(tokens)) {
				const definition = parsed.links[label];
				if (definition && !Object.hasOwn(links, label)) links[label] = definition;
			}
			const taken: Block = {
				source: source.slice(0, length),
				lines: blockLines(tokens, { ...room, depth: 0 }),
				hasCode: /`{3}|~{3}/.test(source.slice(0, length)),
			};
			blocks.push(taken);
			push(taken.lines);
			return length;
		},
	};
}

/** A block is final when a complete line begins another one after an empty line at the left margin. */
function finalBlocks(source: string, parsed: ParsedBlocks): { count: number; length: number } {
	let offset = 0;
	let final = { count: 0, length: 0 };
	for (const [index, token] of parsed.tokens.entries()) {
		if (!source.startsWith(token.raw, offset)) break;
		const isAfterBlank = /\n[ \t]*\n$/.test(source.slice(Math.max(0, offset - 200), offset));
		if (index > 0 && isAfterBlank && /^\S/.test(token.raw)) final = { count: index, length: offset };
		offset += token.raw.length;
	}
	return final;
}

function definedLabels(tokens: readonly Token[]): string[] {
	return ownTokens(tokens).flatMap((token) => {
		if (token.type === 'def') return [token.tag];
		if (token.type === 'list') return token.items.flatMap((item) => definedLabels(item.tokens));
		return token.type === 'blockquote' ? definedLabels(token.tokens) : [];
	});
}

function refersTo(block: Block, changed: readonly string[]): boolean {
	if (!block.source.includes('[')) return false;
	block.labels ??= labelsOf(block.source);
	const labels = block.labels;
	// An escaped bracket may hide where a label ends.
	return labels.has('\\') || changed.some((label) => labels.has(normalizeLabel(label)));
}

function labelsOf(source: string): Set<string> {
	const labels = new Set<string>();
	for (const [, label = ''] of source.matchAll(/\[([^[\]]*)\]/g)) labels.add(normalizeLabel(label));
	if (/\\[[\]]/.test(source)) labels.add('\\');
	return labels;
}
