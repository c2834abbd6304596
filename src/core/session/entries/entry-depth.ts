import type { Entry } from './entry.js';
import { type EntryList, entryAt, LEAF } from './entry-list.js';

/** How many levels below the top an entry stands. */
export function depthOf(entry: Entry): number {
	return 'depth' in entry ? (entry.depth ?? 0) : 0;
}

/** The call that an entry says it belongs to, whether that is there or not. */
export function parentIdOf(entry: Entry): string | undefined {
	if (entry.kind === 'tool') return entry.call.parentId;
	return 'parentId' in entry ? entry.parentId : undefined;
}

/** What belongs to an entry is behind it, deeper than it: the first index that does not. */
export function subtreeEnd(list: EntryList, index: number): number {
	const entry = entryAt(list, index);
	return entry === undefined ? index + 1 : nextAtMost(list, index + 1, depthOf(entry));
}

/** The index of the entry that the one at `index` is below; -1 at the top. */
export function parentIndex(list: EntryList, index: number): number {
	const entry = entryAt(list, index);
	const depth = entry === undefined ? 0 : depthOf(entry);
	return depth === 0 ? -1 : previousAtMost(list, index - 1, depth - 1);
}

/** The first index from `from` on whose entry stands no deeper than `depth`; the list's size when there is none. */
export function nextAtMost(list: EntryList, from: number, depth: number): number {
	let index = Math.max(0, from);
	while (index < list.size) {
		const leaf = list.leaves[Math.floor(index / LEAF)];
		if (leaf === undefined) return list.size;
		if (index % LEAF === 0 && leastDepth(leaf) > depth) {
			index += LEAF;
			continue;
		}
		const entry = leaf[index % LEAF];
		if (entry !== undefined && depthOf(entry) <= depth) return index;
		index += 1;
	}
	return list.size;
}

/** The last index up to `from` whose entry stands no deeper than `depth`; -1 when there is none. */
export function previousAtMost(list: EntryList, from: number, depth: number): number {
	let index = Math.min(from, list.size - 1);
	while (index >= 0) {
		const leaf = list.leaves[Math.floor(index / LEAF)];
		if (leaf === undefined) return -1;
		if (index % LEAF === LEAF - 1 && leastDepth(leaf) > depth) {
			index -= LEAF;
			continue;
		}
		const entry = leaf[index % LEAF];
		if (entry !== undefined && depthOf(entry) <= depth) return index;
		index -= 1;
	}
	return -1;
}

/** Leaves never change, so what lies far below is passed over by the leaf. */
const known = new WeakMap<readonly Entry[], number>();

function leastDepth(leaf: readonly Entry[]): number {
	const kept = known.get(leaf);
	if (kept !== undefined) return kept;
	let least = Number.POSITIVE_INFINITY;
	for (const entry of leaf) least = Math.min(least, depthOf(entry));
	known.set(leaf, least);
	return least;
}
