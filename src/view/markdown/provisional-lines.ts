import { fenceAfter, type OpenFence } from '../../core/text/fences.js';
import type { Line } from '../line.js';
import { blockLines } from './blocks.js';
import { opening, withoutOpening } from './chunk-lines.js';
import { closeOpenConstructs } from './open-constructs.js';
import { type LinkDefinitions, parseBlocks } from './parse.js';

/** Characters up to which an open block is drawn anew with every chunk; tables need their first row and get more. */
const longestRest = 4096;
const longestTable = 32_768;
const keptRest = 1024;

/**
 * Draws the unsettled blocks of a stream. The older part of an endless block is drawn once, so that the cost of a chunk
 * stays bounded; it may differ in details from the final block.
 */
export function createProvisionalLines(complete = '') {
	const drawn: Line[] = [];
	let rest = complete;
	let isTable = startsTable.test(complete);
	let open: OpenFence | undefined;

	function draw(source: string, width: number, links: LinkDefinitions): readonly Line[] {
		const continues = open ? ({ kind: 'fence', fence: open } as const) : null;
		const { tokens } = parseBlocks(opening(continues) + source, links);
		return withoutOpening(blockLines(tokens, { width, depth: 0 }), continues);
	}

	function keep(length: number, width: number, links: LinkDefinitions): void {
		const part = rest.slice(0, length);
		for (const line of draw(part.replace(/\n$/, ''), width, links)) drawn.push(line);
		for (const line of part.split('\n').slice(0, -1)) open = fenceAfter(line, open);
		rest = rest.slice(length);
	}

	return {
		append: (lines: string): void => {
			if (rest === '' && drawn.length === 0) isTable = startsTable.test(lines);
			rest += lines;
		},
		lines: (partial: string, width: number, links: LinkDefinitions): readonly Line[] => {
			const excess = rest.length - (isTable ? longestTable : longestRest);
			if (excess > 0) keep(cutBefore(rest, rest.length - keptRest), width, links);
			const source = rest + partial;
			const lines = draw(open ? source : closeOpenConstructs(source), width, links);
			return drawn.length === 0 ? lines : drawn.concat(lines);
		},
	};
}

const startsTable = /^\s*\|/;

/** Prefers the start of a list item to that of another line. */
function cutBefore(source: string, position: number): number {
	const item = source.lastIndexOf('\n- ', position);
	return (item > 0 ? item : source.lastIndexOf('\n', position)) + 1;
}
