import type { ScreenContext } from '../state/context.js';
import type { Picker } from '../state/picker.js';
import type { ScreenLayout } from '../state/screen-layout.js';
import { openPicker, show, type UiStep } from '../state/step.js';
import { chooseItem, leavePicker, selectItem } from './pickers.js';

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

/** A page up (-1) or down (1). */
export const moveByPage = (direction: -1 | 1) =>
	moveTo(({ selected }, { overlayRows }) => selected + direction * Math.max(1, Math.min(overlayRows - 2, 10)));

export const moveToFirst = moveTo(() => 0);
export const moveToLast = moveTo(({ items }) => items.length - 1);

/** Chooses the selected row. */
export const acceptItem = inList((context, picker) => chooseItem(context, picker, picker.selected));

/** Closes the list without choosing. */
export const closeList = inList(({ ui }, picker) => show(leavePicker({ ...ui, panel: { kind: 'none' } }, picker)));
