import type { ScreenContext } from '../state/context.js';
import type { Picker } from '../state/picker.js';
import type { ScreenLayout } from '../state/screen-layout.js';
import { openPicker, show, type UiStep } from '../state/step.js';
import { layOutPicker } from './picker-layout.js';
import { backFrom, chooseItem, leavePicker, selectItem } from './pickers.js';

/** A key of the list that is open; nothing where none is. */
const inList =
	(run: (context: ScreenContext, picker: Picker, layout: ScreenLayout) => UiStep | null) =>
	(context: ScreenContext, layout: ScreenLayout): UiStep => {
		const { ui } = context;
		return (ui.panel.kind === 'picker' ? run(context, ui.panel.picker, layout) : null) ?? show(ui);
	};

const moveTo = (place: (picker: Picker, layout: ScreenLayout) => number) =>
	inList(({ ui, session }, picker, layout) => show(openPicker(ui, selectItem(picker, place(picker, layout), session))));

/** The row above (-1) or below (1). */
export const moveItem = (direction: -1 | 1) => moveTo(({ selected }) => selected + direction);

/** A page up (-1) or down (1): of the words above the rows, or of the selected row's, where there are some to be read. */
export const moveByPage = (direction: -1 | 1) =>
	inList(({ ui, session }, picker, { overlayRows }) => {
		const { textRows } = layOutPicker(picker, ui.columns, overlayRows);
		const read = readOn(picker, direction, ui.columns, overlayRows);
		if (picker.text !== undefined && textRows > 0) {
			const scrolled = scrollText(picker, direction, ui.columns, overlayRows);
			const isText = scrolled.text?.scroll !== picker.text.scroll;
			// The words above come before those of the row.
			if (read !== null && (direction === -1 || !isText)) return show(openPicker(ui, read));
			// A list of which no text is read goes on by rows.
			if (isText || picker.text.isAside !== true) return show(openPicker(ui, scrolled));
		} else if (read !== null) return show(openPicker(ui, read));
		const by = direction * Math.max(1, Math.min(overlayRows - 2, 10));
		return show(openPicker(ui, selectItem(picker, picker.selected + by, session)));
	});

function scrollText(picker: Picker, direction: -1 | 1, columns: number, overlayRows: number): Picker {
	const { text } = picker;
	if (text === undefined) return picker;
	const { text: lines, textRows } = layOutPicker(picker, columns, overlayRows);
	const room = Math.max(1, textRows);
	const last = Math.max(0, lines.length - room);
	const scroll = Math.max(0, Math.min(last, text.scroll + direction * Math.max(1, room - 1)));
	return { ...picker, text: { ...text, scroll } };
}

/** The words of the selected row, further on or back; null where they are all in sight, or at their end. */
function readOn(picker: Picker, direction: -1 | 1, columns: number, overlayRows: number): Picker | null {
	const { lastWord, wordRows } = layOutPicker(picker, columns, overlayRows);
	if (lastWord === 0 || wordRows === 0) return null;
	const from = Math.min(picker.wordsFrom ?? 0, lastWord);
	const next = Math.max(0, Math.min(lastWord, from + direction * Math.max(1, wordRows - 1)));
	return next === from ? null : { ...picker, wordsFrom: next };
}

export const moveToFirst = moveTo(() => 0);
export const moveToLast = moveTo(({ items }) => items.length - 1);

/** Chooses the selected row. */
export const acceptItem = inList((context, picker) => chooseItem(context, picker, picker.selected));

/** Closes the list without choosing; of two that opened one another, goes back to the first. */
export const closeList = inList(
	({ ui, session }, picker) =>
		backFrom(picker, ui, session) ?? show(leavePicker({ ...ui, panel: { kind: 'none' } }, picker)),
);
