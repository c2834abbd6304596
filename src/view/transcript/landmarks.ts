import type { Entry } from '../../core/session/entries/entry.js';
import { depthOf } from '../../core/session/entries/entry-depth.js';
import { type EntryList, LEAF } from '../../core/session/entries/entry-list.js';
import { weakMemo } from '../../core/weak-memo.js';

export type Landmark = 'prompt' | 'failure';

/** Characters that a line holds, about: nothing is laid out to know where something stands. */
const PER_LINE = 70;
const CARD = 2;

/** Contents of a leaf of the list: places of landmarks, and how many lines there are up to the end of each entry, about. */
type LeafMap = { readonly [K in Landmark]: readonly number[] } & { readonly ends: readonly number[] };

// Leaves never change.
const mapOf = weakMemo((leaf: readonly Entry[]): LeafMap => {
	const map = { prompt: [] as number[], failure: [] as number[], ends: [] as number[] };
	let lines = 0;
	for (const [place, entry] of leaf.entries()) {
		lines += linesOf(entry);
		map.ends.push(lines);
		if (entry.kind === 'user') map.prompt.push(place);
		const isFailure =
			entry.kind === 'tool' ? entry.call.status === 'failed' : entry.kind === 'note' && entry.level === 'error';
		if (isFailure) map.failure.push(place);
	}
	return map;
});

function linesOf(entry: Entry): number {
	// Steps of sub-agents are folded.
	if (depthOf(entry) > 0) return 0;
	if (entry.kind === 'user' || entry.kind === 'message') return 2 + Math.floor(entry.text.length / PER_LINE);
	return entry.kind === 'tool' || entry.kind === 'changes' ? CARD : 1;
}

/** A transcript measured in lines, about. It costs what the leaves of the list are, not the entries. */
export class Measure {
	readonly total: number;
	readonly #list: EntryList;
	readonly #starts: readonly number[];

	constructor(list: EntryList) {
		const starts: number[] = [];
		let total = 0;
		for (const leaf of list.leaves) {
			starts.push(total);
			total += mapOf(leaf).ends.at(-1) ?? 0;
		}
		this.#list = list;
		this.#starts = starts;
		this.total = total;
	}

	/** Lines above a part of an entry: 0 its start, 1 its end. */
	above(entry: number, part = 0): number {
		const at = Math.floor(entry / LEAF);
		const leaf = this.#list.leaves[at];
		if (leaf === undefined) return this.total;
		const { ends } = mapOf(leaf);
		const place = entry % LEAF;
		const start = place === 0 ? 0 : (ends[place - 1] ?? 0);
		return (this.#starts[at] ?? 0) + start + part * ((ends[place] ?? start) - start);
	}

	rowsOf(kind: Landmark, rows: number): ReadonlySet<number> {
		const found = new Set<number>();
		this.#list.leaves.forEach((leaf, at) => {
			const last = this.row(this.above(at * LEAF + leaf.length - 1), rows);
			for (const place of mapOf(leaf)[kind]) {
				const row = this.row(this.above(at * LEAF + place), rows);
				found.add(row);
				// Those that follow stand in the same one.
				if (row === last) break;
			}
		});
		return found;
	}

	row(above: number, rows: number): number {
		return this.total === 0 ? 0 : Math.max(0, Math.min(rows - 1, Math.floor((above / this.total) * rows)));
	}
}

export function promptAt({ leaves }: EntryList, entry: number): number {
	for (let at = Math.min(Math.floor(entry / LEAF), leaves.length - 1); at >= 0; at -= 1) {
		const place = mapOf(leaves[at] ?? []).prompt.findLast((one) => at * LEAF + one <= entry);
		if (place !== undefined) return at * LEAF + place;
	}
	return -1;
}
