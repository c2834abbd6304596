import { fenceAfter, type OpenFence } from '../../core/text/fences.js';
import { endOf, type GrowingText, type TextPosition, textAfter } from '../../core/text/growing-text.js';
import { highlightVersion } from '../code/highlight.js';
import type { Line } from '../line.js';
import { blockLines, type MarkdownRoom } from './blocks.js';
import { opening, withoutOpening } from './chunk-lines.js';
import { createGrowingSource } from './growing-source.js';
import { closeOpenConstructs } from './open-constructs.js';
import { type LinkDefinitions, parseBlocks } from './parse.js';
import { createSettledBlocks } from './settled-blocks.js';

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
const keptRest = 1024;

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
			if (excess > 0) keep(cutBefore(rest, rest.length - keptRest), room, links);
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
