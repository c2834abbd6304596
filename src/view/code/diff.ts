import { sanitizeText } from '../../core/text/sanitize.js';
import type { Line, Span, Style } from '../line.js';
import { behind, noteOrigin } from '../line-origin.js';
import { lineText, lineWidth, padLine, underlay, wrapLine } from '../spans.js';
import { tabbedIndentation } from '../tabs.js';
import type { DiffLayout } from '../ui-options.js';
import { besideEachOther, type DiffPair, halfWidths, isSplit, type PairedRow, pairItems } from './diff-halves.js';
import { type DiffItem, type DiffItems, diffItems } from './diff-items.js';
import * as messages from './diff-messages.js';
import { highlightCode, languageOfPath } from './highlight.js';
import { compareLines, type DiffRow } from './line-changes.js';
import { linesIn } from './text-lines.js';
import { changedWords, markRanges } from './word-changes.js';

/** A file before and after; a null `oldText` is a new file. */
export type DiffChange = {
	readonly path: string;
	readonly oldText: string | null;
	readonly newText: string;
	/** Line numbers (from 1) at which the texts begin in the file; null where they are unknown: then none are shown. */
	readonly lines?: { readonly old: number; readonly new: number } | null;
};

export type DiffOptions = {
	readonly width: number;
	/** 2000 unless given; further lines are counted in `hiddenLines`. */
	readonly maxLines?: number;
	readonly context?: number;
	readonly layout?: DiffLayout;
	/** The card says already that the file is new, or gone. */
	readonly isChangeNamed?: boolean;
	/** So many unchanged lines are left out, those furthest from a change first, with a mark between two changes. */
	readonly leftOut?: number;
	/** Never shown as «binary content». */
	readonly isText?: boolean;
};

/** `hiddenLines` counts lines before wrapping. */
export type RenderedDiff = { readonly lines: readonly Line[]; readonly hiddenLines: number };

const mostLines = 2000;
const usualContext = 3;
/** Line numbers need room; below this width the signs stand alone. */
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

export function diffStats(oldText: string | null, newText: string, isText = false): { added: number; removed: number } {
	// Binary content has no lines.
	if (!isText && (looksBinary(oldText ?? '') || looksBinary(newText))) return { added: 0, removed: 0 };
	if (oldText === null || oldText === '') return { added: linesIn(newText).starts.length, removed: 0 };
	const { added, removed } = compareLines(oldText, newText);
	return { added, removed };
}

/**
 * Numbered lines of a change with signs (colours only repeat them), unified or side by side. Long lines wrap; nothing
 * is cut but what `hiddenLines` counts. The time is bounded: a change too big to be compared is shown as a replacement.
 */
export function renderDiff(change: DiffChange, options: DiffOptions): RenderedDiff {
	const width = Math.max(1, Math.floor(options.width));
	const most = Math.max(0, options.maxLines ?? mostLines);
	const { items, rest, areTwoSided } = itemsOf(change, options, most);
	const areSplit = areTwoSided && isSplit(options.layout ?? 'unified', width);
	const blocks: readonly (DiffItem | DiffPair)[] = areSplit ? pairItems(items) : items;
	const view = createRowView(change, blocks.slice(0, most).flatMap(rowsOf), width, 2 * (most + 1) * width);
	const lines: Line[] = [];
	let shown = 0;
	for (const block of blocks) {
		const drawn = view.linesOf(block);
		if (lines.length + drawn.length > most) break;
		for (const line of drawn) lines.push(line);
		shown += 1;
	}
	const cut = areSplit ? rest.split : rest.unified;
	return { lines, hiddenLines: blocks.slice(shown).reduce((sum, block) => sum + countOf(block), cut) };
}

function rowsOf(block: DiffItem | DiffPair): DiffRow[] {
	if ('kind' in block) return block.kind === 'row' ? [block.row] : [];
	const rows = [block.old?.row, block.new?.row].filter((row) => row !== undefined);
	return rows[0] === rows[1] ? rows.slice(1) : rows;
}

function countOf(block: DiffItem | DiffPair): number {
	if (!('kind' in block)) return 1;
	return block.kind === 'fold' ? block.count : 1;
}

function itemsOf(
	change: DiffChange,
	{ context = usualContext, isChangeNamed = false, leftOut = 0, isText = false }: DiffOptions,
	most: number,
): DiffItems {
	const only = (...notes: readonly string[]): DiffItems => ({
		items: notes.map((text): DiffItem => ({ kind: 'note', text })),
		rest: { unified: 0, split: 0 },
		areTwoSided: false,
	});
	const oldText = change.oldText ?? '';
	if (!isText && (looksBinary(oldText) || looksBinary(change.newText))) {
		return only(messages.binaryContent(change.oldText === null ? null : oldText.length, change.newText.length));
	}
	const isEmpty = oldText === '' && change.newText === '';
	if (isEmpty) return only(change.oldText === null && !isChangeNamed ? messages.NEW_EMPTY_FILE : 'empty file');
	// A moved file has no changes unless they are shown.
	if (oldText === change.newText) return isChangeNamed ? only() : only(messages.NO_CHANGES);
	const around = leftOut === Number.POSITIVE_INFINITY ? 0 : context;
	const found = diffItems(compareLines(oldText, change.newText), around, most);
	if (leftOut > 0) return { ...found, items: withLess(found.items, leftOut) };
	const whole = change.oldText === null ? messages.NEW_FILE : change.newText === '' ? messages.EVERYTHING_REMOVED : '';
	return isChangeNamed || whole === '' ? found : { ...found, items: [...only(whole).items, ...found.items] };
}

