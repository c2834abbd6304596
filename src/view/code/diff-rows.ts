import { sanitizeText } from '../../core/text/sanitize.js';
import type { Line, Span, Style } from '../line.js';
import { behind, noteOrigin } from '../line-origin.js';
import { lineText, lineWidth, padLine, underlay, wrapLine } from '../spans.js';
import { besideEachOther, type DiffPair, halfWidths, type PairedRow } from './diff-halves.js';
import type { DiffItem } from './diff-items.js';
import * as messages from './diff-messages.js';
import { highlightCode, languageOfPath } from './highlight.js';
import type { DiffRow } from './line-changes.js';
import { changedWords, markRanges } from './word-changes.js';

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
		return wrapLine(content, room, { hard: true }).map((piece, index) => {
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
		return besideEachOther(old, fresh, width);
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
	const text = hadTabs === hasTabs ? messages.UNSEEN_CHANGE : messages.indentationChanged(hadTabs, hasTabs);
	return { text: `  (${text})`, style: noteStyle };
}

/** Null without tabs, and when `drawn` does not begin with all of the indentation. */
function tabbedIndentation(source: string, drawn: string): { readonly text: string; readonly cells: number } | null {
	const text = /^[ 	]*/.exec(source)?.[0] ?? '';
	if (!text.includes('	')) return null;
	const spaces = sanitizeText(text);
	return drawn.startsWith(spaces) ? { text, cells: spaces.length } : null;
}
