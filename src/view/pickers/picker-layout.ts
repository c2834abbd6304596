import { sanitizeLine } from '../../core/text/sanitize.js';
import { cellWidth } from '../../core/text/width.js';
import { type Line, styled } from '../line.js';
import { innerWidth } from '../panel/box.js';
import { wrapLine } from '../spans.js';
import type { Picker, PickerItem } from '../state/picker.js';

/** Rows that are kept for words of the chosen row that its line has no room for. */
const MOST_WORDS = 3;
/** A digit and a blank before a label. */
const NUMBER_CELLS = 2;
/** A heading and two rows, where there are headings. */
const LEAST_LIST = 2;
const LEAST_GROUPED = 3;
/** So few rows are all in sight before words are. */
const WHOLE_LIST = 4;

/** How an open list shares its rows. */
export type PickerLayout = {
	/** The words above the rows, and how many of their lines are in sight. */
	readonly text: readonly Line[];
	readonly textRows: number;
	readonly rows: readonly PickerRowShown[];
	/** How many of the rows are in sight. */
	readonly room: number;
	/** The column of the labels. */
	readonly label: number;
	/** What the selected row's line has no room for, how many lines of it are in sight, and the last that may be the first. */
	readonly words: readonly Line[];
	readonly wordRows: number;
	readonly lastWord: number;
};

/** The list in at most `height` rows. Rows for words are the same for each selected row, so that nothing jumps. */
export function layOutPicker(picker: Picker, columns: number, height: number): PickerLayout {
	const width = innerWidth(columns);
	const text = pickerText(picker, columns);
	const inside = Math.max(1, height - 2);
	const rows = withHeadings(isNumbered(picker) ? picker.items.map(numbered) : picker.items);
	// A number takes nothing away from its label.
	const number = isNumbered(picker) ? NUMBER_CELLS : 0;
	const label = Math.min(
		Math.floor(width / 2) + number,
		picker.items.reduce((widest, item) => Math.max(widest, item.detail === '' ? 0 : item.label.length + number + 4), 0),
	);
	const all = picker.items.map((item) => {
		const name = cutLabel(item, label - number, width);
		// Before a label there are two signs of two cells, behind it a space.
		return { name: name.length, lines: [...name, ...cutWords(item, width - label - 5, width)] };
	});
	const most = Math.max(0, ...all.map(({ name, lines }) => Math.min(lines.length, name + MOST_WORDS)));
	const before = picker.items.length + (picker.text?.isAside === true ? most : 0);
	const textRows = Math.min(text.length, Math.max(0, inside - before));
	const whole = inside - textRows;
	const least = rows.length > picker.items.length ? LEAST_GROUPED : LEAST_LIST;
	const wordRows = Math.max(
		0,
		Math.min(most, whole - Math.min(rows.length, rows.length <= WHOLE_LIST ? WHOLE_LIST : least)),
	);
	const words = all[picker.selected]?.lines ?? [];
	return {
		...{ text, textRows, rows, label, words, wordRows },
		room: Math.min(whole - wordRows, rows.length),
		lastWord: Math.max(0, words.length - wordRows),
	};
}

/** The words above the rows, wrapped. */
function pickerText({ text }: Picker, columns: number): readonly Line[] {
	const width = innerWidth(columns);
	return (text?.paragraphs ?? []).flatMap((words) => wrapLine([styled(sanitizeLine(words), { color: 'text' })], width));
}

/** Whether digits choose rows. In the list of agents they find rows, as words do. */
export function isNumbered({ kind }: Picker): boolean {
	return kind !== 'agent';
}

/** The row with the digit that chooses it; what is below the ninth has none, and stands under the others. */
function numbered(item: PickerItem, index: number): PickerItem {
	if (index > 8) return { ...item, label: `  ${item.label}` };
	return { ...item, label: `${index + 1} ${item.label}` };
}

type PickerRowShown = { readonly item: PickerItem | null; readonly index: number; readonly heading: string };

/** The rows with a heading above each group. */
function withHeadings(items: readonly PickerItem[]): readonly PickerRowShown[] {
	return items.flatMap((item, index): PickerRowShown[] => {
		const row = { item, index, heading: '' };
		const { group } = item;
		return group === undefined || group === items[index - 1]?.group
			? [row]
			: [{ item: null, index: -1, heading: group }, row];
	});
}

/** A label that is to be read whole, wrapped, when its column cannot hold it. */
function cutLabel({ label, isReadWhole }: PickerItem, column: number, width: number): readonly Line[] {
	const text = sanitizeLine(label);
	if (isReadWhole !== true || cellWidth(text) <= column) return [];
	return wrapLine([styled(text, { color: 'text', bold: true })], width);
}

/** A row's words, wrapped, when its line cannot hold them. */
function cutWords({ detail, more = '' }: PickerItem, room: number, width: number): readonly Line[] {
	const wrapped = (text: string): readonly Line[] => wrapLine([styled(text, { color: 'text' })], width);
	// Longer ones would not be read here either.
	const text = sanitizeLine(detail.slice(0, 1000));
	const besides = more === '' ? [] : wrapped(sanitizeLine(more.slice(0, 1000)));
	return [...(cellWidth(text) <= room ? [] : wrapped(text)), ...besides];
}
