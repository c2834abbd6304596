import { expandDraft } from './chips.js';
import { type Draft, emptyDraft } from './draft.js';
import { replaceDraft } from './paste.js';

/** What was sent before, the oldest first, and where the user is in it. */
export type History = {
	readonly entries: readonly string[];
	/** The slot that is shown; `entries.length` is the draft that was being written. */
	readonly index: number;
	/** Drafts of the slots that were visited, as they were left, until something is sent. */
	readonly slots: ReadonlyMap<number, Draft>;
};

/** A place in the history and the draft to show. */
export type Recall = { readonly history: History; readonly draft: Draft };

const mostEntries = 10_000;

/** A history of what was sent before, the oldest first, with the user at its newest end. */
export function createHistory(entries: readonly string[]): History {
	const kept = entries.slice(-mostEntries);
	return { entries: kept, index: kept.length, slots: new Map() };
}

/** The history with one more entry, at its newest end again. A repetition of the newest adds nothing. */
export function remember(history: History, text: string): History {
	if (text.trim() === '' || history.entries.at(-1) === text) return createHistory(history.entries);
	return createHistory([...history.entries, text]);
}

/** Goes to the entry before; the draft that is left keeps its place. Null at the oldest. */
export function recallOlder(history: History, current: Draft): Recall | null {
	return recall(history, current, -1);
}

/** Goes to the entry after, at last back to the draft that was being written. Null there. */
export function recallNewer(history: History, current: Draft): Recall | null {
	return recall(history, current, 1);
}

function recall(history: History, current: Draft, step: -1 | 1): Recall | null {
	const shown = expandDraft(current);
	let index = history.index + step;
	// An entry equal to what is shown would look like a key that does nothing.
	while (
		index >= 0 &&
		index < history.entries.length &&
		!history.slots.has(index) &&
		history.entries[index] === shown
	) {
		index += step;
	}
	if (index < 0 || index > history.entries.length) return null;
	const slots = new Map(history.slots).set(history.index, current);
	const text = history.entries[index];
	const known = slots.get(index);
	const fresh = replaceDraft({ ...emptyDraft, killRing: current.killRing }, text ?? '');
	const draft = known ?? { ...fresh, past: emptyDraft.past };
	return { history: { ...history, index, slots }, draft };
}

/** An entry that matches a search, and where. */
export type HistoryMatch = { readonly text: string; readonly start: number; readonly end: number };

/** The entries that hold the query, whatever its case: the newest first, every text once. */
export function searchHistory(entries: readonly string[], query: string): readonly HistoryMatch[] {
	if (query === '') return [];
	const pattern = new RegExp(query.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), 'iu');
	const seen = new Set<string>();
	const matches: HistoryMatch[] = [];
	for (let index = entries.length - 1; index >= 0; index--) {
		const text = entries[index] ?? '';
		const found = pattern.exec(text);
		if (found === null || seen.has(text)) continue;
		seen.add(text);
		matches.push({ text, start: found.index, end: found.index + found[0].length });
	}
	return matches;
}
