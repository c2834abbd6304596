import { areEqual, lineAt, type TextLines } from './text-lines.js';

/** From the first line to behind the last, counted from 0. */
type LineRange = { readonly from: number; readonly to: number };

/** Unchanged or replaced lines; either side may have none. */
export type Run = { readonly isSame: boolean; readonly old: LineRange; readonly new: LineRange };

/** Lines that a change is moved up or down at most. */
const MOST_SLIDE = 100;
/** Blank lines that are passed to find the indentation beside an edge. */
const MOST_BLANKS = 20;

/** Git's costs for an edge of a change (`xdiff/xdiffi.c`), found there by trying on many histories. */
const COST = {
	startOfFile: 1,
	endOfFile: 21,
	blank: -30,
	blankBehind: 6,
	deeper: [-4, 10],
	outdented: [24, 17],
	shallower: [23, 17],
	depth: 60,
} as const;

/**
 * Moves each run that only adds or only removes, among the equivalent places, to the edges of a block, as git's indent
 * heuristic does.
 */
export function slideRuns(runs: readonly Run[], oldLines: TextLines, newLines: TextLines): readonly Run[] {
	// Changes may leave room above the first run or below the last one.
	const slid = [emptyAt(runs[0], 'from'), ...runs, emptyAt(runs.at(-1), 'to')].flatMap((run) => run ?? []);
	for (const [index, run] of slid.entries()) {
		const isAdded = run.old.from === run.old.to;
		if (run.isSame || isAdded === (run.new.from === run.new.to)) continue;
		const [lines, side] = isAdded ? ([newLines, 'new'] as const) : ([oldLines, 'old'] as const);
		const [above, below] = [slid[index - 1], slid[index + 1]];
		const room = { up: roomIn(above, index - 1 === 0), down: roomIn(below, index + 1 === slid.length - 1) };
		const by = bestSlide(lines, run[side].from, run[side].to, room);
		if (by === 0) continue;
		slid[index] = moved(run, by, by);
		if (above !== undefined) slid[index - 1] = moved(above, 0, by);
		if (below !== undefined) slid[index + 1] = moved(below, by, 0);
	}
	return slid.filter(({ old, new: fresh }) => old.from < old.to || fresh.from < fresh.to);
}

function emptyAt(run: Run | undefined, end: 'from' | 'to'): Run | null {
	if (run === undefined || run.isSame) return null;
	const [old, fresh] = [run.old[end], run.new[end]];
	return { isSame: true, old: { from: old, to: old }, new: { from: fresh, to: fresh } };
}

/** Leaves a line between two changes. */
function roomIn(same: Run | undefined, isOutermost: boolean): number {
	return same === undefined ? 0 : Math.min(MOST_SLIDE, same.new.to - same.new.from - (isOutermost ? 0 : 1));
}

function moved({ isSame, old, new: fresh }: Run, from: number, to: number): Run {
	const range = (side: Run['old']): Run['old'] => ({ from: side.from + from, to: side.to + to });
	return { isSame, old: range(old), new: range(fresh) };
}

function bestSlide(lines: TextLines, from: number, to: number, room: { up: number; down: number }): number {
	let first = 0;
	while (-first < room.up && areEqual(lines, from + first - 1, lines, to + first - 1)) first -= 1;
	let last = 0;
	while (last < room.down && areEqual(lines, from + last, lines, to + last)) last += 1;
	let best = { by: last, cost: 0, depth: 0, isSet: false };
	for (let by = first; by <= last; by += 1) {
		const [begin, end] = [edgeCost(lines, from + by), edgeCost(lines, to + by)];
		const cost = begin.cost + end.cost;
		const depth = begin.depth + end.depth;
		const isBetter = COST.depth * Math.sign(depth - best.depth) + cost - best.cost <= 0;
		if (!best.isSet || isBetter) best = { by, cost, depth, isSet: true };
	}
	return first === last ? 0 : best.by;
}

function edgeCost(lines: TextLines, at: number): { readonly cost: number; readonly depth: number } {
	const count = lines.starts.length;
	const above = nextDepth(lines, at - 1, -1);
	const own = at < count ? depthOf(lineAt(lines, at)) : null;
	const behind = nextDepth(lines, at + 1, 1);
	// The end of the file counts as a blank line.
	const blanksBehind = own === null ? 1 + behind.blanks : 0;
	const blanks = above.blanks + blanksBehind;
	const depth = own ?? behind.depth;
	let cost = COST.blank * blanks + COST.blankBehind * blanksBehind;
	if (above.depth === null && above.blanks === 0) cost += COST.startOfFile;
	if (at >= count) cost += COST.endOfFile;
	const has = blanks === 0 ? 0 : 1;
	if (depth !== null && above.depth !== null && depth !== above.depth) {
		const isOutdented = behind.depth !== null && behind.depth > depth;
		cost += (depth > above.depth ? COST.deeper : isOutdented ? COST.outdented : COST.shallower)[has];
	}
	return { cost, depth: depth ?? -1 };
}

/** Indentation of the next line with text in a direction, and the blank lines before it. */
function nextDepth(lines: TextLines, start: number, step: 1 | -1) {
	let blanks = 0;
	for (let at = start; at >= 0 && at < lines.starts.length && blanks < MOST_BLANKS; at += step) {
		const depth = depthOf(lineAt(lines, at));
		if (depth !== null) return { depth, blanks };
		blanks += 1;
	}
	return { depth: null, blanks };
}

/** Cells of the indentation, a tab as eight; null for a blank line. */
function depthOf(line: string): number | null {
	const indent = /^[ \t]*/.exec(line.slice(0, 200))?.[0] ?? '';
	if (line.trim() === '') return null;
	return [...indent].reduce((cells, sign) => (sign === '\t' ? cells + 8 - (cells % 8) : cells + 1), 0);
}
