import { sanitizeLine } from '../../core/text/sanitize.js';
import { cellWidth, padEnd, truncate } from '../../core/text/width.js';
import { box, innerWidth } from '../frame/box.js';
import { type Line, type Span, styled } from '../line.js';
import { wrapLine } from '../spans.js';
import type { Picker, PickerItem } from '../state/picker.js';
import { PICKER_KEYS, TEXT_KEYS } from './messages.js';
import { rowOf } from './pickers.js';

/** Rows for the words of the chosen row that its line has no room for. */
const MOST_WORDS = 3;
/** A heading and two rows, where there are headings. */
const LEAST_LIST = 2;
const LEAST_GROUPED = 3;

/**
 * A list to choose from, at most `height` rows, windowed around the selected row. Where words do not fit their
 * line, those of the selected row are shown whole below the list; the rows for them are reserved, so that nothing jumps.
 */
export function renderPicker(picker: Picker, columns: number, height: number): Line[] {
	const width = innerWidth(columns);
	const text = pickerText(picker, columns);
	const inside = Math.max(1, height - 2);
	const textRows = Math.min(text.length, Math.max(0, inside - picker.items.length));
	const lastScroll = text.length - textRows;
	const scroll = Math.min(picker.text?.scroll ?? 0, lastScroll);
	const whole = inside - textRows;
	const items = picker.isNumbered === true ? picker.items.map(numbered) : picker.items;
	const rows = withHeadings(items);
	const label = Math.min(
		Math.floor(width / 2),
		picker.items.reduce((widest, item) => Math.max(widest, item.detail === '' ? 0 : item.label.length + 4), 0),
	);
	// Before a label there are two signs of two cells, behind it a space.
	const words = picker.items.map((item) => [
		...cutLabel(item, label, width),
		...cutWords(item, width - label - 5, width),
	]);
	const most = Math.max(0, ...words.map((lines) => lines.length));
	const kept = Math.max(
		0,
		Math.min(most, whole - Math.min(rows.length > picker.items.length ? LEAST_GROUPED : LEAST_LIST, rows.length)),
	);
	const room = Math.min(whole - kept, rows.length);
	const chosenRow = rows.findIndex((row) => row.index === picker.selected);
	const start = Math.max(0, Math.min(chosenRow - Math.floor(room / 2), rows.length - room));
	const lines: Line[] = rows.slice(start, start + room).map(({ item, index, heading }) => {
		if (item === null) return [styled(truncate(sanitizeLine(heading), width), { color: 'muted', bold: true })];
		const isSelected = index === picker.selected;
		return [
			styled(isSelected ? '▸ ' : '  ', { color: 'accent', bold: true }),
			styled(item.isCurrent ? '● ' : '  ', { color: 'success' }),
			...wordsOf(item, isSelected, label, width - 4),
		];
	});
	const chosen = words[picker.selected] ?? [];
	const below = Array.from({ length: kept }, (_, row): Line => chosen[row] ?? []);
	const count = rows.length > room ? ` · ${picker.selected + 1} of ${picker.items.length}` : '';
	const keys = lastScroll === 0 || textRows === 0 ? (rowOf(picker).keyWords ?? PICKER_KEYS) : TEXT_KEYS;
	const title: Line = [
		styled(sanitizeLine(picker.title), { bold: true, color: 'accent' }),
		styled(`${count} · ${keys}`, { color: 'muted' }),
	];
	return box([...text.slice(scroll, scroll + textRows), ...lines, ...below], columns, { title, color: 'accent' });
}

/** The words above the rows, wrapped. */
export function pickerText({ text }: Picker, columns: number): readonly Line[] {
	const width = innerWidth(columns);
	return (text?.paragraphs ?? []).flatMap((words) => wrapLine([styled(sanitizeLine(words), { color: 'text' })], width));
}

/** The row with the digit that chooses it. */
function numbered(item: PickerItem, index: number): PickerItem {
	return { ...item, label: `${index + 1} ${item.label}` };
}

type Row = { readonly item: PickerItem | null; readonly index: number; readonly heading: string };

/** The rows with a heading above each group. */
function withHeadings(items: readonly PickerItem[]): readonly Row[] {
	return items.flatMap((item, index): Row[] => {
		const row = { item, index, heading: '' };
		const { group } = item;
		return group === undefined || group === items[index - 1]?.group
			? [row]
			: [{ item: null, index: -1, heading: group }, row];
	});
}

/** What a row is called and, in a column of their own, words on it; without words the name has the whole row. */
function wordsOf(item: PickerItem, isSelected: boolean, column: number, width: number): readonly Span[] {
	const look = isSelected ? { bold: true } : {};
	if (item.detail === '') return [styled(truncate(sanitizeLine(item.label), width), look)];
	return [
		styled(padEnd(truncate(sanitizeLine(item.label), column), column), look),
		styled(` ${sanitizeLine(item.detail)}`, { color: 'muted' }),
	];
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
	const besides = more === '' ? [] : wrapped(sanitizeLine(more.slice(0, 1000))).slice(0, MOST_WORDS - 1);
	const cut = cellWidth(text) <= room ? [] : wrapped(text);
	return [...cut.slice(0, MOST_WORDS - Math.min(1, besides.length)), ...besides];
}
