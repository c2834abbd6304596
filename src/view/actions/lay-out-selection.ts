import type { EntryList } from '../../core/session/entries/entry-list.js';
import { followLayout } from '../state/follow-layout.js';
import type { UiState } from '../state/ui-state.js';
import { blockAt } from '../transcript/block.js';
import type { RenderContext } from '../transcript/context.js';
import { compareSpots } from '../transcript/selection/selection.js';

/**
 * Lays out the selected part of its first and last entry, whose heights may be guesses where the user jumped with the
 * button down, and moves the places on the screen along. Costs what was not laid out before.
 */
export function layOutSelection(ui: UiState, list: EntryList, transcript: RenderContext): UiState {
	let current = ui;
	for (;;) {
		const { selection } = current;
		if (selection === null) return current;
		const { anchor, head } = selection;
		const [start, end] = compareSpots(anchor, head) <= 0 ? [anchor, head] : [head, anchor];
		const isOne = start.entry === end.entry;
		layOut(list, transcript, start.entry, start.line, isOne ? end.line : Number.POSITIVE_INFINITY);
		if (!isOne) layOut(list, transcript, end.entry, 0, end.line);
		const shifts = transcript.cache.takeShifts();
		if (shifts.length === 0) return current;
		// The end may stand further down now, and more before it.
		current = followLayout(current, list, shifts);
	}
}

function layOut(list: EntryList, transcript: RenderContext, entry: number, from: number, to: number): void {
	let line = from;
	for (;;) {
		const { gap, height, view } = blockAt(list, entry, transcript);
		if (line > to || line >= height) return;
		const part = view.around(Math.max(0, line - gap));
		line = Math.max(line + 1, gap + part.first + part.lines.length);
	}
}
