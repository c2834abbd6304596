import { counted } from '../../core/text/counted.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { cellWidth, truncate } from '../../core/text/width.js';
import { type Line, styled } from '../line.js';
import { clipLine, wrapLine } from '../spans.js';
import { innerWidth } from './box.js';
import type { Panel, PanelRow } from './panel.js';
import type { PanelSight } from './panel-state.js';
import { shareWriting } from './writing.js';

/** Rows that are kept for words of the selected row that its line has no room for. */
const MOST_WORDS = 3;
/** Cells of a digit and a blank before a label. */
const NUMBER_CELLS = 2;
/** A heading and two rows, where there are headings. */
const LEAST_LIST = 2;
const LEAST_GROUPED = 3;
/** So few rows are all in sight before words are. */
const WHOLE_LIST = 4;
/** Rows of the detail on a screen with room, and on a low one. */
const MOST_DETAIL = 8;
const LOW_DETAIL = 2;
/** With so many rows inside, the detail stands below a rule. */
const ROOM_FOR_RULE = 12;
/** Longer words would not be read here either. */
const MOST_CHARS = 1000;

/** Shares of the rows that a panel has. */
export type PanelLayout = {
	readonly text: readonly Line[];
	readonly textRows: number;
	readonly entries: readonly ListEntry[];
	readonly list: number;
	/** Cells of the labels; 0: no row has words behind its label. */
	readonly label: number;
	/** Text that the selected row's line has no room for; `wordRows` lines are in sight, `lastWord` is the last that may come first. */
	readonly words: readonly Line[];
	readonly wordRows: number;
	readonly lastWord: number;
	readonly detail: number;
	/** Rows of the text that is written, the rule included. */
	readonly writing?: number;
	/** Lines of the detail that stay in sight while the words scroll. */
	readonly head?: readonly Line[];
};

/** A row by its place, from 0, or a heading. */
export type ListEntry = { readonly at: number } | { readonly heading: string };

/** The place of a row among the rows and headings. */
export function placeIn(entries: readonly ListEntry[], row: number): number {
	return entries.findIndex((entry) => 'at' in entry && entry.at === row);
}

/** Whether digits choose rows; where something is typed they are text. */
export function isNumbered({ line, detail, reading, document, writing }: Panel): boolean {
	return [line, detail, reading, document, writing].every((part) => part === undefined);
}

/** Whether the detail of so many rows begins with a rule. */
export function hasRule(rows: number): boolean {
	return rows > LOW_DETAIL;
}

/** The panel in at most `height` rows. What stands below the list is as high for each row, so that nothing jumps. */
export function layOut(
	panel: Panel,
	selected: number,
	columns: number,
	height: number,
	asked: PanelSight['asked'] = null,
): PanelLayout {
	const width = innerWidth(columns);
	const inside = Math.max(1, height - 2);
	const entries = withHeadings(panel.rows);
	const text = textLines(panel, width, inside - entries.length);
	if (panel.reading !== undefined)
		return {
			...{ text, textRows: 0, entries, label: 0 },
			...layOutReading(panel, entries.length, selected, columns, height, asked),
		};
	if (panel.writing !== undefined) {
		const shares = shareWriting(text.length, entries.length, inside);
		return { text, entries, label: 0, words: [], wordRows: 0, lastWord: 0, detail: 0, ...shares };
	}
	if (panel.detail !== undefined) {
		const { list, detail } = detailRows(entries.length, inside);
		return { text, textRows: 0, entries, list, label: 0, words: [], wordRows: 0, lastWord: 0, detail };
	}
	const number = isNumbered(panel) ? NUMBER_CELLS : 0;
	// A number takes nothing away from its label.
	const label = Math.min(
		Math.floor(width / 2) + number,
		panel.rows.reduce(
			(widest, row) => Math.max(widest, (row.detail ?? '') === '' ? 0 : wholeLabel(row) + number + 4),
			0,
		),
	);
	const all = panel.rows.map((row) => {
		const name = cutLabel(row, label - number, width);
		// Before a label there are two signs of two cells, behind it a space.
		return { name: name.length, lines: [...name, ...cutWords(row, width - label - 5, width)] };
	});
	const most = Math.max(0, ...all.map(({ name, lines }) => Math.min(lines.length, name + MOST_WORDS)));
	const kept = Math.min(entries.length, panel.text?.keeps ?? panel.rows.length);
	const before = kept + (panel.text?.isSecondary === true ? most : 0);
	const textRows = Math.min(text.length, Math.max(0, inside - before));
	const left = inside - textRows;
	const least = entries.length > panel.rows.length ? LEAST_GROUPED : LEAST_LIST;
	const inSight = Math.min(entries.length, entries.length <= WHOLE_LIST ? WHOLE_LIST : least);
	const wordRows = Math.max(0, Math.min(most, left - inSight));
	const words = all[selected]?.lines ?? [];
	return {
		...{ text, textRows, entries, label, words, wordRows, detail: 0 },
		list: Math.min(left - wordRows, entries.length),
		lastWord: Math.max(0, words.length - wordRows),
	};
}

