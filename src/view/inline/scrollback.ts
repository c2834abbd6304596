import { isComplete } from '../../core/session/entries/call-outcome.js';
import { isSubAgentActive } from '../../core/session/entries/child-steps.js';
import type { Entry, MessageEntry } from '../../core/session/entries/entry.js';
import { depthOf } from '../../core/session/entries/entry-depth.js';
import { type EntryList, entryAt, findLastEntry } from '../../core/session/entries/entry-list.js';
import { highlightVersion } from '../code/highlight.js';
import type { Line } from '../line.js';
import { blockAt, gapBefore, isWork } from '../transcript/block.js';
import { entryLines, entryView } from '../transcript/entries/entry-lines.js';
import { markerOf } from '../transcript/entries/message-entry.js';
import type { RenderContext } from '../transcript/render-context.js';
import { StreamingText, textOfEntry } from '../transcript/text/streaming-text.js';
import { isCardActive, subagentOfEntry } from '../transcript/tool/subagent-card.js';
import { previousVisible, visibleAt } from '../transcript/visible-entries.js';

/** Remembers written entries by id: a step inserted further up moves them, and is not written itself. */
export class Scrollback {
	readonly #written = new Set<string>();
	/** First entry that is not written wholly, and the id of the one before it. */
	#next = 0;
	#before: string | null = null;
	#growing: GrowingMessage | null = null;
	#begun: { readonly entryId: string; parts: number } | null = null;