/** The items without so many unchanged lines. With no context a run of one of them is no fold but that line. */
function withLess(items: readonly DiffItem[], leftOut: number): readonly DiffItem[] {
	const isSame = (item: DiffItem): boolean => item.kind === 'row' && item.row.kind === 'same';
	const changed = items.flatMap((item, at) => (item.kind === 'row' && !isSame(item) ? [at] : []));
	const distance = (at: number): number => Math.min(...changed.map((one) => Math.abs(one - at)));
	const gone = new Set(
		leftOut === Number.POSITIVE_INFINITY
			? items.filter(isSame)
			: items
					.flatMap((item, at) => (isSame(item) ? [{ item, far: distance(at) }] : []))
					.sort((one, other) => other.far - one.far)
					.slice(0, leftOut)
					.map(({ item }) => item),
	);
	const shown: DiffItem[] = [];
	let isGap = false;
	for (const item of items) {
		if (item.kind === 'fold' || gone.has(item)) isGap = true;
		else {
			if (isGap && item.kind === 'row' && shown.some(({ kind }) => kind === 'row'))
				shown.push({ kind: 'fold', count: 0 });
			isGap = false;
			shown.push(item);
		}
	}
	return shown;
}

/** Says, behind the new line, why it differs from an old one that looks the same. */
function unseenNote(row: DiffRow, partner: DiffRow): Span {
	const text =
		indentationOf(row.text) === indentationOf(partner.text)
			? messages.UNSEEN_CHANGE
			: indentWords(partner.text, row.text);
	return { text: `  (${text})`, style: noteStyle };
}

function indentationOf(text: string): string {
	return /^[ \t]*/.exec(text)?.[0] ?? '';
}

function indentWords(before: string, after: string): string {
	const [hadTabs, hasTabs] = [indentationOf(before).includes('\t'), indentationOf(after).includes('\t')];
	return hadTabs === hasTabs ? messages.UNSEEN_CHANGE : messages.indentationChanged(hadTabs, hasTabs);
}

/** State that all rows of one diff share: colours and width of the numbers. No row is longer than `longest`. */
function createRowView({ path, lines }: DiffChange, rows: readonly DiffRow[], width: number, longest: number) {
	const first = lines ?? { old: 1, new: 1 };
	const numberOf = (row: DiffRow): number =>
		row.kind === 'removed' ? row.oldNumber + first.old - 1 : row.newNumber + first.new - 1;
	const oldNumberOf = (row: DiffRow): number =>
		row.kind === 'added' ? row.newNumber + first.new - 1 : row.oldNumber + first.old - 1;
	const cleanLine = (text: string): string => cleaned(text, longest);
	const plainRow = (row: DiffRow): Line => {
		const text = cleanLine(row.text);
		return text === '' ? [] : [{ text }];
	};
	const colored = colorRows(path, rows, longest);
	const digits = String(rows.reduce((most, row) => Math.max(most, numberOf(row), oldNumberOf(row)), 1)).length;
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
			return fill(drawn, half, side.row);
		});
	}

	function pairLines(pair: DiffPair): Line[] {
		const halves = halfWidths(width);
		const old = pair.old === null ? [] : rowLines(pair.old, halves.old, oldNumberOf(pair.old.row));
		const fresh = pair.new === null ? [] : rowLines(pair.new, halves.new, numberOf(pair.new.row));
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
					return rowLines(item, width, numberOf(item.row));
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

function fill(line: Line, width: number, style: Style | undefined): Line {
	return style
		? noteOrigin(padLine(line, width, style), line, { padding: Math.max(0, width - lineWidth(line)) })
		: line;
}

/** Colours only what is shown: the cost must not follow the size of the file. */
function colorRows(path: string, rows: readonly DiffRow[], longest: number): Map<DiffRow, Line> {
	const colored = new Map<DiffRow, Line>();
	const language = languageOfPath(path);
	if (language === '') return colored;
	let length = 0;
	// Text beyond this length has no room.
	const shown = rows.filter((row) => {
		length += row.text.length;
		return length <= longest;
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

export function looksBinary(text: string): boolean {
	const start = text.slice(0, 8000);
	if (start.includes('\0')) return true;
	return (start.match(/[\x01-\x08\x0E-\x1A\x1C-\x1F\uFFFD]/g)?.length ?? 0) > start.length * 0.1;
}
