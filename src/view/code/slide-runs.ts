import { createRuns, type Run, type Runs } from './runs.js';
import { areEqual, lineAt, type TextLines } from './text-lines.js';

/** Lines that a change stands above its lowest place at most. */
const MOST_SLIDE = 100;
/** Lines that all changes pass together; then the others stay where they are. */
const MOST_STEPS = 1_000_000;
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

/** `isChanged`: 1 for each line that the other side lacks. */
type Side = { readonly lines: TextLines; readonly isChanged: Uint8Array };

/** Lines that a change of one side takes; so many unchanged ones stand above it. */
type Change = { from: number; to: number; above: number };

/** Moves changes among equivalent places: beside a change of the other side, else as git's indent heuristic does. */
export function slideRuns(runs: Runs, oldLines: TextLines, newLines: TextLines): Runs {
	const [first] = runs.all;
	// Nothing can move where nothing has changed, or everything.
	if (first === undefined || runs.all.every(({ isSame }) => isSame === first.isSame)) return runs;
	const old = { lines: oldLines, isChanged: changedLines(runs.all, 'old', oldLines.starts.length) };
	const fresh = { lines: newLines, isChanged: changedLines(runs.all, 'new', newLines.starts.length) };
	const work = { left: MOST_STEPS };
	slideSide(old, placesOf(fresh), work);
	slideSide(fresh, placesOf(old), work);
	return joined(old.isChanged, fresh.isChanged);
}

function changedLines(runs: readonly Run[], side: 'old' | 'new', count: number): Uint8Array {
	const isChanged = new Uint8Array(count);
	for (const run of runs) if (!run.isSame) isChanged.fill(1, run[side].from, run[side].to);
	return isChanged;
}

/** By the number of unchanged lines above it: 1 where there is a change. */
function placesOf({ isChanged }: Side): Uint8Array {
	const places = new Uint8Array(isChanged.length + 1);
	let above = 0;
	for (const changed of isChanged) {
		if (changed === 1) places[above] = 1;
		else above += 1;
	}
	return places;
}

function joined(old: Uint8Array, fresh: Uint8Array): Runs {
	const runs = createRuns();
	let [oldAt, newAt] = [0, 0];
	while (oldAt < old.length || newAt < fresh.length) {
		const [oldFrom, newFrom] = [oldAt, newAt];
		while (old[oldAt] === 1) oldAt += 1;
		while (fresh[newAt] === 1) newAt += 1;
		runs.add('removed', oldAt - oldFrom);
		runs.add('added', newAt - newFrom);
		const sameFrom = oldAt;
		while (old[oldAt] === 0 && fresh[newAt] === 0) {
			oldAt += 1;
			newAt += 1;
		}
		runs.add('same', oldAt - sameFrom);
	}
	return runs;
}

function slideSide(side: Side, others: Uint8Array, work: { left: number }): void {
	const { lines, isChanged } = side;
	const change: Change = { from: 0, to: 0, above: 0 };
	for (let at = 0; at < isChanged.length; at = Math.max(at + 1, change.to)) {
		if (isChanged[at] === 0) {
			change.above += 1;
			continue;
		}
		Object.assign(change, { from: at, to: at });
		takeIn(side, change);
		let size = 0;
		let highest = 0;
		let endNextToOther = -1;
		// A change that met another one can move further.
		while (size < change.to - change.from) {
			size = change.to - change.from;
			while (work.left > 0 && slideUp(side, change)) work.left -= 1;
			highest = change.to;
			endNextToOther = others[change.above] === 1 ? change.to : -1;
			while (work.left > 0 && slideDown(side, change)) {
				work.left -= 1;
				if (others[change.above] === 1) endNextToOther = change.to;
			}
		}
		const end = endNextToOther >= 0 ? endNextToOther : bestEnd(lines, size, highest, change.to);
		while (change.to > end && slideUp(side, change));
	}
}

function slideUp(side: Side, change: Change): boolean {
	const { lines, isChanged } = side;
	if (change.from === 0 || !areEqual(lines, change.from - 1, lines, change.to - 1)) return false;
	change.from -= 1;
	change.to -= 1;
	change.above -= 1;
	isChanged[change.from] = 1;
	isChanged[change.to] = 0;
	takeIn(side, change);
	return true;
}

function slideDown(side: Side, change: Change): boolean {
	const { lines, isChanged } = side;
	if (change.to === isChanged.length || !areEqual(lines, change.from, lines, change.to)) return false;
	isChanged[change.from] = 0;
	isChanged[change.to] = 1;
	change.from += 1;
	change.to += 1;
	change.above += 1;
	takeIn(side, change);
	return true;
}

function takeIn({ isChanged }: Side, change: Change): void {
	while (isChanged[change.from - 1] === 1) change.from -= 1;
	while (isChanged[change.to] === 1) change.to += 1;
}

/** Line behind a change of `size` lines where its edges cost least, the lowest of equal ones. */
function bestEnd(lines: TextLines, size: number, highest: number, lowest: number): number {
	// Most changes stand where nothing else fits.
	if (highest === lowest) return lowest;
	let best: { readonly end: number; readonly cost: number; readonly depth: number } | null = null;
	for (let end = Math.max(highest, lowest - Math.min(size + 1, MOST_SLIDE)); end <= lowest; end += 1) {
		const [above, below] = [edgeCost(lines, end - size), edgeCost(lines, end)];
		const cost = above.cost + below.cost;
		const depth = above.depth + below.depth;
		const isBetter = best === null || COST.depth * Math.sign(depth - best.depth) + cost - best.cost <= 0;
		if (isBetter) best = { end, cost, depth };
	}
	return best?.end ?? lowest;
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
