import { fuzzyScore, keyScore } from '../../core/text/fuzzy-score.js';
import type { PaletteEntry } from './entries.js';

/** Entries that are listed at most: nobody reads further, and a letter more finds the rest. */
export const MOST_FOUND = 100;

/** Score of an entry that has the words in name and description, each somewhere: below every name. */
const DESCRIBED = 1;
/** Fewer letters are in nearly every description. */
const LEAST_DESCRIBED = 3;

/** Entries that have some words in their name as typed: with further letters only those are looked through for them. */
type Found = {
	readonly query: string;
	readonly from: readonly PaletteEntry[];
	readonly named: readonly PaletteEntry[];
};

/** The search in a list of entries: it keeps what the words before it left. */
export function createPaletteSearch() {
	let last: Found | null = null;
	return (entries: readonly PaletteEntry[], typed: string): readonly PaletteEntry[] => {
		const query = typed.trim().toLowerCase();
		if (query === '') return entries.slice(0, MOST_FOUND);
		const before = last !== null && last.from === entries && query.startsWith(last.query) ? last.named : entries;
		const named = before.filter(({ name }) => name.includes(query));
		last = { query, from: entries, named };
		const best = new Best();
		for (const entry of named) best.add(entry, wholeScore(entry, query));
		// What fits less well is looked for only where there is room for it.
		if (best.entries.length < MOST_FOUND) {
			const known = new Set(named);
			for (const entry of entries) if (!known.has(entry)) best.add(entry, looseScore(entry, query));
		}
		return best.entries;
	};
}

/** Score of an entry that has the words in its name as they were typed. */
function wholeScore({ kind, name }: PaletteEntry, query: string): number {
	return kind === 'setting' ? keyScore(name, query) : fuzzyScore(name, query);
}

/** Score of an entry that has the letters or words of a query somewhere; 0: it has not. */
function looseScore({ kind, name, words }: PaletteEntry, query: string): number {
	// A sentence has nearly all letters somewhere in their order.
	const score = SENTENCES.has(kind) ? 0 : fuzzyScore(name, query);
	if (score > 0 || query.length < LEAST_DESCRIBED) return score;
	return query.split(/\s+/).every((word) => words.includes(word) || name.includes(word)) ? DESCRIBED : 0;
}

const SENTENCES: ReadonlySet<PaletteEntry['kind']> = new Set(['action', 'session', 'open']);

/** The best entries, among equals the first: sorting all that one letter finds would take longer than a frame. */
class Best {
	readonly entries: PaletteEntry[] = [];
	readonly #scores: number[] = [];

	add(entry: PaletteEntry, score: number): void {
		const isFull = this.entries.length === MOST_FOUND;
		if (score === 0 || (isFull && score <= (this.#scores[MOST_FOUND - 1] ?? 0))) return;
		let low = 0;
		let high = this.#scores.length;
		while (low < high) {
			const middle = (low + high) >> 1;
			if ((this.#scores[middle] ?? 0) >= score) low = middle + 1;
			else high = middle;
		}
		this.#scores.splice(low, 0, score);
		this.entries.splice(low, 0, entry);
		if (this.entries.length <= MOST_FOUND) return;
		this.#scores.pop();
		this.entries.pop();
	}
}
