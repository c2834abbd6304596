import { diffWordsWithSpace } from 'diff';
import { sanitizeText } from '../../core/text/sanitize.js';
import { type Line, type Span, type Style, spanOf } from '../line.js';
import { behind, noteOrigin } from '../line-origin.js';
import { lineText, lineWidth, padLine, underlay, wrapLine } from '../spans.js';
import { type DiffPair, halfWidths, type PairedRow, sideBySide } from './diff-halves.js';
import type { DiffItem } from './diff-items.js';
import * as messages from './diff-messages.js';
import { highlightCode, languageOfPath } from './highlight.js';
import type { DiffRow } from './line-changes.js';

const widthForNumbers = 24;

const muted: Style = { color: 'muted' };
const noteStyle: Style = { color: 'muted', italic: true };
const wordStyle: Style = { bold: true, underline: true };
const sides = {
	same: { sign: ' ', signStyle: muted, row: undefined },
	added: { sign: '+', signStyle: { color: 'added', background: 'added', bold: true }, row: { background: 'added' } },
	removed: {
		sign: '-',
		signStyle: { color: 'removed', background: 'removed', bold: true },
		row: { background: 'removed' },
	},
} as const satisfies Record<DiffRow['kind'], { sign: string; signStyle: Style; row: Style | undefined }>;

type RowViewOptions = {
	readonly path: string;
	/** Line numbers (from 1) at which the texts begin in the file; null: no numbers are shown. */
	readonly lines: { readonly old: number; readonly new: number } | null;
	readonly width: number;
	/** Of the largest number. */
	readonly digits: number;
	/** Characters of a row that are drawn, and of all rows that are coloured. */
	readonly longest: number;
	readonly colored: number;
};

export function digitsOf(rows: readonly DiffRow[], first: { readonly old: number; readonly new: number }): number {
	const last = rows.reduce((most, row) => Math.max(most, numberOf(row, first), oldNumberOf(row, first)), 1);
	return String(last).length;
}

function numberOf(row: DiffRow, first: { readonly old: number; readonly new: number }): number {
	return row.kind === 'removed' ? row.oldNumber + first.old - 1 : row.newNumber + first.new - 1;
}

function oldNumberOf(row: DiffRow, first: { readonly old: number; readonly new: number }): number {
	return row.kind === 'added' ? row.newNumber + first.new - 1 : row.oldNumber + first.old - 1;
}

export function createRowView(rows: readonly DiffRow[], options: RowViewOptions) {
	const { path, lines, width, digits, longest } = options;
	const first = lines ?? { old: 1, new: 1 };
	const cleanLine = (text: string): string => cleaned(text, longest);
	const plainRow = (row: DiffRow): Line => {
		const text = cleanLine(row.text);
		return text === '' ? [] : [{ text }];
	};
	const colored = colorRows(path, rows, options);
	const hasNumbers = width >= widthForNumbers && lines !== null;

	function rowLines({ row, partner }: PairedRow, half: number, number: number): Line[] {
		const side = sides[row.kind];
		const gutter = hasNumbers ? `${String(number).padStart(digits)} ` : '';
		const head: Span[] = hasNumbers ? [{ text: gutter, style: muted }] : [];
		const signSpan: Span = { text: `${side.sign} `, style: side.signStyle };
		const indent = gutter.length + 2;
		const room = half - indent;
		const text = markedText(row, partner);
		const content = side.row ? underlay(text, side.row) : text;
		if (room < 2) return wrapLine([signSpan, ...content], half, { hard: true });
		const margin: Span[] = hasNumbers ? [{ text: ' '.repeat(gutter.length) }] : [];
		const continued: Span = { text: '  ', style: side.row ?? muted };
		return wrapLine(content, room, { hard: 'words' }).map((piece, index) => {
			const tabs = index === 0 ? tabbedIndentation(row.text, lineText(piece)) : null;
			const drawn = behind(index === 0 ? [...head, signSpan] : [...margin, continued], indent, piece);
			noteOrigin(drawn, drawn, {
				sign: index === 0 ? side.sign : '',
				isVerbatim: true,
				gutter: indent + (tabs?.cells ?? 0),
				mark: tabs?.text ?? '',
			});
			if (side.row === undefined) return drawn;
			const padding = Math.max(0, half - lineWidth(drawn));
			return noteOrigin(padLine(drawn, half, side.row), drawn, { padding });
		});
	}

	function pairLines(pair: DiffPair): Line[] {
		const halves = halfWidths(width);
		const old = pair.old === null ? [] : rowLines(pair.old, halves.old, oldNumberOf(pair.old.row, first));
		const fresh = pair.new === null ? [] : rowLines(pair.new, halves.new, numberOf(pair.new.row, first));
		return sideBySide(old, fresh, width);
	}

	function markedText(row: DiffRow, partner: DiffRow | undefined): Line {
		const line = colored.get(row) ?? plainRow(row);
		if (!partner || Math.max(row.text.length, partner.text.length) > longest) return line;
		const isOld = row.kind === 'removed';
		const [before, after] = isOld
			? [cleanLine(row.text), cleanLine(partner.text)]
			: [cleanLine(partner.text), cleanLine(row.text)];
		if (before === after) return isOld || row.text === partner.text ? line : [...line, unseenNote(row, partner)];
		const ranges = changedWords(before, after);
		return ranges ? markRanges(line, isOld ? ranges.old : ranges.new, wordStyle) : line;
	}

	return {
		linesOf: (item: DiffItem | DiffPair): Line[] => {
			if (!('kind' in item)) return pairLines(item);
			switch (item.kind) {
				case 'row':
					return rowLines(item, width, numberOf(item.row, first));
				case 'fold':
					return wrapLine(
						[{ text: item.count === 0 ? '⋯' : messages.unchangedLines(item.count), style: muted }],
						width,
					);
				case 'note':
					return wrapLine([{ text: item.text, style: noteStyle }], width);
			}
		},
	};
}

