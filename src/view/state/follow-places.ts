import { type EntryList, entryAt } from '../../core/session/entries/entry-list.js';
import { gapBefore } from '../transcript/block.js';
import type { EntryShift } from '../transcript/line-cache.js';
import type { Position } from '../transcript/position.js';
import { beginScan } from '../transcript/search/transcript-search.js';
import type { UiState } from './ui-state.js';

/**
 * Keeps anchor, cursor, selection and search on their entries when others are inserted before them: a sub-agent's
 * steps stand below their call, wherever that is. `before` is the list that the screen was drawn from.
 */
export function followEntries(ui: UiState, before: EntryList, after: EntryList): UiState {
	if (before === after || before.size === 0 || after.size === 0) return ui;
	const { anchor, backTo, selection, cursor, search } = ui;
	const moved = (index: number): number => movedTo(before, after, index);
	const spot = <T extends { readonly entry: number }>(one: T): T => {
		const entry = moved(one.entry);
		return entry === one.entry ? one : { ...one, entry };
	};
	const changes: { -readonly [K in keyof UiState]?: UiState[K] } = {};
	if (anchor.type === 'at' && spot(anchor) !== anchor) changes.anchor = spot(anchor);
	if (backTo?.type === 'at' && spot(backTo) !== backTo) changes.backTo = spot(backTo);
	if (cursor !== null && moved(cursor) !== cursor) changes.cursor = moved(cursor);
	if (selection !== null) {
		const head = spot(selection.head);
		const start = spot(selection.anchor);
		if (head !== selection.head || start !== selection.anchor)
			changes.selection = { ...selection, head, anchor: start };
	}
	if (search !== null && isShifted(before, after)) {
		const { scan, current, from } = search;
		changes.search = {
			...search,
			from: { anchor: from.anchor.type === 'at' ? spot(from.anchor) : from.anchor, top: spot(from.top) },
			// Its hits are places in the list.
			scan: scan === null ? null : beginScan(scan.query, moved(scan.start), after.size),
			current: current === null ? null : spot(current),
		};
	}
	return Object.keys(changes).length === 0 ? ui : { ...ui, ...changes };
}

/** Whether entries were inserted before the last one that was there. */
export function isShifted(before: EntryList, after: EntryList): boolean {
	if (before === after || before.size === 0) return false;
	const last = before.size - 1;
	return entryAt(before, last)?.id !== entryAt(after, last)?.id;
}

/** The entry's new index; the same one when it is gone. Searches outwards from the old one. */
function movedTo(before: EntryList, after: EntryList, index: number): number {
	const id = entryAt(before, index)?.id;
	if (id === undefined || entryAt(after, index)?.id === id) return index;
	for (let by = 1; by < after.size; by += 1) {
		if (entryAt(after, index + by)?.id === id) return index + by;
		if (entryAt(after, index - by)?.id === id) return index - by;
	}
	return index;
}

/** Keeps anchor, selection and search on their words when lines above them were added or removed. */
export function followLayout(ui: UiState, list: EntryList, shifts: readonly EntryShift[]): UiState {
	if (shifts.length === 0) return ui;
	const moved = <P extends Position>(position: P): P => {
		const id = entryAt(list, position.entry)?.id;
		const gap = gapBefore(list, position.entry);
		let line = position.line - gap;
		for (const shift of shifts) if (shift.entryId === id) line = lineAfter(line, shift);
		return line + gap === position.line ? position : { ...position, line: line + gap };
	};
	const { anchor, backTo, selection, search } = ui;
	return {
		...ui,
		anchor: anchor.type === 'at' ? moved(anchor) : anchor,
		backTo: backTo?.type === 'at' ? moved(backTo) : backTo,
		selection:
			selection === null ? null : { ...selection, anchor: moved(selection.anchor), head: moved(selection.head) },
		search:
			search === null
				? null
				: {
						...search,
						from: {
							anchor: search.from.anchor.type === 'at' ? moved(search.from.anchor) : search.from.anchor,
							top: moved(search.from.top),
						},
					},
	};
}

function lineAfter(line: number, { line: first, before, after, isScaled }: EntryShift): number {
	if (line <= first) return line;
	if (line >= first + before) return line + after - before;
	if (isScaled) return first + Math.floor(((line - first) * after) / before);
	// The lines are new to the user, who comes from below.
	return Math.max(first, line + after - before);
}
