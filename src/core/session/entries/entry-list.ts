import type { ToolCall } from '../../tool-call.js';
import type { Entry } from './entry.js';

export const LEAF = 256;

/** Persistent vector of entries in leaves: an event costs the same with any number. Only the last is not full. */
export type EntryList = { readonly size: number; readonly leaves: readonly (readonly Entry[])[] };

export const emptyEntries: EntryList = { size: 0, leaves: [] };

export function entryAt(list: EntryList, index: number): Entry | undefined {
	if (index < 0 || index >= list.size) return undefined;
	return list.leaves[Math.floor(index / LEAF)]?.[index % LEAF];
}

export function lastEntry(list: EntryList): Entry | undefined {
	return entryAt(list, list.size - 1);
}

export function pushEntry(list: EntryList, entry: Entry): EntryList {
	const tail = list.leaves[list.leaves.length - 1];
	const leaves = list.leaves.slice();
	if (tail === undefined || tail.length === LEAF) leaves.push([entry]);
	else leaves[leaves.length - 1] = [...tail, entry];
	return { size: list.size + 1, leaves };
}

/** The same list when the index is outside it. */
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

/** Inserts before `index`; cost is linear in the entries behind it. */
export function insertEntry(list: EntryList, index: number, entry: Entry): EntryList {
	if (index >= list.size) return pushEntry(list, entry);
	const first = Math.floor(Math.max(0, index) / LEAF);
	const rest = list.leaves.slice(first).flat();
	rest.splice(Math.max(0, index) - first * LEAF, 0, entry);
	const leaves = list.leaves.slice(0, first);
	for (let start = 0; start < rest.length; start += LEAF) leaves.push(rest.slice(start, start + LEAF));
	return { size: list.size + 1, leaves };
}

export function findLastEntry(list: EntryList, matches: (entry: Entry) => boolean, from = list.size - 1): number {
	for (let index = Math.min(from, list.size - 1); index >= 0; index -= 1) {
		const entry = entryAt(list, index);
		if (entry !== undefined && matches(entry)) return index;
	}
	return -1;
}

export function entriesOf(entries: readonly Entry[]): EntryList {
	const leaves: (readonly Entry[])[] = [];
	for (let start = 0; start < entries.length; start += LEAF) leaves.push(entries.slice(start, start + LEAF));
	return { size: entries.length, leaves };
}

export function* eachEntry(list: EntryList): Generator<Entry> {
	for (const leaf of list.leaves) yield* leaf;
}

/** Of a session's state what its entries are found by. */
type Transcript = { readonly entries: EntryList; readonly firstOfAgent?: number };

export function lastMessage({ entries }: Transcript, first = 0): string {
	for (let index = entries.size - 1; index >= first; index -= 1) {
		const entry = entryAt(entries, index);
		if (entry?.kind === 'message' && entry.parentId === undefined) return entry.text;
	}
	return '';
}

/** Searches after which a leaf gets a list of its calls, as it is likely to stay. */
const WORTH_A_LIST = 4;

/** By leaf the number of searches, then the places of its calls. Leaves never change. */
const known = new WeakMap<readonly Entry[], number | ReadonlyMap<string, number>>();

/** -1 for none since the start of the agent: agents may reuse ids of the one before. */
export function findCallIndex({ entries: { leaves }, firstOfAgent = 0 }: Transcript, id: string): number {
	for (let at = leaves.length - 1; at * LEAF + LEAF > firstOfAgent && at >= 0; at -= 1) {
		const leaf = leaves[at] ?? [];
		// The last one changes with every event.
		const place = at === leaves.length - 1 ? placeOf(leaf, id) : lookUp(leaf, id);
		if (place >= 0) return at * LEAF + place < firstOfAgent ? -1 : at * LEAF + place;
	}
	return -1;
}

/** The newest call with an id, as {@link findCallIndex} finds it. */
export function findCall(transcript: Transcript, id: string): ToolCall | null {
	const entry = entryAt(transcript.entries, findCallIndex(transcript, id));
	return entry?.kind === 'tool' ? entry.call : null;
}

function lookUp(leaf: readonly Entry[], id: string): number {
	const kept = known.get(leaf) ?? 0;
	if (typeof kept === 'object') return kept.get(id) ?? -1;
	known.set(leaf, kept + 1 < WORTH_A_LIST ? kept + 1 : placesOf(leaf));
	return placeOf(leaf, id);
}

function placeOf(leaf: readonly Entry[], id: string): number {
	for (let place = leaf.length - 1; place >= 0; place -= 1) {
		const entry = leaf[place];
		if (entry?.kind === 'tool' && entry.call.id === id) return place;
	}
	return -1;
}

function placesOf(leaf: readonly Entry[]): ReadonlyMap<string, number> {
	const places = new Map<string, number>();
	for (const [place, entry] of leaf.entries()) if (entry.kind === 'tool') places.set(entry.call.id, place);
	return places;
}
