import type { Entry } from '../../core/session/entry.js';
import { depthOf } from '../../core/session/entry-depth.js';
import { type EntryList, entryAt, findLastEntry } from '../../core/session/entry-list.js';
import type { Line } from '../line.js';
import { blockAt, gapBefore } from '../transcript/block.js';
import type { RenderContext } from '../transcript/context.js';
import { entryLines, entryView } from '../transcript/entries/entry-lines.js';
import { previousShown, shownAt } from '../transcript/shown.js';
import { isFinal, isGrowing } from './final.js';
import { createGrowingMessage, type GrowingMessage } from './growing-message.js';

/** What of a transcript was written for good, and what may still change. */
export type Scrollback = {
	/**
	 * The lines that became final since the last call, in order; they count as written. About `most` of them at once.
	 * `isOpenEnded`: more is expected, so the last entry waits for what follows it.
	 */
	take(list: EntryList, context: RenderContext, isOpenEnded: boolean, most: number): readonly Line[];
	/** The last `rows` lines that are not written, and whether there are more of them above. */
	live(
		list: EntryList,
		context: RenderContext,
		rows: number,
	): { readonly lines: readonly Line[]; readonly isCut: boolean };
	/** All that is left, as it stands now; it counts as written. */
	rest(list: EntryList, context: RenderContext): readonly Line[];
};

/**
 * Nothing is written yet. What was written is remembered by the ids of entries: a step that is put below a call
 * further up moves the others, and must neither make one of them come twice nor hide one. What is put among written
 * entries is not written at all: the folded call above it stands for it.
 */
