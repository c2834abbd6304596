import { type EntryList, entryAt } from '../../../core/session/entries/entry-list.js';
import { sanitizeText } from '../../../core/text/sanitize.js';
import { trimNewlinesEnd, trimNewlinesStart } from '../../../core/text/trim-ends.js';
import type { Line } from '../../line.js';
import { originOf } from '../../line-origin.js';
import { pictureIn } from '../../pictures/picture-lines.js';
import { lineText, lineWidth, sliceLine } from '../../spans.js';
import { blockAt, blockLine } from '../block.js';
import type { RenderContext } from '../render-context.js';
import { cellsInLine, type SpotRange, sideOf } from './selection.js';

type Copied = { text: string; readonly sign: string; readonly entry: number };

/** Source text of a selection: wraps undone, of texts beside each other one side (see `sideOf`). */
export function selectionText(list: EntryList, context: RenderContext, range: SpotRange): string {
	const copied: Copied[] = [];
	const side = sideOf(list, context, range);
	let drawn = '';
	const taken = { entry: -1, line: -1 };
	for (let entry = range.start.entry; entry <= Math.min(range.end.entry, list.size - 1); entry += 1) {
		const isBetween = entry !== range.start.entry && entry !== range.end.entry;
		// A long text is laid out as a whole.
		if (isBetween) Array.from(blockAt(list, entry, context).view.parts());
		const block = blockAt(list, entry, context);
		const first = entry === range.start.entry ? range.start.line : 0;
		const last = entry === range.end.entry ? Math.min(range.end.line, block.height - 1) : block.height - 1;
		for (let line = first; line <= last; line += 1) {
			const row = blockLine(block, line);
			// A picture's cells are no text; its caption is.
			if (pictureIn(row) !== null) continue;
			const cells = cellsInLine(range, { entry, line }, row);
			if (cells === null) continue;
			if (drawn === '') drawn = lineText(sliceLine(row, cells.from, cells.to));
			const text = sourceOf(row, cells.from, cells.to, side);
			if (text === null) continue;
			const { sign, sides, ...own } = originOf(row);
			const joint = sides === null ? own.joint : (sides[side]?.joint ?? null);
			const above = copied.at(-1);
			// A wrapped row is joined to the one above only if that is selected, too.
			if (joint !== null && above !== undefined && taken.entry === entry && taken.line === line - 1) {
				above.text += joint + text;
			} else copied.push({ text, sign, entry });
			taken.entry = entry;
			taken.line = line;
		}
	}
	const text = joined(list, copied);
	return text.trim() === '' ? drawn : text;
}

function sourceOf(line: Line, from: number, to: number, wanted: 'old' | 'new'): string | null {
	const { gutter, mark, padding, whole, sides } = originOf(line);
	if (sides !== null) {
		const side = sides[wanted];
		const isOutside = wanted === 'old' ? to <= 0 || from >= sides.divider : to <= sides.divider + 1;
		if (side === null || isOutside) return null;
		const start = from < side.from ? side.mark : '';
		return start + lineText(sliceLine(line, Math.max(from, side.from), Math.min(to, side.to)));
	}
	const end = lineWidth(line) - padding;
	const startsLeft = from < gutter || from === 0;
	if (whole !== undefined && startsLeft && to >= end) return whole;
	return (startsLeft ? mark : '') + lineText(sliceLine(line, Math.max(from, gutter), Math.min(to, end)));
}

function joined(list: EntryList, copied: readonly Copied[]): string {
	// Removed lines beside others can only be recognised by their signs.
	const signs = new Set(copied.map((line) => line.sign));
	const needsSigns = signs.has('-') && (signs.has('+') || signs.has(' '));
	const restore = restoreTabs(list);
	const text = copied.map((line) => (needsSigns ? line.sign : '') + restore(line)).join('\n');
	return trimNewlinesStart(trimNewlinesEnd(text));
}

/** Tabs are drawn as spaces; a whole line of a prompt or an answer gets its tabs back. */
function restoreTabs(list: EntryList): (line: Copied) => string {
	const tabbed = new Map<number, ReadonlyMap<string, string>>();
	return ({ entry, text }) => {
		let lines = tabbed.get(entry);
		if (lines === undefined) {
			const source = entryAt(list, entry);
			const written = source?.kind === 'message' || source?.kind === 'user' ? source.text : '';
			const withTabs = written.includes('\t') ? written.split(/\r\n?|\n/).filter((line) => line.includes('\t')) : [];
			lines = new Map(withTabs.map((line) => [sanitizeText(line), line.split('\t').map(sanitizeText).join('\t')]));
			tabbed.set(entry, lines);
		}
		return lines.get(text) ?? text;
	};
}
