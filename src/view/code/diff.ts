import type { Line } from '../line.js';
import type { DiffLayout } from '../ui-options.js';
import { type DiffPair, isSplit, rowsOfPair } from './diff-halves.js';
import { areTwoSided, type DiffItem, type DiffItems, diffItems } from './diff-items.js';
import * as messages from './diff-messages.js';
import { createRowView, digitsOf } from './diff-rows.js';
import { compareLines, type DiffRow } from './line-changes.js';
import { linesIn } from './text-lines.js';

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
	/** Count of unchanged lines to leave out, those furthest from a change first; a mark stands between two changes. */
	readonly leftOut?: number;
	/** Never shown as «binary content». */
	readonly isText?: boolean;
};

/** `hiddenLines` counts lines before wrapping. */
export type RenderedDiff = { readonly lines: readonly Line[]; readonly hiddenLines: number };

const mostLines = 2000;
const usualContext = 3;
const FROM_START = { old: 1, new: 1 };

export function diffStats(oldText: string | null, newText: string, isText = false): { added: number; removed: number } {
	// Binary content has no lines.
	if (!isText && (looksBinary(oldText ?? '') || looksBinary(newText))) return { added: 0, removed: 0 };
	if (oldText === null || oldText === '') return { added: linesIn(newText).starts.length, removed: 0 };
	const { added, removed } = compareLines(oldText, newText);
	return { added, removed };
}

/**
 * Lines of a diff; only those that `hiddenLines` counts are cut. A change too big to be compared is shown as a
 * replacement.
 */
export function renderDiff(change: DiffChange, options: DiffOptions): RenderedDiff {
	const width = Math.max(1, Math.floor(options.width));
	const most = Math.max(0, options.maxLines ?? mostLines);
	const { items: blocks, rest } = itemsOf(change, { ...options, width }, most);
	const { path, lines: first = FROM_START } = change;
	const rows = blocks.slice(0, most).flatMap(rowsOf);
	const longest = 2 * (most + 1) * width;
	const digits = digitsOf(rows, first ?? FROM_START);
	const view = createRowView(rows, { path, lines: first, width, digits, longest, colored: longest });
	const lines: Line[] = [];
	let shown = 0;
	for (const block of blocks) {
		const drawn = view.linesOf(block);
		if (lines.length + drawn.length > most) break;
		for (const line of drawn) lines.push(line);
		shown += 1;
	}
	return { lines, hiddenLines: blocks.slice(shown).reduce((sum, block) => sum + countOf(block), rest) };
}

function rowsOf(block: DiffItem | DiffPair): readonly DiffRow[] {
	if ('kind' in block) return block.kind === 'row' ? [block.row] : [];
	return rowsOfPair(block);
}

function countOf(block: DiffItem | DiffPair): number {
	return 'kind' in block && block.kind === 'fold' ? block.count : 1;
}

function itemsOf(
	change: DiffChange,
	{
		width,
		layout = 'unified',
		context = usualContext,
		isChangeNamed = false,
		leftOut = 0,
		isText = false,
	}: DiffOptions,
	most: number,
): DiffItems {
	const only = (...notes: readonly string[]): DiffItems => ({
		items: notes.map((text): DiffItem => ({ kind: 'note', text })),
		rest: 0,
	});
	const oldText = change.oldText ?? '';
	if (!isText && (looksBinary(oldText) || looksBinary(change.newText))) {
		return only(messages.binaryContent(change.oldText === null ? null : oldText.length, change.newText.length));
	}
	const isEmpty = oldText === '' && change.newText === '';
	if (isEmpty) return only(change.oldText === null && !isChangeNamed ? messages.NEW_EMPTY_FILE : 'empty file');
	// A moved file has no changes unless they are shown.
	if (oldText === change.newText) return isChangeNamed ? only() : only(messages.NO_CHANGES);
	const changes = compareLines(oldText, change.newText);
	const found = diffItems(changes, {
		context: leftOut === Number.POSITIVE_INFINITY ? 0 : context,
		isSplit: areTwoSided(changes) && isSplit(layout, width),
		most,
	});
	if (leftOut > 0) return { ...found, items: withLess(found.items, leftOut) };
	const whole = change.oldText === null ? messages.NEW_FILE : change.newText === '' ? messages.EVERYTHING_REMOVED : '';
	return isChangeNamed || whole === '' ? found : { ...found, items: [...only(whole).items, ...found.items] };
}

/** The items without so many unchanged lines. With no context a run of one of them is no fold but that line. */
function withLess(items: DiffItems['items'], leftOut: number): DiffItems['items'] {
	const isSame = (item: DiffItem | DiffPair): boolean => rowsOf(item)[0]?.kind === 'same';
	const isRow = (item: DiffItem | DiffPair): boolean => rowsOf(item).length > 0;
	const changed = items.flatMap((item, at) => (isRow(item) && !isSame(item) ? [at] : []));
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
	const shown: (DiffItem | DiffPair)[] = [];
	let isGap = false;
	for (const item of items) {
		if (('kind' in item && item.kind === 'fold') || gone.has(item)) isGap = true;
		else {
			if (isGap && isRow(item) && shown.some(isRow)) shown.push({ kind: 'fold', count: 0 });
			isGap = false;
			shown.push(item);
		}
	}
	return shown;
}

export function looksBinary(text: string): boolean {
	const start = text.slice(0, 8000);
	if (start.includes('\0')) return true;
	return (start.match(/[\x01-\x08\x0E-\x1A\x1C-\x1F\uFFFD]/g)?.length ?? 0) > start.length * 0.1;
}
