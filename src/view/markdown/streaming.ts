import { fenceAfter, type OpenFence } from '../../core/text/fences.js';
import { endOf, type GrowingText, type TextPosition, textAfter } from '../../core/text/growing-text.js';
import { highlightVersion } from '../code/highlight.js';
import type { Line } from '../line.js';
import { blockLines, type MarkdownRoom } from './blocks.js';
import { opening, withoutOpening } from './chunk-lines.js';
import { closeOpenConstructs } from './open-constructs.js';
import { type LinkDefinitions, normalizeLabel, parseBlocks, prepareSource } from './parse.js';
import { BETWEEN_BLOCKS, MarkdownSplitter } from './split.js';

/** Costs what was appended: finished blocks are drawn once, the older part of a long last one provisionally. */
export function createStreamingMarkdown() {
	let position: TextPosition | null = null;
	let splitter = new MarkdownSplitter(BETWEEN_BLOCKS);
	let taken = 0;
	/** Source of a block that goes on behind what the splitter took for the end of its fence. */
	let held = '';
	let settled = createSettledBlocks();
	let provisional = createProvisionalLines();
	let layout: MarkdownRoom & { readonly version: number } = { width: 0, version: 0 };

	function startAnew(): void {
		splitter = new MarkdownSplitter(BETWEEN_BLOCKS);
		taken = 0;
		held = '';
		settled = createSettledBlocks();
		provisional = createProvisionalLines();
	}

	function settle(): void {
		const fresh: string[] = [];
		for (const { source } of splitter.chunks().slice(taken)) {
			held += source;
			if (endsInFence(held)) continue;
			fresh.push(held);
			held = '';
		}
		taken = splitter.chunks().length;
		if (fresh.length === 0) return;
		settled.take(fresh, held + splitter.open().lines, layout);
		provisional = createProvisionalLines();
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
				provisional = createProvisionalLines();
				layout = { ...room, version };
			}
			splitter.append(more ?? source.text);
			settle();
			const { lines, last } = splitter.open();
			const block = held + lines;
			if (!isStreaming) {
				const parsed = parseBlocks(block + prepareSource(last), settled.links(), isDrawn);
				settled.define(parsed.links, room);
				return joinBlocks(settled.lines(), blockLines(parsed.tokens, { ...room, depth: 0 }));
			}
			return joinBlocks(settled.lines(), provisional(block, recentPart(last), room, settled.links()));
		},
	};
}

const fence = /`{3}|~{3}/;

/** Of blocks with an empty line behind them, which a fence that is closed leaves to itself. */
function endsInFence(source: string): boolean {
	const last = fence.test(source) ? parseBlocks(source).tokens.at(-1) : undefined;
	return last?.type === 'code' && last.codeBlockStyle !== 'indented';
}

/** Characters; of a longer last line only the end is drawn while it streams. */
const longestPartial = 8192;
const shownPartial = 4096;

function recentPart(line: string): string {
	if (line.length <= longestPartial) return prepareSource(line);
	// In steps, so that what is on screen does not move with every chunk.
	const skipped = Math.floor((line.length - shownPartial) / shownPartial) * shownPartial;
	return `… ${prepareSource(line.slice(skipped))}`;
}

const gap: readonly Line[] = [[]];

function joinBlocks(above: readonly Line[], below: readonly Line[]): readonly Line[] {
	if (below.length === 0) return above.slice();
	return above.length === 0 ? below : above.concat(gap, below);
}

/** Characters up to which an open block is drawn anew with every chunk; tables need their first row and get more. */
const longestRest = 4096;
const longestTable = 32_768;
const keptRest = 1024;

/** Draws the older part of an endless block once, to bound the cost; it may differ in details from the final one. */
function createProvisionalLines() {
	const drawn: Line[] = [];
	let kept = 0;
	let open: OpenFence | undefined;

	function draw(source: string, room: MarkdownRoom, links: LinkDefinitions): readonly Line[] {
		const continues = open ? ({ kind: 'fence', fence: open } as const) : null;
		const { tokens } = parseBlocks(opening(continues) + source, links, room.isDrawn);
		return withoutOpening(
			blockLines(tokens, { ...room, isDrawn: room.isDrawn === true && continues === null, depth: 0 }),
			continues,
		);
	}

	return (block: string, partial: string, room: MarkdownRoom, links: LinkDefinitions): readonly Line[] => {
		const rest = block.slice(kept);
		if (rest.length > (startsTable.test(block) ? longestTable : longestRest)) {
			const part = rest.slice(0, cutBefore(rest, rest.length - keptRest));
			for (const line of draw(part.replace(/\n$/, ''), room, links)) drawn.push(line);
			for (const line of part.split('\n').slice(0, -1)) open = fenceAfter(line, open);
			kept += part.length;
		}
		const source = block.slice(kept) + partial;
		const lines = draw(open ? source : closeOpenConstructs(source), room, links);
		return drawn.length === 0 ? lines : drawn.concat(lines);
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
	let links: LinkDefinitions = {};
	/** Definitions that lines were drawn with: settled ones, and those of the whole lines behind them. */
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
		/** `rest`: whole lines behind them, whose definitions may be the ones that they refer to. */
		take: (fresh: readonly string[], rest: string, room: MarkdownRoom): void => {
			for (const source of fresh) ({ links } = parseBlocks(source, links));
			define(parseBlocks(rest, links).links, room);
			for (const source of fresh) {
				const block = { source, lines: [], hasCode: fence.test(source) };
				draw(block, room);
				blocks.push(block);
				push(block.lines);
			}
		},
	};
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
