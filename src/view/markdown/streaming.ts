import type { Token } from 'marked';
import { fenceAfter, type OpenFence } from '../../core/text/fences.js';
import { endOf, type GrowingText, type TextPosition, textAfter } from '../../core/text/growing-text.js';
import { highlightVersion } from '../code/highlight.js';
import type { Line } from '../line.js';
import { blockLines, type MarkdownRoom } from './blocks.js';
import { opening, withoutOpening } from './chunk-lines.js';
import { createGrowingSource } from './growing-source.js';
import { closeOpenConstructs } from './open-constructs.js';
import { type LinkDefinitions, normalizeLabel, ownTokens, type ParsedBlocks, parseBlocks } from './parse-markdown.js';

/** Costs what was appended: settled blocks are drawn once, the older part of a long rest provisionally. */
export function createStreamingMarkdown() {
	let position: TextPosition | null = null;
	let growing = createGrowingSource();
	let settled = createSettledBlocks();
	let provisional = createProvisionalLines();
	let layout: MarkdownRoom & { readonly version: number } = { width: 0, version: 0 };

	function startAnew(): void {
		growing = createGrowingSource();
		settled = createSettledBlocks();
		provisional = createProvisionalLines();
	}

	function settle(): void {
		if (!growing.mayHoldBoundary()) return;
		const parsed = parseBlocks(growing.complete(), settled.links(), layout.isDrawn);
		const taken = settled.take(growing.complete(), parsed, layout);
		growing.drop(taken);
		if (taken > 0) provisional = createProvisionalLines(growing.complete());
	}

	return {
		settledBlocks: (): number => settled.count(),
		linesOf: (blocks: number): number => settled.linesOf(blocks),
		/** Finished lines keep their objects, for a painter's cache. `isStreaming: false`: equal to `renderMarkdown`. */
		render: (source: GrowingText, requested: MarkdownRoom, isStreaming = true): readonly Line[] => {
			const width = Math.max(1, Math.floor(requested.width));
			const isDrawn = requested.isDrawn === true;
			const room = { width, column: requested.column, isDrawn };
			const more = textAfter(position, source);
			if (more === null && position !== null) startAnew();
			position = endOf(source);
			const version = highlightVersion();
			const isSame = layout.width === width && layout.column === room.column && layout.isDrawn === isDrawn;
			if (!isSame || layout.version !== version) {
				settled.layOut(room, isSame);
				provisional = createProvisionalLines(growing.complete());
				layout = { ...room, version };
			}
			provisional.append(growing.append(more ?? source.text));
			settle();
			if (!isStreaming) {
				const parsed = parseBlocks(growing.complete() + growing.partial(), settled.links(), isDrawn);
				settled.define(parsed.links, room);
				return joinBlocks(settled.lines(), blockLines(parsed.tokens, { ...room, depth: 0 }));
			}
			const open = provisional.lines(growing.recentPartial(), room, settled.links());
			return joinBlocks(settled.lines(), open);
		},
	};
}

const gap: readonly Line[] = [[]];

function joinBlocks(above: readonly Line[], below: readonly Line[]): readonly Line[] {
	if (below.length === 0) return above.slice();
	return above.length === 0 ? below : above.concat(gap, below);
}

/** Characters up to which an open block is drawn anew with every chunk; tables need their first row and get more. */
const longestRest = 4096;
const longestTable = 32_768;
const cachedRest = 1024;

/** Draws the older part of an endless block once, to bound the cost; it may differ in details from the final one. */
function createProvisionalLines(complete = '') {
	const drawn: Line[] = [];
	let rest = complete;
	let isTable = startsTable.test(complete);
	let open: OpenFence | undefined;

	function draw(source: string, room: MarkdownRoom, links: LinkDefinitions): readonly Line[] {
		const continues = open ? ({ kind: 'fence', fence: open } as const) : null;
		const { tokens } = parseBlocks(opening(continues) + source, links, room.isDrawn);
		return withoutOpening(
			blockLines(tokens, { ...room, isDrawn: room.isDrawn === true && continues === null, depth: 0 }),
			continues,
		);
	}

	function keep(length: number, room: MarkdownRoom, links: LinkDefinitions): void {
		const part = rest.slice(0, length);
		for (const line of draw(part.replace(/\n$/, ''), room, links)) drawn.push(line);
		for (const line of part.split('\n').slice(0, -1)) open = fenceAfter(line, open);
		rest = rest.slice(length);
	}

	return {
		append: (lines: string): void => {
			if (rest === '' && drawn.length === 0) isTable = startsTable.test(lines);
			rest += lines;
		},
		lines: (partial: string, room: MarkdownRoom, links: LinkDefinitions): readonly Line[] => {
			const excess = rest.length - (isTable ? longestTable : longestRest);
			if (excess > 0) keep(cutBefore(rest, rest.length - cachedRest), room, links);
			const source = rest + partial;
			const lines = draw(open ? source : closeOpenConstructs(source), room, links);
			return drawn.length === 0 ? lines : drawn.concat(lines);
		},
	};
}

const startsTable = /^\s*\|/;

function cutBefore(source: string, position: number): number {
	const item = source.lastIndexOf('\n- ', position);
	return (item > 0 ? item : source.lastIndexOf('\n', position)) + 1;
}

type Block = {
	readonly source: string;
	lines: readonly Line[];
	readonly hasCode: boolean;
	/** Labels in brackets, collected when a definition changes. */
	labels?: ReadonlySet<string>;
};

/** Blocks that no later text can change, except by a link definition: those that refer to it are drawn again. */
function createSettledBlocks() {
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
