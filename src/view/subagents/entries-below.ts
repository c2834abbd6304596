import type { Entry } from '../../core/session/entries/entry.js';
import { depthOf, subtreeEnd } from '../../core/session/entries/entry-depth.js';
import { type EntryList, LEAF } from '../../core/session/entries/entry-list.js';

/** What stands below a card, as a list of its own. */
export type EntriesBelow = (list: EntryList, card: number, first: Entry | null) => EntryList;

type Made = {
	readonly first: Entry | null;
	readonly start: number;
	readonly depth: number;
	readonly end: number;
	readonly sources: EntryList['leaves'];
	readonly list: EntryList;
};

/**
 * Takes what stands below the card at an index for a transcript of its own: its entries from depth 0 on, behind `first`.
 * What did not change since the last call stays the same object, so that lines drawn of it are good, and a call costs
 * what changed and a step for each leaf.
 */
export function createEntriesBelow(): EntriesBelow {
	const shallow = new WeakMap<Entry, { readonly by: number; readonly entry: Entry }>();
	let made: Made | null = null;

	function raised(entry: Entry, by: number): Entry {
		const known = shallow.get(entry);
		if (known?.by === by) return known.entry;
		const copy = atDepth(entry, Math.max(0, depthOf(entry) - by));
		shallow.set(entry, { by, entry: copy });
		return copy;
	}

	return (list, card, first) => {
		const start = card + 1;
		const end = subtreeEnd(list, card);
		const before = list.leaves[Math.floor(card / LEAF)]?.[card % LEAF];
		const depth = (before === undefined ? 0 : depthOf(before)) + 1;
		const isAligned = made?.start === start && made.depth === depth && made.first === first;
		const known = isAligned ? made : null;
		if (known?.end === end && known.sources === list.leaves) return known.list;
		const lead = first === null ? 0 : 1;
		const size = end - start + lead;
		const leaves: (readonly Entry[])[] = [];
		for (let from = 0; from < size; from += LEAF) {
			const to = Math.min(size, from + LEAF);
			const kept = known?.list.leaves[from / LEAF];
			const isKept = known !== null && Math.min(known.list.size, from + LEAF) === to;
			const [low, high] = [start + from - lead, start + to - lead - 1].map((at) => Math.floor(Math.max(0, at) / LEAF));
			const isSame = isKept && known.sources[low ?? 0] === list.leaves[low ?? 0];
			if (kept !== undefined && isSame && known.sources[high ?? 0] === list.leaves[high ?? 0]) {
				leaves.push(kept);
				continue;
			}
			const leaf: Entry[] = [];
			for (let at = from; at < to; at += 1) {
				const index = start + at - lead;
				const entry = list.leaves[Math.floor(index / LEAF)]?.[index % LEAF];
				if (at < lead && first !== null) leaf.push(first);
				else if (entry !== undefined) leaf.push(raised(entry, depth));
			}
			leaves.push(leaf);
		}
		made = { first, start, depth, end, sources: list.leaves, list: { size, leaves } };
		return made.list;
	};
}

/** The entry at another depth; at the top it is nobody's, as what an agent itself says is. */
function atDepth(entry: Entry, depth: number): Entry {
	const { depth: _, ...rest } = entry as Entry & { readonly depth?: number };
	// The union's members stay themselves: only where they stand is another.
	if (depth > 0) return { ...rest, depth } as Entry;
	if (rest.kind === 'tool') {
		const { parentId: __, ...call } = rest.call;
		return { ...rest, call };
	}
	// What it is told stands there as a prompt does.
	if (rest.kind === 'message' && rest.isPrompt === true) {
		return { kind: 'user', id: rest.id, at: rest.at, text: rest.text, blocks: [] };
	}
	const { parentId: __, ...own } = rest as typeof rest & { readonly parentId?: string };
	return own as Entry;
}
