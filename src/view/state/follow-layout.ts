import { type EntryList, entryAt } from '../../core/session/entries/entry-list.js';
import { gapBefore } from '../transcript/block.js';
import type { EntryShift } from '../transcript/line-cache.js';
import type { Position } from '../transcript/position.js';
import type { UiState } from './ui-state.js';

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
