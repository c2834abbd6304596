import { sanitizeLine } from '../../core/text/sanitize.js';
import { padEnd, truncate } from '../../core/text/width.js';
import { type Line, type Span, styled } from '../line.js';
import { box, innerWidth } from '../panel/box.js';
import type { Picker, PickerItem } from '../state/picker.js';
import { layOutPicker } from './picker-layout.js';
import { rowOf } from './pickers.js';
import { moreWords, PICKER_KEYS, TEXT_KEYS } from './pickers-messages.js';

/**
 * A list to choose from, at most `height` rows, windowed around the selected row. Where words do not fit their line, those
 * of the selected row are shown below the list, page by page where there are more of them than rows.
 */
export function renderPicker(picker: Picker, columns: number, height: number): Line[] {
	const width = innerWidth(columns);
	const layout = layOutPicker(picker, columns, height);
	const { text, textRows, rows, room, label, words, wordRows, lastWord } = layout;
	const lastScroll = text.length - textRows;
	const scroll = Math.min(picker.text?.scroll ?? 0, lastScroll);
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
	const from = Math.min(picker.wordsFrom ?? 0, lastWord);
	const below = Array.from({ length: wordRows }, (_, row): Line => words[from + row] ?? []);
	const count = rows.length > room ? ` · ${picker.selected + 1} of ${picker.items.length}` : '';
	const keys = lastScroll === 0 || textRows === 0 ? (rowOf(picker).keyWords ?? PICKER_KEYS) : TEXT_KEYS;
	const title: Line = [
		styled(sanitizeLine(picker.title), { bold: true, color: 'accent' }),
		styled(`${count} · ${keys}`, { color: 'muted' }),
	];
	const foot = lastWord === 0 || wordRows === 0 ? [] : [styled(moreWords(lastWord - from), { color: 'warning' })];
	return box([...text.slice(scroll, scroll + textRows), ...lines, ...below], columns, { title, foot, color: 'accent' });
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
