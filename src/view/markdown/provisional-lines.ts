import type { Line } from '../line.js';
import { blockLines } from './blocks.js';
import { fenceAfter, type OpenFence } from './fences.js';
import { closeOpenConstructs } from './open-constructs.js';
import { type LinkDefinitions, parseBlocks } from './parse.js';

/** An open block is drawn anew with every chunk up to this length; tables need their first row and get more. */
const longestRest = 8192;
const longestTable = 65_536;
const keptRest = 2048;

/**
 * Draws what is not settled while it streams. The older part of a block that does not end is drawn once, so that the cost
 * of a chunk stays bounded; it may differ in details from what the whole block will look like.
 */
export function createProvisionalLines() {
	let drawnLength = 0;
	const drawn: Line[] = [];
	/** The fence that is open where the drawn part ends. */
	let open: OpenFence | undefined;

	function draw(source: string, width: number, links: LinkDefinitions): readonly Line[] {
		const reopened = open ? `${open.mark}${open.info}\n${source}` : source;
		const lines = blockLines(parseBlocks(reopened, links).tokens, { width, depth: 0 });
		// The label of a code block stands above its first part.
		return open && lines[0]?.[0]?.text.startsWith('╭') ? lines.slice(1) : lines;
	}

	function keep(end: number, source: string, width: number, links: LinkDefinitions): void {
		const part = source.slice(drawnLength, end);
		for (const line of draw(part.replace(/\n$/, ''), width, links)) drawn.push(line);
		for (const line of part.split('\n').slice(0, -1)) open = fenceAfter(line, open);
		drawnLength = end;
	}

	return {
		/** The lines of these complete lines, which continue those of the last call, and of a last one. */
		lines: (complete: string, partial: string, width: number, links: LinkDefinitions): readonly Line[] => {
			const limit = /^\s*\|/.test(complete) ? longestTable : longestRest;
			if (complete.length - drawnLength > limit) {
				const end = cutBefore(complete, complete.length - keptRest, drawnLength);
				if (end > drawnLength) keep(end, complete, width, links);
			}
			const rest = complete.slice(drawnLength) + partial;
			const closed = open ? rest : closeOpenConstructs(rest);
			const lines = draw(closed, width, links);
			return drawnLength === 0 ? lines : [...drawn, ...lines];
		},
	};
}

/** Where a list item starts, or else a line. */
function cutBefore(source: string, position: number, from: number): number {
	const item = source.lastIndexOf('\n- ', position);
	return (item > from ? item : source.lastIndexOf('\n', position)) + 1;
}
