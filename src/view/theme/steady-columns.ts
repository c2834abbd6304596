import { cellWidth, graphemes } from '../../core/text/width.js';

/**
 * Emoji of which terminals make more or fewer cells than there should be: joined ones, with a skin tone, flags,
 * keycaps, and signs that a selector makes emoji.
 */
const unsteady = /[\u200D\uFE0F\u20E3\u{1F1E6}-\u{1F1FF}\u{1F3FB}-\u{1F3FF}]/u;

/** Whether terminals may disagree on the width of an emoji in this text. */
export function isUnsteady(text: string): boolean {
	return unsteady.test(text);
}

/**
 * The text with the right column said behind each emoji that terminals disagree on, so that what follows stands
 * where it is thought to be: a terminal that draws joined emoji one by one shows the first of them.
 * `column` (from 0) is where the text begins on the screen.
 */
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
