import type { Entry } from '../../core/session/entry.js';
import { depthOf } from '../../core/session/entry-depth.js';
import { type EntryList, entryAt, findLastEntry } from '../../core/session/entry-list.js';
import type { Line } from '../line.js';
import { blockAt, gapBefore } from '../transcript/block.js';
import type { RenderContext } from '../transcript/context.js';
import { entryLines } from '../transcript/entry-lines.js';
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
				if (isGrowing(entry)) {
					push(lines, grow(list, entry, context));
					break;
				}
				if (!isFinal(entry) || (isOpenEnded && next === list.size - 1)) break;
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
				push(lines, left(list, next, context));
				pass(entry);
			}
			return lines;
		},
	};
}

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
	if (entry === undefined || (entry.kind !== 'tool' && entry.kind !== 'thought' && depthOf(entry) === 0)) return 0;
	const lines = entryLines(entry, context);
	return lines.length === 0 ? 0 : blockAt(list, index, context).height - gapBefore(list, index) - lines.length;
}

function push(lines: Line[], more: readonly Line[]): void {
	for (const line of more) lines.push(line);
}
