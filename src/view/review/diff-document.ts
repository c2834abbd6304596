import { firstWhere } from '../../core/first-where.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { isSplit, rowsOfPair } from '../code/diff-halves.js';
import { EVERYTHING_REMOVED, NEW_FILE } from '../code/diff-messages.js';
import { type DiffPart, type DiffParts, diffParts } from '../code/diff-parts.js';
import { createRowView } from '../code/diff-rows.js';
import { highlightVersion } from '../code/highlight.js';
import { bounds, type FileHunks, type Hunk, hunksInPieces } from '../code/hunks.js';
import { finished, type InPieces } from '../code/in-pieces.js';
import { languageOfPath } from '../code/languages.js';
import { lineAt } from '../code/text-lines.js';
import { type Line, styled } from '../line.js';
import type { DocumentParts } from '../panel/document.js';
import { clipLine, joinLine, lineWidth, wrapLine } from '../spans.js';
import type { DiffLayout } from '../ui-options.js';
import * as messages from './review-panel-messages.js';

/** Changes of a file, and its parts for each layout, made when they are asked for. */
export type FileDiff = {
	readonly file: FileHunks;
	readonly parts: (isSplit: boolean) => DiffParts;
	/** Only such a change has something to show beside each other. */
	readonly isTwoSided: boolean;
};

const known = new WeakMap<object, FileDiff>();

/** Changes between two texts of a file; `of` stands for both, and never changes. */
export function fileDiff(of: object, oldText: string, newText: string): FileDiff {
	return finished(fileDiffInPieces(of, oldText, newText));
}

export function* fileDiffInPieces(of: object, oldText: string, newText: string): InPieces<FileDiff> {
	const made = known.get(of) ?? (yield* comparison(oldText, newText));
	known.set(of, made);
	return made;
}

function* comparison(oldText: string, newText: string): InPieces<FileDiff> {
	const file = yield* hunksInPieces(oldText, newText);
	const made = new Map<boolean, DiffParts>();
	const parts = (isSplit: boolean): DiffParts => {
		const kept = made.get(isSplit) ?? diffParts(file, isSplit);
		made.set(isSplit, kept);
		return kept;
	};
	return { file, parts, isTwoSided: oldText !== '' && newText !== '' };
}

type DiffDocument = {
	readonly diff: FileDiff;
	readonly path: string;
	readonly width: number;
	readonly layout: DiffLayout;
	/** The line of the file that both texts begin with. */
	readonly firstLine?: number;
	/** Lines between its own, such as notes; the same array as long as they are the same. */
	readonly inserts: (parts: DiffParts) => readonly Insert[];
	/** Words at the right of a hunk's head. */
	readonly facts?: (hunk: Hunk) => Line;
};

/** The diff as a document with a cursor. */
export function diffDocument(options: DiffDocument): DocumentParts {
	const { diff, path, width, layout, firstLine = 1, inserts, facts = () => [] } = options;
	const isTwoColumns = diff.isTwoSided && isSplit(layout, width);
	const parts = diff.parts(isTwoColumns);
	const { old, fresh, hunks } = diff.file;
	const digits = String(Math.max(old.starts.length, fresh.starts.length) + firstLine - 1).length;
	const lines = drawnParts(parts, {
		...{ path, width, isSplit: isTwoColumns, firstLine, digits },
		head: ({ hunk, from, skipped }) => {
			const place = hunks.length > 1 ? messages.placeOf(hunks.indexOf(hunk) + 1, hunks.length) : '';
			const context = contextOf(
				diff.file,
				hunk,
				from,
				languageOfPath(path) === 'markdown' ? HEADING : BEGINS_WITH_WORD,
			);
			return headLine(context, skipped, [...facts(hunk), styled(place, { color: 'muted' })], width);
		},
	});
	return withInserts({ ...parts, lines }, inserts(parts));
}

/** The line above a hunk: how much is passed over, what it stands in, and what is said of it. */
function headLine(context: Line, skipped: number, facts: Line, width: number): Line {
	const gap = skipped === 0 ? '' : `⋯ ${skipped.toLocaleString('en')}  `;
	const words: Line = [styled(gap, { color: 'muted' }), ...context];
	const line = joinLine(clipLine(words, Math.max(1, width - lineWidth(facts) - 1)), facts, width);
	return line.map(({ text, style }) => ({ text, style: { ...style, background: 'bar' as const } }));
}

/** Lines that are looked through for what a hunk stands in. */
const MOST_SEARCHED = 2000;
const MOST_CONTEXT = 200;

