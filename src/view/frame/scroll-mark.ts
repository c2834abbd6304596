import type { Entry } from '../../core/session/entries/entry.js';
import { depthOf } from '../../core/session/entries/entry-depth.js';
import { type EntryList, entryAt, LEAF } from '../../core/session/entries/entry-list.js';
import { clip } from '../../core/text/clip.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { weakMemo } from '../../core/weak-memo.js';
import { type Line, muted, plain, type Span, styled } from '../line.js';
import { clipLine, padLine } from '../spans.js';
import type { ScreenContext } from '../state/context.js';
import { blockAt, gapBefore } from '../transcript/block.js';
import type { Position } from '../transcript/position.js';
import type { RenderContext } from '../transcript/render-context.js';
import type { TranscriptWindow } from '../transcript/window.js';

/** With fewer rows all of them are the transcript's. */
const LEAST_ROWS = 5;
const MOST_PROMPT = 400;

type Upper = { readonly header: readonly Line[]; readonly lines: readonly Line[] };

/** Puts the prompt that the rows belong to above them, and a column with the place in the transcript behind them. */
export function scrolledRows(
	context: ScreenContext,
	transcript: RenderContext,
	window: TranscriptWindow,
	{ header, lines }: Upper,
): Upper {
	const { isTranscriptView } = context.ui;
	const first = window.rows[0];
	const isShort = window.isAtEnd && first?.entry === 0 && first.line === 0;
	if (first === undefined || lines.length < LEAST_ROWS || isShort || (window.isAtEnd && !isTranscriptView))
		return { header, lines };
	const prompt = window.isAtEnd ? null : promptAbove(context, first, transcript.width);
	// Without a blank row below the header it covers a row, but no head of a card.
	const isAbove = header.at(-1)?.length === 0;
	const isOver = !isAbove && first.line !== gapBefore(context.session.entries, first.entry);
	const rows = prompt === null || !isOver ? lines : lines.with(0, prompt);
	const column = markColumn(context, transcript, window, first, lines.length);
	const marked = rows.map((line, row) => {
		const mark = column[row];
		if (mark === undefined) return line;
		return [...padLine(clipLine(line, transcript.width), transcript.width), mark];
	});
	if (prompt === null || !isAbove) return { header, lines: marked };
	return { header: header.with(-1, [plain(' '), ...prompt]), lines: marked };
}

function promptAbove({ session, ui }: ScreenContext, first: Position, width: number): Line | null {
	const { entries } = session;
	const at = promptAt(entries, first.entry);
	const entry = entryAt(entries, at);
	if (entry?.kind !== 'user' || (at === first.entry && first.line <= gapBefore(entries, at))) return null;
	const id = ui.isTranscriptView ? 'transcript-previous-prompt' : 'scroll-previous-prompt';
	const style = { color: 'muted', background: 'bar', target: { type: 'action', id } } as const;
	const words = sanitizeLine(clip(entry.text.trimStart(), MOST_PROMPT));
	return padLine(clipLine([styled(`› ${words}`, style)], width), width, style);
}

const FOUND: Span = styled('◆', { color: 'warning' });
const FAILURE: Span = styled('✗', { color: 'error' });
const PROMPT: Span = styled('›', { color: 'accent' });
const IN_SIGHT: Span = muted('┃');

/** A cell for each row; undefined: nothing. What was found covers a failure, and that a prompt. */
function markColumn(
	{ session, ui }: ScreenContext,
	transcript: RenderContext,
	{ rows: inSight }: TranscriptWindow,
	first: Position,
	rows: number,
): readonly (Span | undefined)[] {
	const { entries } = session;
	const measure = new Measure(entries);
	const rowAt = ({ entry, line }: Position): number => {
		const { height } = blockAt(entries, entry, transcript);
		return measure.row(measure.above(entry, height === 0 ? 0 : line / height), rows);
	};
	const marks = new Map<number, Span>();
	for (const row of measure.rowsOf('prompt', rows)) marks.set(row, PROMPT);
	for (const row of measure.rowsOf('failure', rows)) marks.set(row, FAILURE);
	for (const { entry } of ui.search?.scan?.hits ?? []) marks.set(measure.row(measure.above(entry), rows), FOUND);
	const [from, to] = [rowAt(first), rowAt(inSight.at(-1) ?? first)];
	return Array.from({ length: rows }, (_, row) => {
		const mark = marks.get(row);
		if (row < from || row > to) return mark;
		const { text, style } = mark ?? IN_SIGHT;
		return styled(text, { ...style, background: 'bar' });
	});
}

