import { selectionOf } from './buffer.js';
import { chipAt, snapToUnit, unitEnd, unitStart } from './chips.js';
import type { Draft } from './draft.js';
import { layoutDraft, offsetAtColumn, rowAt } from './draft-layout.js';
import { lineEnd, lineStart, wordEnd, wordStart } from './word-motions.js';

export type Motion =
	| 'left'
	| 'right'
	| 'word-left'
	| 'word-right'
	| 'line-start'
	| 'line-end'
	| 'up'
	| 'down'
	| 'start'
	| 'end';

type MotionOptions = { readonly columns: number; readonly isSelecting?: boolean };

/** Draft after a motion. Null where up or down would leave the text, so that the caller can go on in the history. */
export function moveCursor(draft: Draft, motion: Motion, options: MotionOptions): Draft | null {
	const isSelecting = options.isSelecting === true;
	if (motion === 'up' || motion === 'down') return moveByRow(draft, motion === 'up' ? -1 : 1, options);
	const selection = selectionOf(draft);
	if (selection !== null && !isSelecting && (motion === 'left' || motion === 'right')) {
		return placeCursor(draft, motion === 'left' ? selection.start : selection.end, false);
	}
	return placeCursor(draft, targetOf(draft, motion, options.columns), isSelecting);
}

export function placeCursor(draft: Draft, offset: number, isSelecting: boolean): Draft {
	return {
		...draft,
		cursor: snapToUnit(draft, Math.min(draft.text.length, Math.max(0, offset))),
		anchor: isSelecting ? (draft.anchor ?? draft.cursor) : null,
		preferredColumn: null,
		run: null,
		yanked: null,
	};
}

export function selectAll(draft: Draft): Draft {
	return { ...placeCursor(draft, draft.text.length, false), anchor: draft.text === '' ? null : 0 };
}

export function previousWord(draft: Draft): number {
	const before = unitStart(draft, draft.cursor);
	if (draft.cursor - before > 1 && chipAt(draft, draft.cursor)?.start === before) return before;
	const target = wordStart(draft.text, draft.cursor);
	const chip = chipAt(draft, target);
	return chip !== null && chip.start < target && target < chip.end ? chip.start : target;
}

export function nextWord(draft: Draft): number {
	const after = unitEnd(draft, draft.cursor);
	if (after - draft.cursor > 1 && chipAt(draft, draft.cursor)?.end === after) return after;
	const target = wordEnd(draft.text, draft.cursor);
	const chip = chipAt(draft, target);
	return chip !== null && chip.start < target && target < chip.end ? chip.end : target;
}

function targetOf(draft: Draft, motion: Exclude<Motion, 'up' | 'down'>, columns: number): number {
	switch (motion) {
		case 'left':
			return unitStart(draft, draft.cursor);
		case 'right':
			return unitEnd(draft, draft.cursor);
		case 'word-left':
			return previousWord(draft);
		case 'word-right':
			return nextWord(draft);
		case 'line-start':
			return rowStart(draft, columns);
		case 'line-end':
			return rowEnd(draft, columns);
		case 'start':
			return 0;
		case 'end':
			return draft.text.length;
	}
}

/** Start of the drawn row; from there, of the line. */
function rowStart(draft: Draft, columns: number): number {
	const { rows } = layoutDraft(draft, columns);
	const start = rows[rowAt(rows, draft.cursor)]?.start ?? 0;
	return start === draft.cursor ? lineStart(draft.text, draft.cursor) : start;
}

/** End of the drawn row; from there, of the line. */
function rowEnd(draft: Draft, columns: number): number {
	const { rows } = layoutDraft(draft, columns);
	const end = offsetAtColumn(rows, rowAt(rows, draft.cursor), Number.POSITIVE_INFINITY);
	return end <= draft.cursor ? lineEnd(draft.text, draft.cursor) : end;
}

function moveByRow(draft: Draft, step: -1 | 1, options: MotionOptions): Draft | null {
	const layout = layoutDraft(draft, options.columns);
	const { rows } = layout;
	const column = draft.preferredColumn ?? layout.cursorColumn;
	for (let index = layout.cursorRow + step; index >= 0 && index < rows.length; index += step) {
		const aimed = offsetAtColumn(rows, index, column);
		const offset = outOfChip(draft, aimed, step);
		const moved = placeCursor(draft, offset, options.isSelecting === true);
		// A pasted block's mark may fill the row: then the motion goes past it.
		if (step === -1 ? moved.cursor < draft.cursor : moved.cursor > draft.cursor) {
			return { ...moved, preferredColumn: column };
		}
	}
	return null;
}

function outOfChip(draft: Draft, offset: number, step: -1 | 1): number {
	const chip = chipAt(draft, offset);
	if (chip === null || offset <= chip.start || offset >= chip.end) return offset;
	return step === -1 ? chip.start : chip.end;
}
