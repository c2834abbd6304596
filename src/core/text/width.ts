import stringWidth from 'string-width';
import { onlyPlainCells } from './plain-cells.js';

/** Made at the first use: that takes longer than drawing the first frame. */
let segmenter: Intl.Segmenter | null = null;
const notPrintableAscii = /[^\x20-\x7E]/;
const notFixedWidth = /[^\x20-\x7E\u4E00-\u9FFF\uAC00-\uD7A3]/;
const ascii = /[\x20-\x7E]/g;

const maximumCached = 4096;
const cache = new Map<string, number>();

/** Terminal cells of a text: the sum of its graphemes. Control characters count as none. */
export function cellWidth(text: string): number {
	if (!notPrintableAscii.test(text) || onlyPlainCells.test(text)) return text.length;
	if (!notFixedWidth.test(text)) return text.length + text.replace(ascii, '').length;
	let width = 0;
	for (const { segment } of segmentsOf(text)) width += graphemeWidth(segment);
	return width;
}

/** Whether every terminal gives these characters the same cells, whatever is beside them. */
export function hasCertainWidth(text: string): boolean {
	return onlyPlainCells.test(text) || !notFixedWidth.test(text);
}

export function graphemes(text: string): Iterable<string> {
	return onlyPlainCells.test(text) ? text : segments(text);
}

/** Start of the text in at most `width` cells, the ellipsis included when something was cut. */
export function truncate(text: string, width: number, ellipsis = '…'): string {
	if (cellWidth(text) <= width) return text;
	const mark = fitting(ellipsis, width);
	return headCells(text, width - cellWidth(mark)) + mark;
}

/** End of the text in at most `width` cells, the ellipsis first when something was cut. */
export function truncateStart(text: string, width: number, ellipsis = '…'): string {
	if (cellWidth(text) <= width) return text;
	const mark = fitting(ellipsis, width);
	return mark + tailCells(text, width - cellWidth(mark));
}

/** Both ends of the text in at most `width` cells; the end, where a path's name is, gets the larger half. */
export function truncateMiddle(text: string, width: number, ellipsis = '…'): string {
	if (cellWidth(text) <= width) return text;
	const mark = fitting(ellipsis, width);
	const room = width - cellWidth(mark);
	const head = headCells(text, Math.floor(room / 2));
	return head + mark + tailCells(text, room - cellWidth(head));
}

/** A wider text is returned as it is. */
export function padEnd(text: string, width: number): string {
	const missing = width - cellWidth(text);
	return missing > 0 ? text + ' '.repeat(missing) : text;
}

function graphemeWidth(grapheme: string): number {
	const known = cache.get(grapheme);
	if (known !== undefined) return known;
	const width = stringWidth(grapheme, { countAnsiEscapeCodes: true });
	// A long cluster is an oddity or an attack; remembering it would only cost memory.
	if (grapheme.length <= 32) {
		if (cache.size >= maximumCached) cache.clear();
		cache.set(grapheme, width);
	}
	return width;
}

function* segments(text: string): Iterable<string> {
	for (const { segment } of segmentsOf(text)) yield segment;
}

function segmentsOf(text: string): Intl.Segments {
	segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
	return segmenter.segment(text);
}

function fitting(ellipsis: string, width: number): string {
	return cellWidth(ellipsis) <= width ? ellipsis : '';
}

function headCells(text: string, width: number): string {
	if (width <= 0) return '';
	let kept = '';
	let used = 0;
	for (const grapheme of graphemes(text)) {
		const cells = cellWidth(grapheme);
		if (used + cells > width) break;
		used += cells;
		kept += grapheme;
	}
	return kept;
}

function tailCells(text: string, width: number): string {
	if (width <= 0) return '';
	const all = [...graphemes(text)];
	let start = all.length;
	let used = 0;
	while (start > 0) {
		const cells = cellWidth(all[start - 1] ?? '');
		if (used + cells > width) break;
		used += cells;
		start--;
	}
	return all.slice(start).join('');
}
