import { type Line, styled } from '../line.js';
import { wrapLine } from '../spans.js';
import { rowsOfPair } from './diff-halves.js';
import type { DiffPart, DiffParts } from './diff-parts.js';
import { createRowView } from './diff-rows.js';
import { highlightVersion } from './highlight.js';

type DrawOptions = {
	readonly path: string;
	readonly width: number;
	readonly isSplit: boolean;
	/** The line of the file that the texts begin with. */
	readonly firstLine: number;
	readonly digits: number;
	readonly head: (part: Extract<DiffPart, { kind: 'hunk' }>, place: number) => Line;
};

/** Lines on a screen of a line of text: a longer one is cut, and read elsewhere. */
const MOST_OF_LINE = 12;
const COLORED = 60_000;
const KEPT = 24;

export function drawnParts(parts: DiffParts, options: DrawOptions): (place: number) => readonly Line[] {
	const { width, isSplit, path, firstLine, digits, head } = options;
	const drawn = new Map<number, ReadonlyMap<number, readonly Line[]>>();
	let version = highlightVersion();
	const draw = (from: number, to: number): ReadonlyMap<number, readonly Line[]> => {
		const places = Array.from({ length: to - from }, (_, index) => from + index);
		const block = places.map((place) => [place, parts.partAt(place)] as const);
		const rows = block.flatMap(([, part]) => (part.kind === 'line' ? rowsOfPair(part) : []));
		const longest = MOST_OF_LINE * width;
		const lines = { old: firstLine, new: firstLine };
		const view = createRowView(rows, { path, lines, width, digits, longest, colored: COLORED });
		const linesOf = (part: DiffPart, place: number): readonly Line[] => {
			if (part.kind === 'remark') return wrapLine([styled(part.text, { color: 'muted', italic: true })], width);
			if (part.kind === 'hunk') return [head(part, place)];
			if (isSplit) return view.linesOf({ old: part.old, new: part.new });
			const one = part.new ?? part.old;
			return one === null ? [[]] : view.linesOf({ kind: 'row', ...one });
		};
		return new Map(block.map(([place, part]) => [place, linesOf(part, place)]));
	};
	return (place) => {
		if (version !== highlightVersion()) drawn.clear();
		version = highlightVersion();
		const { from, to } = parts.blockOf(place);
		let block = drawn.get(from);
		if (block === undefined) {
			if (drawn.size >= KEPT) drawn.delete(drawn.keys().next().value ?? 0);
			block = draw(from, to);
			drawn.set(from, block);
		}
		return block.get(place) ?? [[]];
	};
}