function detailRows(count: number, inside: number): { readonly list: number; readonly detail: number } {
	if (inside < 4) return { list: Math.min(Math.max(1, count), inside), detail: 0 };
	const isLow = inside < ROOM_FOR_RULE;
	const least = isLow ? LOW_DETAIL : 1 + Math.min(MOST_DETAIL, Math.floor(inside / 2));
	const list = Math.min(Math.max(1, count), inside - least);
	return { list, detail: Math.min(inside - list, Math.max(least, isLow ? LOW_DETAIL : MOST_DETAIL)) };
}

function textLines({ text }: Panel, width: number, room: number): readonly Line[] {
	if (text === undefined) return [];
	const { paragraphs, isApart } = text;
	const lines =
		text.lines?.(width) ??
		paragraphs.flatMap((words) => wrapLine([styled(sanitizeLine(words), { color: 'text' })], width));
	return isApart === true && lines.length > 0 && lines.length < room ? [...lines, []] : lines;
}

export function headingLine(heading: string, width: number): Line {
	return [styled(truncate(sanitizeLine(heading), width), { color: 'muted', bold: true })];
}

export function withHeadings(rows: readonly PanelRow[]): readonly ListEntry[] {
	return rows.flatMap(({ group }, at): ListEntry[] =>
		group === undefined || group === rows[at - 1]?.group ? [{ at }] : [{ heading: group }, { at }],
	);
}

function wholeLabel({ label, signs = [] }: PanelRow): number {
	return signs.reduce((length, { text }) => length + text.length, label.length);
}

/** A label that is to be read whole, wrapped, when its column cannot hold it. */
function cutLabel({ label, isReadWhole }: PanelRow, column: number, width: number): readonly Line[] {
	const text = sanitizeLine(label);
	if (isReadWhole !== true || cellWidth(text) <= column) return [];
	return wrapLine([styled(text, { color: 'text', bold: true })], width);
}

/** A row's words, wrapped, when its line cannot hold them. */
function cutWords({ detail = '', more = '' }: PanelRow, room: number, width: number): readonly Line[] {
	const wrapped = (text: string): readonly Line[] => wrapLine([styled(text, { color: 'text' })], width);
	const text = sanitizeLine(detail.slice(0, MOST_CHARS));
	const moreWords = more === '' ? [] : wrapped(sanitizeLine(more.slice(0, MOST_CHARS)));
	return [...(cellWidth(text) <= room ? [] : wrapped(text)), ...moreWords];
}

type ReadingLayout = {
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
/** With fewer rows inside there is a list alone. */
const LEAST_READING = 4;
/** Most rows that are measured for the panel's height. */
const MOST_MEASURED = 200;

/** The panel in at most `height` rows, `entries` of them its rows and headings; as high for each selected row, so that the frame stays where it is. */
function layOutReading(
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