export function createScrollback(): Scrollback {
	const written = new Set<string>();
	/** The first entry that is not written wholly, and the one before it. */
	let next = 0;
	let before: string | null = null;
	let growing: GrowingMessage | null = null;
	/** Of a long text: how many of its parts are written. They are the same in any width. */
	let begun: { readonly entryId: string; parts: number } | null = null;

	function follow(list: EntryList): void {
		if (before === null || entryAt(list, next - 1)?.id !== before) {
			const last = before;
			next = last === null ? 0 : findLastEntry(list, ({ id }) => id === last) + 1;
		}
		for (let entry = entryAt(list, next); entry !== undefined && written.has(entry.id); entry = entryAt(list, next)) {
			pass(entry);
		}
	}

	function pass(entry: Entry): void {
		written.add(entry.id);
		before = entry.id;
		next += 1;
		if (growing?.entryId === entry.id) growing = null;
		if (begun?.entryId === entry.id) begun = null;
	}

	/** Whether an entry is written part by part: laying it out at once would hold up a key. */
	function isLong(list: EntryList, index: number, entry: Entry, context: RenderContext): boolean {
		if (growing?.entryId === entry.id || shownAt(list, index, context) !== index) return false;
		return begun?.entryId === entry.id || !entryView(entry, context).isReady();
	}

	/** The parts of a long text that are not written; the last one may still grow. */
	function* partsLeft(list: EntryList, entry: Entry, context: RenderContext): Generator<LeftPart> {
		let count = 0;
		let pending: readonly Line[] | null = null;
		const ready = (lines: readonly Line[], isLast: boolean): LeftPart => {
			const shown = count === 1 ? below(list, next, context, lines) : lines;
			return { lines: shown, count, isLast };
		};
		for (const part of entryView(entry, context).parts(begun?.parts)) {
			if (pending !== null && count > (begun?.parts ?? 0)) yield ready(pending, false);
			pending = part.lines;
			count += 1;
		}
		if (pending !== null && count > (begun?.parts ?? 0)) yield ready(pending, true);
	}

	/** Writes parts of the long text that is next, as far as there is room; whether that was all of it. */
	function takeParts(lines: Line[], list: EntryList, entry: Entry, context: RenderContext, most: number): boolean {
		if (begun?.entryId !== entry.id) begun = { entryId: entry.id, parts: 0 };
		for (const part of partsLeft(list, entry, context)) {
			if (lines.length >= most || (part.isLast && !isFinal(entry))) return false;
			push(lines, part.lines);
			begun.parts = part.count;
		}
		return isFinal(entry);
	}

	/** The lines of the entry at `index` that are not written, with the blank ones above them. */
	function left(list: EntryList, index: number, context: RenderContext): readonly Line[] {
		const entry = entryAt(list, index);
		if (entry === undefined || written.has(entry.id)) return [];
		const own = growing;
		if (entry.kind === 'message' && own?.entryId === entry.id) {
			const lines = own.left(entry, context);
			return own.isBegun() ? lines : below(list, index, context, lines);
		}
		if (isLong(list, index, entry, context)) return entryView(entry, context).around(Number.MAX_SAFE_INTEGER).lines;
		return shownAt(list, index, context) === index ? below(list, index, context, entryLines(entry, context)) : [];
	}

	function grow(list: EntryList, entry: Extract<Entry, { kind: 'message' }>, context: RenderContext): readonly Line[] {
		if (growing?.entryId !== entry.id) growing = createGrowingMessage(entry.id);
		const isBegun = growing.isBegun();
		const lines = growing.takeSettled(entry, context);
		return isBegun ? lines : below(list, next, context, lines);
	}

	return {
		take(list, context, isOpenEnded, most) {
			follow(list);
			const lines: Line[] = [];
			for (let entry = entryAt(list, next); entry !== undefined && lines.length < most; entry = entryAt(list, next)) {
				const isAwaited = isOpenEnded && next === list.size - 1;
				if ((isGrowing(entry) || (isFinal(entry) && !isAwaited)) && isLong(list, next, entry, context)) {
					if (!takeParts(lines, list, entry, context, most)) break;
					pass(entry);
					follow(list);
					continue;
				}
				if (isGrowing(entry)) {
					push(lines, grow(list, entry, context));
					break;
				}
				if (!isFinal(entry) || isAwaited) break;
				push(lines, left(list, next, context));
				pass(entry);
				follow(list);
			}
			return lines;
		},
		live(list, context, rows) {
			follow(list);
			const parts: (readonly Line[])[] = [];
			let count = 0;
			let index = list.size - 1;
			for (; index >= next && count < rows; index -= 1) {
				const lines = left(list, index, context);
				parts.unshift(lines);
				count += lines.length;
			}
			return { lines: parts.flat().slice(Math.max(0, count - rows)), isCut: count > rows || index >= next };
		},
		rest(list, context) {
			follow(list);
			const lines: Line[] = [];
			for (let entry = entryAt(list, next); entry !== undefined; entry = entryAt(list, next)) {
				if (isLong(list, next, entry, context))
					for (const part of partsLeft(list, entry, context)) push(lines, part.lines);
				else push(lines, left(list, next, context));
				pass(entry);
			}
			return lines;
		},
	};
}

/** Some lines of a long text: with them so many of its parts are written. */
type LeftPart = { readonly lines: readonly Line[]; readonly count: number; readonly isLast: boolean };

const BLANK: Line = [];

/** An entry's lines below the blank ones that part it from what stands above it. */
function below(list: EntryList, index: number, context: RenderContext, lines: readonly Line[]): readonly Line[] {
	if (lines.length === 0) return lines;
	const blanks = gapBelow(list, previousShown(list, index, context), context) + gapBefore(list, index);
	return blanks === 0 ? lines : [...Array.from({ length: blanks }, () => BLANK), ...lines];
}

/** The blank line that an open card has below it: known once something follows. */
function gapBelow(list: EntryList, index: number, context: RenderContext): number {
	const entry = entryAt(list, index);
	// Only work has one; words need not be drawn for it.
	if (entry === undefined || (!isWork(entry) && depthOf(entry) === 0)) return 0;
	const lines = entryLines(entry, context);
	return lines.length === 0 ? 0 : blockAt(list, index, context).height - gapBefore(list, index) - lines.length;
}

function push(lines: Line[], more: readonly Line[]): void {
	for (const line of more) lines.push(line);
}

function isWork({ kind }: Entry): boolean {
	return kind === 'tool' || kind === 'user-command' || kind === 'thought';
}
