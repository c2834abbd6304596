import { cellWidth, graphemes } from '../../core/text/width.js';

const tabStop = 4;

/** Text as it is drawn: tabs as spaces up to the next stop. */
export function drawnText(text: string, column = 0): string {
	if (!text.includes('\t')) return text;
	let drawn = '';
	let at = column;
	for (const grapheme of graphemes(text)) {
		const cells = advance(at, grapheme);
		drawn += grapheme === '\t' ? ' '.repeat(cells) : grapheme;
		at += cells;
	}
	return drawn;
}

export function textWidth(text: string, column = 0): number {
	if (!text.includes('\t')) return cellWidth(text);
	let at = column;
	for (const grapheme of graphemes(text)) at += advance(at, grapheme);
	return at - column;
}

export function advance(column: number, grapheme: string): number {
	if (grapheme === '\t') return tabStop - (column % tabStop);
	return grapheme.length === 1 && grapheme >= ' ' && grapheme <= '~' ? 1 : cellWidth(grapheme);
}