type Landmark = 'prompt' | 'failure';

/** Characters that a line holds, about: nothing is laid out to know where something stands. */
const PER_LINE = 70;
const CARD = 2;

/** Contents of a leaf of the list: places of landmarks, and how many lines there are up to the end of each entry, about. */
type LeafMap = { readonly [K in Landmark]: readonly number[] } & { readonly ends: readonly number[] };

// Leaves never change.
const mapOf = weakMemo((leaf: readonly Entry[]): LeafMap => {
	const map = { prompt: [] as number[], failure: [] as number[], ends: [] as number[] };
	let lines = 0;
	for (const [place, entry] of leaf.entries()) {
		lines += linesOf(entry);
		map.ends.push(lines);
		if (entry.kind === 'user') map.prompt.push(place);
		const isFailure =
			entry.kind === 'tool' ? entry.call.status === 'failed' : entry.kind === 'note' && entry.level === 'error';
		if (isFailure) map.failure.push(place);
	}
	return map;
});

function linesOf(entry: Entry): number {
	// Steps of sub-agents are folded.
	if (depthOf(entry) > 0) return 0;
	if (entry.kind === 'user' || entry.kind === 'message') return 2 + Math.floor(entry.text.length / PER_LINE);
	return entry.kind === 'tool' || entry.kind === 'changes' ? CARD : 1;
}

/** A transcript measured in lines, about. It costs what the leaves of the list are, not the entries. */
export class Measure {
	readonly total: number;
	readonly #list: EntryList;
	readonly #starts: readonly number[];

	constructor(list: EntryList) {
		const starts: number[] = [];
		let total = 0;
		for (const leaf of list.leaves) {
			starts.push(total);
			total += mapOf(leaf).ends.at(-1) ?? 0;
		}
		this.#list = list;
		this.#starts = starts;
		this.total = total;
	}

	/** Lines above a part of an entry: 0 its start, 1 its end. */
	above(entry: number, part = 0): number {
		const at = Math.floor(entry / LEAF);
		const leaf = this.#list.leaves[at];
		if (leaf === undefined) return this.total;
		const { ends } = mapOf(leaf);
		const place = entry % LEAF;
		const start = place === 0 ? 0 : (ends[place - 1] ?? 0);
		return (this.#starts[at] ?? 0) + start + part * ((ends[place] ?? start) - start);
	}

	rowsOf(kind: Landmark, rows: number): ReadonlySet<number> {
		const found = new Set<number>();
		this.#list.leaves.forEach((leaf, at) => {
			const last = this.row(this.above(at * LEAF + leaf.length - 1), rows);
			for (const place of mapOf(leaf)[kind]) {
				const row = this.row(this.above(at * LEAF + place), rows);
				found.add(row);
				// The marks that follow are in the same row.
				if (row === last) break;
			}
		});
		return found;
	}

	row(above: number, rows: number): number {
		return this.total === 0 ? 0 : Math.max(0, Math.min(rows - 1, Math.floor((above / this.total) * rows)));
	}
}

export function promptAt({ leaves }: EntryList, entry: number): number {
	for (let at = Math.min(Math.floor(entry / LEAF), leaves.length - 1); at >= 0; at -= 1) {
		const place = mapOf(leaves[at] ?? []).prompt.findLast((one) => at * LEAF + one <= entry);
		if (place !== undefined) return at * LEAF + place;
	}
	return -1;
}
