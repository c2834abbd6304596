import type { Entry } from '../../../core/session/entries/entry.js';
import { type EntryList, entryAt } from '../../../core/session/entries/entry-list.js';
import { escapeRegExp } from '../../../core/text/reg-exp.js';
import type { ToolCall } from '../../../core/tool-call.js';
import { weakMemo } from '../../../core/weak-memo.js';
import type { Line } from '../../line.js';
import { entryText } from '../as-text/entry-text.js';
import { blockAt } from '../block.js';
import { createRenderCache } from '../line-cache.js';
import type { RenderContext } from '../render-context.js';
import { type Cell, cellAt, logicalLines } from '../selection/logical-lines.js';
import type { SpotRange } from '../selection/selection.js';
import { LONG_TEXT } from '../text/long-text.js';
import type { TextView } from '../text/text-view.js';
import { boundedJson } from '../tool/tool-raw.js';

/** Progress of the search for one query. It goes down from `start`, around the end, and on with added entries. */
export type SearchScan = {
	readonly query: string;
	readonly start: number;
	readonly size: number;
	readonly scanned: number;
	/** In the order of the search; once it is done, in the transcript's. */
	readonly hits: readonly { readonly entry: number; readonly count: number }[];
	readonly total: number;
	readonly isDone: boolean;
};

/** Characters of entries that one slice looks through, and of those that it draws to locate matches. */
const SLICE_CHARS = 1_000_000;
const SLICE_DRAWN = 20_000;
const LEAST_COST = 200;
const LINE_COST = 30;
export const MOST_MATCHES = 10_000;

export function beginScan(query: string, start: number, size: number): SearchScan {
	return { query, start, size, scanned: 0, hits: [], total: 0, isDone: false };
}

export function continueScan(scan: SearchScan, list: EntryList, context: RenderContext): SearchScan {
	if (list.size < scan.size) return continueScan(beginScan(scan.query, 0, list.size), list, context);
	if (scan.isDone && (scan.scanned >= list.size || scan.total >= MOST_MATCHES)) return scan;
	// Lines drawn only to be searched are not kept.
	const drawing: RenderContext = { ...context, cache: createRenderCache() };
	const mayMatch = filterOf(scan.query);
	const hits = [...scan.hits];
	let { scanned, total } = scan;
	let chars = 0;
	let drawn = 0;
	while (scanned < list.size && total < MOST_MATCHES && chars < SLICE_CHARS && drawn < SLICE_DRAWN) {
		const index = scanned < scan.size ? (scan.start + scanned) % scan.size : scanned;
		const entry = entryAt(list, index);
		const text = entry === undefined ? '' : searchText(entry);
		chars += text.length + LEAST_COST;
		if (entry === undefined || !mayMatch(text)) {
			scanned += 1;
			continue;
		}
		// A long text is laid out over several slices, and kept.
		const isLong = text.length > LONG_TEXT;
		if (isLong) context.cache.pinLong(entry.id);
		if (isLong && !searchSome(blockAt(list, index, context).view, scan.query, SLICE_DRAWN - drawn)) break;
		scanned += 1;
		drawn += isLong ? SLICE_DRAWN : text.length + LEAST_COST;
		const count = entryMatches(list, index, isLong ? context : drawing, scan.query).length;
		if (count === 0) continue;
		hits.push({ entry: index, count });
		total += count;
	}
	const isDone = scanned >= list.size || total >= MOST_MATCHES;
	if (isDone) hits.sort((first, second) => first.entry - second.entry);
	return { ...scan, scanned, hits, total, isDone };
}

/** Smart case: exact only when the query has capitals. */
function searchPattern(query: string): RegExp {
	const isExact = query !== query.toLowerCase();
	return new RegExp(escapeRegExp(query), isExact ? 'gu' : 'giu');
}

/** Marks of Markdown may stand between the words of a phrase, so each word is looked for. */
function filterOf(query: string): (text: string) => boolean {
	const parts = query.match(/[\p{L}\p{N}]+/gu) ?? [query.trim()];
	const patterns = parts.map((part) => new RegExp(escapeRegExp(part), 'iu'));
	return (text) => patterns.every((pattern) => pattern.test(text));
}

type Found = { readonly query: string; readonly cells: readonly { readonly start: Cell; readonly end: Cell }[] };
const known = new WeakMap<readonly Line[], Found>();

/** Places of the query in an entry, a match in the source alone at its first line. None before a text is laid out. */
export function entryMatches(
	list: EntryList,
	index: number,
	context: RenderContext,
	query: string,
): readonly SpotRange[] {
	const entry = entryAt(list, index);
	const block = blockAt(list, index, context);
	if (entry === undefined || query === '' || block.height === 0 || !block.view.isReady()) return [];
	const ranges: SpotRange[] = [];
	for (const { first, lines } of block.view.drawnParts()) {
		const at = ({ row, column }: Cell) => ({ entry: index, line: row + first + block.gap, column });
		for (const { start, end } of cellsIn(lines, query)) ranges.push({ start: at(start), end: at(end) });
		if (ranges.length >= MOST_MATCHES) return ranges.slice(0, MOST_MATCHES);
	}
	if (ranges.length > 0 || !searchPattern(query).test(searchText(entry))) return ranges;
	const top = { entry: index, line: block.gap, column: 0 };
	return [{ start: top, end: top }];
}

/** Lays out and searches about `characters` more of a long text; false when something is left. */
function searchSome(view: TextView, query: string, characters: number): boolean {
	if (!view.drawSome(characters)) return false;
	let left = characters;
	for (const { lines } of view.drawnParts()) {
		if (known.get(lines)?.query === query) continue;
		if (left <= 0) return false;
		left -= lines.length * LINE_COST;
		cellsIn(lines, query);
	}
	return true;
}

function cellsIn(lines: readonly Line[], query: string): Found['cells'] {
	const kept = known.get(lines);
	const found = kept?.query === query ? kept : { query, cells: cellsOf(lines, query) };
	known.set(lines, found);
	return found.cells;
}

function cellsOf(lines: readonly Line[], query: string): Found['cells'] {
	const pattern = searchPattern(query);
	return logicalLines(lines).flatMap((line) =>
		[...line.text.matchAll(pattern)].map((match) => ({
			start: cellAt(line, match.index),
			end: cellAt(line, match.index + match[0].length - 1),
		})),
	);
}

/** Raw text of an entry, never shown: enough to rule out a match without drawing the entry. */
function searchText(entry: Entry): string {
	return entry.kind === 'message' || entry.kind === 'thought' ? entry.text : sourceText(entry);
}

const sourceText = weakMemo((entry: Entry) => (entry.kind === 'tool' ? callText(entry.call) : entryText(entry)));

function callText(call: ToolCall): string {
	const parts: string[] = [call.title, ...call.locations.map((location) => location.path)];
	if (call.verdict !== undefined) parts.push(call.verdict.because);
	for (const item of call.content) {
		if (item.type === 'diff') parts.push(item.path, item.oldText ?? '', item.newText);
		else if (item.type === 'unknown') parts.push(item.label, item.json);
		else if (item.type === 'content') {
			const { block } = item;
			if (block.type === 'text' || block.type === 'resource') parts.push(block.text ?? '');
			if ('uri' in block) parts.push(block.uri ?? '');
		}
	}
	for (const terminal of call.terminals) parts.push(terminal.command, terminal.output);
	if (call.rawInput !== undefined) parts.push(boundedJson(call.rawInput));
	if (call.rawOutput !== undefined) parts.push(boundedJson(call.rawOutput));
	return parts.join('\n');
}
