import { escapeRegExp } from '../../core/text/reg-exp.js';
import { expandDraft } from './chips.js';
import { type Draft, emptyDraft } from './draft.js';
import { replaceDraft } from './paste.js';

export type History = {
	readonly entries: readonly string[];
	/** Shown slot; `entries.length` is the draft that was being written. */
	readonly index: number;
	/** Drafts of visited slots, as they were left, until something is sent. */
	readonly slots: ReadonlyMap<number, Draft>;
};

export type Recall = { readonly history: History; readonly draft: Draft };

const mostEntries = 10_000;

export function createHistory(entries: readonly string[]): History {
	const kept = entries.slice(-mostEntries);
	return { entries: kept, index: kept.length, slots: new Map() };
}

/** Adds an entry and returns to the newest end. A repetition of the newest adds nothing. */
export function remember(history: History, text: string): History {
	if (text.trim() === '' || history.entries.at(-1) === text) return createHistory(history.entries);
	return createHistory([...history.entries, text]);
}

/** Null beyond the oldest entry and the draft that was being written; the draft that is left keeps its place. */
export function recall(history: History, current: Draft, step: -1 | 1): Recall | null {
	const shown = expandDraft(current);
	let index = history.index + step;
	// An entry equal to the shown one would look like a key that does nothing.
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

export type HistoryMatch = { readonly text: string; readonly start: number; readonly end: number };

export function searchHistory(entries: readonly string[], query: string): readonly HistoryMatch[] {
	if (query === '') return [];
	const pattern = new RegExp(escapeRegExp(query), 'iu');
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
