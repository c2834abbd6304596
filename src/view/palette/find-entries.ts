import { firstWhere } from '../../core/first-where.js';
import { keyScore, LEADING, nameStart, scatteredScore, wholeScore, writeCodes } from '../../core/text/fuzzy-score.js';
import type { PaletteEntry } from './entries.js';

/** Entries that are listed at most: nobody reads further, and a letter more finds the rest. */
export const MOST_FOUND = 100;

/** Score of an entry that has the words in name and description, each somewhere: below every name. */
const DESCRIBED = 1;
/** Fewer letters are in nearly every description. */
const LEAST_DESCRIBED = 3;

type Query = { readonly text: string; readonly words: readonly string[]; readonly letters: number };

/** The search in lists of entries, in their order: with further letters it looks through what the fewer ones left. */
export function createPaletteSearch() {
	let known = new Map<readonly PaletteEntry[], SearchedList>();
	return (lists: readonly (readonly PaletteEntry[])[], typed: string): readonly PaletteEntry[] => {
		known = new Map(lists.map((list) => [list, known.get(list) ?? new SearchedList(list)]));
		const text = typed.trim().toLowerCase();
		if (text === '') return lists.flat().slice(0, MOST_FOUND);
		const query = { text, words: text.split(/\s+/), letters: lettersOf(text) };
		const searched = [...known.values()];
		const best = new Best();
		for (const list of searched) list.findNamed(query, best);
		// Weaker matches are searched only where there is room for them.
		if (best.entries.length < MOST_FOUND) for (const list of searched) list.findLoosely(query, best);
		return best.entries;
	};
}

type Found = { readonly query: string; readonly places: Int32Array };

/** Names in one array, which is gone through faster than a hundred thousand texts. */
class SearchedList {
	readonly #entries: readonly PaletteEntry[];
	readonly #codes: Uint16Array;
	/** Where each name begins in the codes of all, its last part in it, and its letters and those of the description. */
	readonly #from: Int32Array;
	readonly #name: Int32Array;
	readonly #letters: Int32Array;
	/** Places of entries that have some words in their name, or letters or words somewhere: with further ones only they have. */
	#named: Found | null = null;
	#loose: Found | null = null;

	constructor(entries: readonly PaletteEntry[]) {
		this.#entries = entries;
		this.#codes = new Uint16Array(entries.reduce((sum, { name }) => sum + name.length, 0));
		this.#from = new Int32Array(entries.length + 1);
		this.#name = new Int32Array(entries.length);
		this.#letters = new Int32Array(entries.length);
		let from = 0;
		for (let place = 0; place < entries.length; place += 1) {
			const { name = '', words = '' } = entries[place] ?? {};
			this.#from[place] = from;
			this.#name[place] = from + nameStart(name);
			this.#letters[place] = lettersOf(name) | lettersOf(words) | (words === '' ? 0 : DESCRIPTION);
			writeCodes(name, this.#codes, from);
			from += name.length;
		}
		this.#from[entries.length] = from;
	}

	findNamed({ text, letters }: Query, best: Best): void {
		const before = this.#named !== null && text.startsWith(this.#named.query) ? this.#named.places : null;
		const count = before?.length ?? this.#entries.length;
		const places = new Int32Array(count);
		let size = 0;
		for (let index = 0; index < count; index += 1) {
			const place = before === null ? index : (before[index] ?? 0);
			if (((this.#letters[place] ?? 0) & letters) !== letters) continue;
			const entry = this.#entries[place];
			const at = entry?.name.indexOf(text) ?? -1;
			if (entry === undefined || at === -1) continue;
			places[size++] = place;
			// Only a name that begins with the query could beat the entries that are found.
			const isLess = best.least >= LEADING && !text.includes('/') && !this.#beginsWith(place, text);
			if (entry.kind === 'setting') best.add(entry, keyScore(entry.name, text));
			else if (!isLess) best.add(entry, wholeScore(entry.name, text, at));
		}
		this.#named = { query: text, places: places.subarray(0, size) };
		if (this.#loose !== null && !text.startsWith(this.#loose.query)) this.#loose = null;
	}

	#beginsWith(place: number, text: string): boolean {
		const from = this.#name[place] ?? 0;
		for (let at = 0; at < text.length; at += 1) if (this.#codes[from + at] !== text.charCodeAt(at)) return false;
		return true;
	}

	findLoosely(query: Query, best: Best): void {
		const { text, letters } = query;
		const from = this.#loose?.places ?? null;
		const count = from?.length ?? this.#entries.length;
		const found = new Int32Array(count);
		let size = 0;
		const named = this.#named?.places ?? found;
		let next = 0;
		for (let index = 0; index < count; index += 1) {
			const place = from === null ? index : (from[index] ?? 0);
			if (((this.#letters[place] ?? 0) & letters) !== letters) continue;
			while ((named[next] ?? place) < place) next += 1;
			const score = named[next] === place ? null : this.#looseScore(place, query);
			if (score === 0) continue;
			found[size++] = place;
			const entry = this.#entries[place];
			if (score !== null && entry !== undefined) best.add(entry, score);
		}
		// Descriptions count only from then on: what fewer letters leave is not all.
		if (text.length >= LEAST_DESCRIBED) this.#loose = { query: text, places: found.subarray(0, size) };
	}

	/** Score of an entry that has the letters or words of a query somewhere; 0: it has not. */
	#looseScore(place: number, { text, words }: Query): number {
		const to = this.#from[place + 1] ?? 0;
		const path = { codes: this.#codes, from: this.#from[place] ?? 0, to, name: this.#name[place] ?? 0 };
		const score = scatteredScore(path, text);
		// The name has no single word: it would have been found by it.
		const isDescribed = words.length > 1 || ((this.#letters[place] ?? 0) & DESCRIPTION) !== 0;
		const mayBe = isDescribed && text.length >= LEAST_DESCRIBED;
		const entry = score > 0 || mayBe ? this.#entries[place] : undefined;
		if (entry === undefined) return 0;
		// A sentence has nearly all letters somewhere in their order.
		if (score > 0 && !SENTENCES.has(entry.kind)) return score;
		return mayBe && words.every((word) => entry.words.includes(word) || entry.name.includes(word)) ? DESCRIBED : 0;
	}
}

const DESCRIPTION = 1 << 31;

/** A bit for each letter of a text, and one for two digits each. */
function lettersOf(text: string): number {
	let letters = 0;
	for (let at = 0; at < text.length; at += 1) {
		const code = text.charCodeAt(at);
		if (code >= 97 && code <= 122) letters |= 1 << (code - 97);
		else if (code >= 48 && code <= 57) letters |= 1 << (26 + ((code - 48) >> 1));
	}
	return letters;
}

const SENTENCES: ReadonlySet<PaletteEntry['kind']> = new Set(['action', 'session', 'open']);

/** The best entries, among equals the first: sorting all that one letter finds would take longer than a frame. */
class Best {
	readonly entries: PaletteEntry[] = [];
	readonly #scores: number[] = [];

	/** Score that another entry has to be above; 0 where there is room. */
	get least(): number {
		return this.#scores[MOST_FOUND - 1] ?? 0;
	}

	add(entry: PaletteEntry, score: number): void {
		if (score <= this.least) return;
		const place = firstWhere(this.#scores.length, (at) => (this.#scores[at] ?? 0) < score);
		this.#scores.splice(place, 0, score);
		this.entries.splice(place, 0, entry);
		if (this.entries.length <= MOST_FOUND) return;
		this.#scores.pop();
		this.entries.pop();
	}
}
