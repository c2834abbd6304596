import { cellWidth, graphemes } from '../../core/text/width.js';

/** Emoji whose width terminals disagree on: joined, with a skin tone, flags, keycaps, with an emoji selector. */
const unsteady = /[\u200D\uFE0F\u20E3\u{1F1E6}-\u{1F1FF}\u{1F3FB}-\u{1F3FF}]/u;

export function isUnsteady(text: string): boolean {
	return unsteady.test(text);
}

/** Sets the column (from 0) behind each emoji that terminals disagree on, so that the text behind it is in place. */
export function steadyColumns(text: string, column: number): string {
	let steady = '';
	let at = column;
	for (const grapheme of graphemes(text)) {
		const width = cellWidth(grapheme);
		steady += width > 0 && isUnsteady(grapheme) ? framed(grapheme, at, width) : grapheme;
		at += width;
	}
	return steady;
}

/** ECH first: a terminal that takes fewer cells would leave one as it was. CHA counts columns from 1. */
function framed(grapheme: string, at: number, width: number): string {
	return `\x1b[${width}X${grapheme}\x1b[${at + width + 1}G`;
}
