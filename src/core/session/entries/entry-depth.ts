import { weakMemo } from '../../weak-memo.js';
import type { Entry } from './entry.js';
import { type EntryList, entryAt, LEAF } from './entry-list.js';

export function depthOf(entry: Entry): number {
	return 'depth' in entry ? (entry.depth ?? 0) : 0;
}

export function parentIdOf(entry: Entry): string | undefined {
	if (entry.kind === 'tool') return entry.call.parentId;
	return 'parentId' in entry ? entry.parentId : undefined;
}

/** Index behind an entry's descendants, which follow it and are deeper. */
export function subtreeEnd(list: EntryList, index: number): number {
	const entry = entryAt(list, index);
	return entry === undefined ? index + 1 : nextAtMost(list, index + 1, depthOf(entry));
}

export function parentIndex(list: EntryList, index: number): number {
	const entry = entryAt(list, index);
	const depth = entry === undefined ? 0 : depthOf(entry);
	return depth === 0 ? -1 : previousAtMost(list, index - 1, depth - 1);
}

/** First index from `from` on whose entry is no deeper than `depth`; the list's size for none. */
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

/** Last index up to `from` whose entry is no deeper than `depth`; -1 for none. */
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

/** Least depth in a leaf, to skip leaves: they never change. */
const leastDepth = weakMemo((leaf: readonly Entry[]): number =>
	leaf.reduce((least, entry) => Math.min(least, depthOf(entry)), Number.POSITIVE_INFINITY),
);