const BEGINS_WITH_WORD = /^[\p{L}_$#]/u;
const HEADING = /^#{1,6} /;

/**
 * Context of a hunk: the last line of the old text above it that begins with a word, as git has it in its heads (a
 * function, a class), or that is a heading; its place where that is shown, from line `from` on.
 */
function contextOf({ old, fresh }: FileHunks, hunk: Hunk, from: number, kind: RegExp): Line {
	const { start } = bounds(hunk);
	const muted = (words: string): Line => [styled(words, { color: 'muted' })];
	if (old.text === '') return muted(NEW_FILE);
	if (fresh.text === '') return muted(EVERYTHING_REMOVED);
	for (let at = start.old - 1; at >= Math.max(0, from - MOST_SEARCHED); at -= 1) {
		const line = lineAt(old, at);
		if (!kind.test(line)) continue;
		// A line that the hunk shows itself is not repeated as its heading.
		if (at >= from) break;
		return [styled(sanitizeLine(line.slice(0, MOST_CONTEXT).trimEnd()), { color: 'syntax.function' })];
	}
	return muted(messages.linesWords(start.old + 1, start.old + 1));
}

type DrawOptions = {
	readonly path: string;
	readonly width: number;
	readonly isSplit: boolean;
	/** The line of the file that the texts begin with. */
	readonly firstLine: number;
	readonly digits: number;
	readonly head: (part: Extract<DiffPart, { kind: 'hunk' }>, place: number) => Line;
};

/** Lines on a screen of a line of text: a longer one is cut, and read elsewhere. */
const MOST_OF_LINE = 12;
const COLORED = 60_000;
const KEPT = 24;

function drawnParts(parts: DiffParts, options: DrawOptions): (place: number) => readonly Line[] {
	const { width, isSplit, path, firstLine, digits, head } = options;
	const drawn = new Map<number, ReadonlyMap<number, readonly Line[]>>();
	let version = highlightVersion();
	const draw = (from: number, to: number): ReadonlyMap<number, readonly Line[]> => {
		const places = Array.from({ length: to - from }, (_, index) => from + index);
		const block = places.map((place) => [place, parts.partAt(place)] as const);
		const rows = block.flatMap(([, part]) => (part.kind === 'line' ? rowsOfPair(part) : []));
		const longest = MOST_OF_LINE * width;
		const lines = { old: firstLine, new: firstLine };
		const view = createRowView(rows, { path, lines, width, digits, longest, colored: COLORED });
		const linesOf = (part: DiffPart, place: number): readonly Line[] => {
			if (part.kind === 'remark') return wrapLine([styled(part.text, { color: 'muted', italic: true })], width);
			if (part.kind === 'hunk') return [head(part, place)];
			if (isSplit) return view.linesOf({ old: part.old, new: part.new });
			const one = part.new ?? part.old;
			return one === null ? [[]] : view.linesOf({ kind: 'row', ...one });
		};
		return new Map(block.map(([place, part]) => [place, linesOf(part, place)]));
	};
	return (place) => {
		if (version !== highlightVersion()) drawn.clear();
		version = highlightVersion();
		const { from, to } = parts.blockOf(place);
		let block = drawn.get(from);
		if (block === undefined) {
			if (drawn.size >= KEPT) drawn.delete(drawn.keys().next().value ?? 0);
			block = draw(from, to);
			drawn.set(from, block);
		}
		return block.get(place) ?? [[]];
	};
}

/** Something that stands between the parts of a document. */
export type Insert = {
	/** The part that it stands above; the number of parts: behind the last. */
	readonly above: number;
	/** Begins with a letter that no part's does. */
	readonly key: string;
	readonly lines: readonly Line[];
};

/** A document with inserts, which are in order of their places. */
export function withInserts(parts: DocumentParts, inserts: readonly Insert[]): DocumentParts {
	if (inserts.length === 0) return parts;
	const places = inserts.map(({ above }, index) => above + index);
	const byKey = new Map(inserts.map(({ key }, index) => [key, places[index] ?? 0]));
	/** Number of inserts before a place, or on it. */
	const before = (place: number): number => firstWhere(places.length, (at) => (places[at] ?? 0) > place);
	const insertAt = (place: number): Insert | undefined => {
		const at = before(place) - 1;
		return places[at] === place ? inserts[at] : undefined;
	};
	const placeOfPart = (part: number): number =>
		part + firstWhere(inserts.length, (at) => (inserts[at]?.above ?? 0) > part);
	return {
		count: parts.count + inserts.length,
		first: placeOfPart(parts.first),
		keyAt: (place) => insertAt(place)?.key ?? parts.keyAt(place - before(place)),
		placeOf: (key) => byKey.get(key) ?? placeOfPart(parts.placeOf(key)),
		lines: (place) => insertAt(place)?.lines ?? parts.lines(place - before(place)),
	};
}