/** Colours only what is shown: the cost must not follow the size of the file. */
function colorRows(
	path: string,
	rows: readonly DiffRow[],
	{ longest, colored: most }: RowViewOptions,
): Map<DiffRow, Line> {
	const colored = new Map<DiffRow, Line>();
	const language = languageOfPath(path);
	if (language === '') return colored;
	let length = 0;
	// Text beyond this length has no room.
	const shown = rows.filter((row) => {
		length += row.text.length;
		return length <= most;
	});
	for (const side of ['added', 'removed'] as const) {
		const ofSide = shown.filter((row) => row.kind === side || row.kind === 'same');
		const lines = highlightCode(ofSide.map((row) => cleaned(row.text, longest)).join('\n'), language);
		for (const [index, row] of ofSide.entries()) {
			const line = lines[index];
			if (line !== undefined) colored.set(row, line);
		}
	}
	return colored;
}

function cleaned(text: string, longest: number): string {
	const kept = text.length > longest ? `${text.slice(0, longest)}…` : text;
	return sanitizeText(kept).replaceAll('\n', ' ');
}

function unseenNote(row: DiffRow, partner: DiffRow): Span {
	const [hadTabs, hasTabs] = [/^ *	/.test(partner.text), /^ *	/.test(row.text)];
	const text =
		hadTabs === hasTabs
			? 'only white space or invisible characters differ'
			: messages.indentationChanged(hadTabs, hasTabs);
	return { text: `  (${text})`, style: noteStyle };
}

/** Null without tabs, and when `drawn` does not begin with all of the indentation. */
function tabbedIndentation(source: string, drawn: string): { readonly text: string; readonly cells: number } | null {
	const text = /^[ 	]*/.exec(source)?.[0] ?? '';
	if (!text.includes('	')) return null;
	const spaces = sanitizeText(text);
	return drawn.startsWith(spaces) ? { text, cells: spaces.length } : null;
}

/** In UTF-16 units. */
type TextRange = { readonly from: number; readonly to: number };

const longestPair = 1000;
const mostEdits = 120;
/** Share of unchanged text below which marking words would mark nearly everything. */
const leastCommon = 0.35;

export function changedWords(oldText: string, newText: string): { old: TextRange[]; new: TextRange[] } | undefined {
	if (oldText.length > longestPair || newText.length > longestPair) return undefined;
	const changes = diffWordsWithSpace(oldText, newText, { maxEditLength: mostEdits });
	if (!changes) return undefined;
	const ranges: { old: TextRange[]; new: TextRange[] } = { old: [], new: [] };
	let oldIndex = 0;
	let newIndex = 0;
	let common = 0;
	for (const { value, added, removed } of changes) {
		if (removed) ranges.old.push({ from: oldIndex, to: oldIndex + value.length });
		if (added) ranges.new.push({ from: newIndex, to: newIndex + value.length });
		if (!added && !removed) common += value.trim().length;
		if (!added) oldIndex += value.length;
		if (!removed) newIndex += value.length;
	}
	const longest = Math.max(oldText.trim().length, newText.trim().length, 1);
	if (common / longest < leastCommon) return undefined;
	return { old: joined(ranges.old, oldText), new: joined(ranges.new, newText) };
}

/** Joins ranges that touch once one slides left, as the second `)` of `g(f(a))` after `f(a)` does. */
function joined(ranges: readonly TextRange[], text: string): TextRange[] {
	const merged: TextRange[] = [];
	for (const range of ranges) {
		const last = merged.at(-1);
		const gap = last === undefined ? 0 : range.from - last.to;
		const canSlide =
			last !== undefined &&
			gap <= range.to - range.from &&
			text.slice(last.to, range.from) === text.slice(range.to - gap, range.to);
		if (canSlide) merged[merged.length - 1] = { from: last.from, to: range.to - gap };
		else merged.push(range);
	}
	return merged;
}

function markRanges(line: Line, ranges: readonly TextRange[], mark: Style): Line {
	if (ranges.length === 0) return line;
	const marked: Span[] = [];
	let start = 0;
	for (const span of line) {
		const end = start + span.text.length;
		let position = start;
		for (const range of ranges) {
			const from = Math.max(range.from, position);
			const to = Math.min(range.to, end);
			if (from >= to) continue;
			push(marked, span.text.slice(position - start, from - start), span.style);
			push(marked, span.text.slice(from - start, to - start), { ...span.style, ...mark });
			position = to;
		}
		push(marked, span.text.slice(position - start), span.style);
		start = end;
	}
	return marked;
}

function push(spans: Span[], text: string, style: Style | undefined): void {
	if (text !== '') spans.push(spanOf(text, style));
}
