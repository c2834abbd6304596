import type { Entry } from './entry.js';

/** Entries in a full leaf. */
export const LEAF = 256;

/**
 * The transcript's entries as a persistent two-level vector: pushing or replacing one copies a leaf
 * and the spine, so an event costs the same with 100 or 100,000 entries behind it, and older
 * versions stay valid. Leaves are full except the last.
 */
export type EntryList = { readonly size: number; readonly leaves: readonly (readonly Entry[])[] };

/** A list without entries. */
export const emptyEntries: EntryList = { size: 0, leaves: [] };

/** The entry at `index`, or undefined outside the list. */
export function entryAt(list: EntryList, index: number): Entry | undefined {
	if (index < 0 || index >= list.size) return undefined;
	return list.leaves[Math.floor(index / LEAF)]?.[index % LEAF];
}

/** The last entry, or undefined when there is none. */
export function lastEntry(list: EntryList): Entry | undefined {
	return entryAt(list, list.size - 1);
}

/** The list with `entry` at its end. */
export function pushEntry(list: EntryList, entry: Entry): EntryList {
	const tail = list.leaves[list.leaves.length - 1];
	const leaves = list.leaves.slice();
	if (tail === undefined || tail.length === LEAF) leaves.push([entry]);
	else leaves[leaves.length - 1] = [...tail, entry];
	return { size: list.size + 1, leaves };
}

/** The list with `entry` in place of the one at `index`; the same list when the index is outside it. */
export function replaceEntry(list: EntryList, index: number, entry: Entry): EntryList {
	const leafIndex = Math.floor(index / LEAF);
	const leaf = list.leaves[leafIndex];
	if (leaf === undefined || index < 0 || index >= list.size) return list;
	const copy = leaf.slice();
	copy[index % LEAF] = entry;
	const leaves = list.leaves.slice();
	leaves[leafIndex] = copy;
	return { size: list.size, leaves };
}

/** The list with `entry` before the one at `index`: costs what is behind it. */
export function insertEntry(list: EntryList, index: number, entry: Entry): EntryList {
	if (index >= list.size) return pushEntry(list, entry);
	const first = Math.floor(Math.max(0, index) / LEAF);
	const rest = list.leaves.slice(first).flat();
	rest.splice(Math.max(0, index) - first * LEAF, 0, entry);
	const leaves = list.leaves.slice(0, first);
	for (let start = 0; start < rest.length; start += LEAF) leaves.push(rest.slice(start, start + LEAF));
	return { size: list.size + 1, leaves };
}

/** The index of the last entry that `matches`, looking back from the end; -1 when there is none. */
export function findLastEntry(list: EntryList, matches: (entry: Entry) => boolean, from = list.size - 1): number {
	for (let index = Math.min(from, list.size - 1); index >= 0; index -= 1) {
		const entry = entryAt(list, index);
		if (entry !== undefined && matches(entry)) return index;
	}
	return -1;
}

/** A list of these entries. */
export function entriesOf(entries: readonly Entry[]): EntryList {
	const leaves: (readonly Entry[])[] = [];
	for (let start = 0; start < entries.length; start += LEAF) leaves.push(entries.slice(start, start + LEAF));
	return { size: entries.length, leaves };
}

/** All entries in order. */
export function* eachEntry(list: EntryList): Generator<Entry> {
	for (const leaf of list.leaves) yield* leaf;
}
