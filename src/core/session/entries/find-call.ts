import type { SessionState } from '../state.js';
import type { Entry } from './entry.js';
import { LEAF } from './entry-list.js';

/** Searches after which a leaf gets a list of its calls, as it is likely to stay. */
const WORTH_A_LIST = 4;

/** By leaf the number of searches, then the places of its calls. Leaves never change. */
const known = new WeakMap<readonly Entry[], number | ReadonlyMap<string, number>>();

/** -1 for none since the start of the agent: agents may reuse ids of the one before. */
export function findCallIndex({ entries: { leaves }, firstOfAgent = 0 }: SessionState, id: string): number {
	for (let at = leaves.length - 1; at * LEAF + LEAF > firstOfAgent && at >= 0; at -= 1) {
		const leaf = leaves[at] ?? [];
		// The last one changes with every event.
		const place = at === leaves.length - 1 ? placeOf(leaf, id) : lookUp(leaf, id);
		if (place >= 0) return at * LEAF + place < firstOfAgent ? -1 : at * LEAF + place;
	}
	return -1;
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
