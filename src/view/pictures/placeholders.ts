import { once } from '../../core/once.js';
import type { PictureRef } from '../line.js';

/** Stands for a cell of a picture (kitty graphics protocol, «Unicode placeholders»). */
export const PLACEHOLDER = '\u{10EEEE}';

/** Combining marks as ranges: the protocol's table, in which a mark's index is the number that it means. */
const RANGES =
	'305 30D-30E 310 312 33D-33F 346 34A-34C 350-352 357 35B 363-36F 483-487 592-595 597-599 59C-5A1 5A8-5A9 5AB-5AC ' +
	'5AF 5C4 610-617 657-65B 65D-65E 6D6-6DC 6DF-6E2 6E4 6E7-6E8 6EB-6EC 730 732-733 735-736 73A 73D 73F-741 743 745 ' +
	'747 749-74A 7EB-7F1 7F3 816-819 81B-823 825-827 829-82D 951 953-954 F82-F83 F86-F87 135D-135F 17DD 193A 1A17 ' +
	'1A75-1A7C 1B6B 1B6D-1B73 1CD0-1CD2 1CDA-1CDB 1CE0 1DC0-1DC1 1DC3-1DC9 1DCB-1DCC 1DD1-1DE6 1DFE 20D0-20D1 ' +
	'20D4-20D7 20DB-20DC 20E1 20E7 20E9 20F0 2CEF-2CF1 2DE0-2DFF A66F A67C-A67D A6F0-A6F1 A8E0-A8F1 AAB0 AAB2-AAB3 ' +
	'AAB7-AAB8 AABE-AABF AAC1 FE20-FE26 10A0F 10A38 1D185-1D189 1D1AA-1D1AD 1D242-1D244';

const marks = once(() =>
	RANGES.split(' ').flatMap((range) => {
		const [from = 0, to = from] = range.split('-').map((code) => Number.parseInt(code, 16));
		return Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index));
	}),
);

export const MOST_CELLS = 297;

export function placeholderRow(row: number, columns: number): string {
	let text = '';
	for (let column = 0; column < Math.min(columns, MOST_CELLS); column += 1) {
		text += PLACEHOLDER + (marks()[row] ?? '') + (marks()[column] ?? '');
	}
	return text;
}

/** Placement id of a picture in a box of this size: one for each size, below 2^24. */
export function placementOf({ columns, rows }: Pick<PictureRef, 'columns' | 'rows'>): number {
	return columns * 0x200 + rows;
}
