import { counted } from '../../core/text/counted.js';
import { type Line, styled } from '../line.js';
import { clipLine, wrapLine } from '../spans.js';
import { innerWidth } from './box.js';
import type { Panel } from './panel.js';
import type { PanelSight } from './state.js';

export type ReadingLayout = {
	/** Rows of the list, and of what is below it. */
	readonly list: number;
	readonly detail: number;
	/** Lines that stay in sight below the list, with the rule. */
	readonly head: readonly Line[];
	/** Lines that scroll; `wordRows` are in sight, `lastWord` is the last that may come first. */
	readonly words: readonly Line[];
	readonly wordRows: number;
	readonly lastWord: number;
};

/** Rows of the list on a screen with room: the rest is to be read. */
const LIST_SHARE = 0.35;
const LEAST_LIST = 2;
/** With fewer rows inside there is a list alone. */
const LEAST_READING = 4;
/** So many rows are looked at for how high the panel is. */
const MOST_MEASURED = 200;

/** The panel in at most `height` rows, `entries` of them its rows and headings; as high for each selected row, so that the frame stays where it is. */
export function layOutReading(
	{ rows, reading }: Panel,
	entries: number,
	selected: number,
	columns: number,
	height: number,
	asked: PanelSight['asked'],
): ReadingLayout {
	const width = innerWidth(columns);
	const inside = Math.max(1, height - 2);
	const isLow = inside < LEAST_READING;
	const most = isLow ? inside : Math.max(LEAST_LIST, Math.floor(inside * LIST_SHARE));
	const list = Math.min(Math.max(1, entries), most);
	const room = isLow ? 0 : inside - list;
	const row = rows[selected];
	if (row === undefined || reading === undefined)
		return { list, detail: 0, head: [], words: [], wordRows: 0, lastWord: 0 };
	const question =
		asked === null ? [] : wrapLine([styled(asked.words(width), { color: 'warning', bold: true })], width);
	const headOf = (each: typeof row): readonly Line[] => [
		[styled('─'.repeat(width), { color: 'muted', dim: true })],
		...(each === row || asked?.isOfAll === true ? question : []),
		...reading.head(each, width),
	];
	const head = headOf(row);
	const words = reading.lines(row, width);
	// The selected row's text is as long as its `count` says.
	let wanted = head.length + words.length;
	for (const each of rows.slice(0, MOST_MEASURED)) {
		if (wanted >= room) break;
		wanted = Math.max(wanted, headOf(each).length + reading.count(each));
	}
	const detail = Math.min(room, wanted);
	const shown = head.slice(0, detail);
	const wordRows = detail - shown.length;
	return { list, detail, head: shown, words, wordRows, lastWord: Math.max(0, words.length - wordRows) };
}

export function readingLines(
	{ detail, head, words, wordRows, lastWord }: ReadingLayout,
	wordsFrom: number,
	width: number,
): readonly Line[] {
	const from = Math.min(wordsFrom, lastWord);
	const isMore = words.length - from > wordRows && wordRows > 0;
	const seen = words.slice(from, from + (isMore ? wordRows - 1 : wordRows));
	const below = `${counted(words.length - from - seen.length, 'more line')} below · page down`;
	const lines = [...head, ...seen, ...(isMore ? [[styled(below, { color: 'muted' })]] : [])];
	return Array.from({ length: detail }, (_, row) => clipLine(lines[row] ?? [], width));
}