	/** Returns about `most` lines that became final; they count as written. `isOpenEnded`: the last entry waits. */
	take(list: EntryList, context: RenderContext, isOpenEnded: boolean, most: number): readonly Line[] {
		this.#follow(list);
		const lines: Line[] = [];
		for (let entry = entryAt(list, this.#next); entry !== undefined && lines.length < most; ) {
			const isAwaited = isOpenEnded && this.#next === list.size - 1;
			if (!this.#takeEntry(lines, list, entry, context, isAwaited, most)) break;
			this.#pass(entry);
			this.#follow(list);
			entry = entryAt(list, this.#next);
		}
		return lines;
	}

	live(list: EntryList, context: RenderContext, rows: number) {
		this.#follow(list);
		const parts: (readonly Line[])[] = [];
		let count = 0;
		let index = list.size - 1;
		for (; index >= this.#next && count < rows; index -= 1) {
			const lines = this.#left(list, index, context);
			parts.unshift(lines);
			count += lines.length;
		}
		return { lines: parts.flat().slice(Math.max(0, count - rows)), isCut: count > rows || index >= this.#next };
	}

	/** About the last `rows` written lines, to be written once more; a long text is cut above. */
	written(list: EntryList, context: RenderContext, rows: number): readonly Line[] {
		this.#follow(list);
		const parts: (readonly Line[])[] = [];
		let count = 0;
		for (let index = this.#next - 1; index >= 0 && count < rows; index -= 1) {
			const entry = entryAt(list, index);
			if (entry === undefined || !this.#written.has(entry.id) || visibleAt(list, index, context) !== index) continue;
			const lines = below(list, index, context, entryView(entry, context).around(Number.MAX_SAFE_INTEGER).lines);
			parts.unshift(lines);
			count += lines.length;
		}
		return parts.flat().slice(Math.max(0, count - rows));
	}

	rest(list: EntryList, context: RenderContext): readonly Line[] {
		this.#follow(list);
		const lines: Line[] = [];
		for (let entry = entryAt(list, this.#next); entry !== undefined; entry = entryAt(list, this.#next)) {
			if (this.#isLong(list, this.#next, entry, context))
				for (const part of this.#partsLeft(list, entry, context)) push(lines, part.lines);
			else push(lines, this.#left(list, this.#next, context));
			this.#pass(entry);
		}
		return lines;
	}

	#takeEntry(
		lines: Line[],
		list: EntryList,
		entry: Entry,
		context: RenderContext,
		isAwaited: boolean,
		most: number,
	): boolean {
		const isDone = isFinal(entry, context) && !isAwaited;
		if ((isGrowing(entry) || isDone) && this.#isLong(list, this.#next, entry, context)) {
			return this.#takeParts(lines, list, entry, context, most);
		}
		if (isGrowing(entry)) push(lines, this.#grow(list, entry, context));
		else if (isDone) push(lines, this.#left(list, this.#next, context));
		return isDone;
	}

	#follow(list: EntryList): void {
		const last = this.#before;
		if (last === null || entryAt(list, this.#next - 1)?.id !== last) {
			this.#next = last === null ? 0 : findLastEntry(list, ({ id }) => id === last) + 1;
		}
		for (;;) {
			const entry = entryAt(list, this.#next);
			if (entry === undefined || !this.#written.has(entry.id)) return;
			this.#pass(entry);
		}
	}

	#pass(entry: Entry): void {
		this.#written.add(entry.id);
		this.#before = entry.id;
		this.#next += 1;
		if (this.#growing?.entryId === entry.id) this.#growing = null;
		if (this.#begun?.entryId === entry.id) this.#begun = null;
	}

	/** Whether an entry is written part by part: laying it out at once would delay a key. */
	#isLong(list: EntryList, index: number, entry: Entry, context: RenderContext): boolean {
		if (this.#growing?.entryId === entry.id || visibleAt(list, index, context) !== index) return false;
		return this.#begun?.entryId === entry.id || !entryView(entry, context).isReady();
	}

	*#partsLeft(list: EntryList, entry: Entry, context: RenderContext): Generator<LeftPart> {
		const written = this.#begun?.parts ?? 0;
		let count = 0;
		let pending: readonly Line[] | null = null;
		const ready = (lines: readonly Line[], isLast: boolean): LeftPart => {
			const shown = count === 1 ? below(list, this.#next, context, lines) : lines;
			return { lines: shown, count, isLast };
		};
		for (const part of entryView(entry, context).parts(written)) {
			if (pending !== null && count > written) yield ready(pending, false);
			pending = part.lines;
			count += 1;
		}
		if (pending !== null && count > written) yield ready(pending, true);
	}

	#takeParts(lines: Line[], list: EntryList, entry: Entry, context: RenderContext, most: number): boolean {
		if (this.#begun?.entryId !== entry.id) this.#begun = { entryId: entry.id, parts: 0 };
		const begun = this.#begun;
		for (const part of this.#partsLeft(list, entry, context)) {
			if (lines.length >= most || (part.isLast && !isFinal(entry, context))) return false;
			push(lines, part.lines);
			begun.parts = part.count;
		}
		return isFinal(entry, context);
	}

	#left(list: EntryList, index: number, context: RenderContext): readonly Line[] {
		const entry = entryAt(list, index);
		if (entry === undefined || this.#written.has(entry.id)) return [];
		const own = this.#growing;
		if (entry.kind === 'message' && own?.entryId === entry.id) {
			const lines = own.left(entry, context);
			return own.isBegun() ? lines : below(list, index, context, lines);
		}
		if (this.#isLong(list, index, entry, context)) {
			return entryView(entry, context).around(Number.MAX_SAFE_INTEGER).lines;
		}
		return visibleAt(list, index, context) === index ? below(list, index, context, entryLines(entry, context)) : [];
	}

	#grow(list: EntryList, entry: MessageEntry, context: RenderContext): readonly Line[] {
		if (this.#growing?.entryId !== entry.id) this.#growing = new GrowingMessage(entry.id);
		const isBegun = this.#growing.isBegun();
		const lines = this.#growing.takeSettled(entry, context);
		return isBegun ? lines : below(list, this.#next, context, lines);
	}
}

type LeftPart = { readonly lines: readonly Line[]; readonly count: number; readonly isLast: boolean };

const BLANK: Line = [];

function below(list: EntryList, index: number, context: RenderContext, lines: readonly Line[]): readonly Line[] {
	if (lines.length === 0) return lines;
	const blanks = gapBelow(list, previousVisible(list, index, context), context) + gapBefore(list, index);
	return blanks === 0 ? lines : [...Array.from({ length: blanks }, () => BLANK), ...lines];
}

/** Blank line below an open card, known once something follows. */
function gapBelow(list: EntryList, index: number, context: RenderContext): number {
	const entry = entryAt(list, index);
	// Other entries have none, and need not be drawn to know it.
	if (entry === undefined || !isWork(entry)) return 0;
	const lines = entryLines(entry, context);
	return lines.length === 0 ? 0 : blockAt(list, index, context).height - gapBefore(list, index) - lines.length;
}

function push(lines: Line[], more: readonly Line[]): void {
	for (const line of more) lines.push(line);
}

function isFinal(entry: Entry, context: Pick<RenderContext, 'subagents'>): boolean {
	if (entry.kind !== 'tool') return isComplete(entry);
	if (isCardActive(entry, context)) return false;
	// A sub-agent that ended is final, though calls of it came after its own; an unknown one is not.
	return subagentOfEntry(entry, context)?.endedAt !== undefined || !isSubAgentActive(entry);
}

/** Message of the agent itself, whose finished paragraphs can be written while the last one grows. */
function isGrowing(entry: Entry): entry is MessageEntry {
	return entry.kind === 'message' && entry.isStreaming && depthOf(entry) === 0 && entry.parentId === undefined;
}

/** Writes a message paragraph by paragraph. Progress is counted in blocks, which are the same in any width. */
export class GrowingMessage {
	readonly entryId: string;
	readonly #stream = new StreamingText();
	#written = 0;
	#drawn: { readonly entry: MessageEntry; readonly layout: string; readonly lines: readonly Line[] } | null = null;

	constructor(entryId: string) {
		this.entryId = entryId;
	}

	isBegun(): boolean {
		return this.#stream.linesOf(this.#written) > 0;
	}

	left(entry: MessageEntry, context: RenderContext): readonly Line[] {
		return this.#draw(entry, context).slice(this.#stream.linesOf(this.#written));
	}

	takeSettled(entry: MessageEntry, context: RenderContext): readonly Line[] {
		const lines = this.#draw(entry, context);
		const from = this.#stream.linesOf(this.#written);
		this.#written = Math.max(this.#written, this.#stream.settledBlocks());
		return lines.slice(from, this.#stream.linesOf(this.#written));
	}

	#draw(entry: MessageEntry, { width, column, isDrawn = false }: RenderContext): readonly Line[] {
		const layout = `${width} ${column} ${highlightVersion()}`;
		if (this.#drawn?.entry === entry && this.#drawn.layout === layout) return this.#drawn.lines;
		const text = textOfEntry(entry);
		const isEmpty = entry.text.trim() === '';
		const lines = isEmpty
			? []
			: this.#stream.show(text, { width, column, isDrawn }, markerOf(entry.text), entry.isStreaming);
		this.#drawn = { entry, layout, lines };
		return lines;
	}
}
