import { sanitizeLine } from '../../core/text/sanitize.js';
import { padEnd, truncate } from '../../core/text/width.js';
import { type Line, styled } from '../line.js';
import { box, innerWidth } from './box.js';
import type { Picker } from './ui-state.js';

/** A list to choose from, at most `height` rows, windowed around the selected row. */
export function renderPicker(picker: Picker, columns: number, height: number): Line[] {
	const width = innerWidth(columns);
	const room = Math.max(1, height - 2);
	const start = Math.max(0, Math.min(picker.selected - Math.floor(room / 2), picker.items.length - room));
	const label = Math.min(
		Math.floor(width / 2),
		picker.items.reduce((widest, item) => Math.max(widest, item.label.length + 4), 0),
	);
	const lines: Line[] = picker.items.slice(start, start + room).map((item, index) => {
		const isSelected = start + index === picker.selected;
		return [
			styled(isSelected ? '▸ ' : '  ', { color: 'accent', bold: true }),
			styled(item.isCurrent ? '● ' : '  ', { color: 'success' }),
			styled(padEnd(truncate(sanitizeLine(item.label), label), label), isSelected ? { bold: true } : {}),
			styled(` ${sanitizeLine(item.detail)}`, { color: 'muted' }),
		];
	});
	const count = picker.items.length > room ? ` · ${picker.selected + 1} of ${picker.items.length}` : '';
	const title: Line = [
		styled(sanitizeLine(picker.title), { bold: true, color: 'accent' }),
		styled(`${count} · enter chooses, esc closes`, { color: 'muted' }),
	];
	return box(lines, columns, { title, color: 'accent' });
}
