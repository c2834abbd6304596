import { firstWhere } from '../../core/first-where.js';
import type { PairedRow } from './diff-halves.js';
import { lineEndingsChanged, NEWLINE_ADDED, NEWLINE_REMOVED } from './diff-messages.js';
import { bounds, CONTEXT, type FileHunks, type Hunk } from './hunks.js';
import { changedEndings, type DiffRow, finalNewline } from './line-changes.js';
import { lineAt, type TextLines } from './text-lines.js';

export type DiffPart =
	| { readonly kind: 'remark'; readonly text: string }
	/** Stands above its lines, the first of which is `from` in the old text; so many unchanged ones above it are not shown. */
	| { readonly kind: 'hunk'; readonly hunk: Hunk; readonly from: number; readonly skipped: number }
	/** A line of one side, or, beside each other, of both; an unchanged one is the same on both. */
	| { readonly kind: 'line'; readonly hunk: Hunk; readonly old: PairedRow | null; readonly new: PairedRow | null };

/** All parts of a diff, each made when it is asked for. Places count from 0. */
export type DiffParts = {
	readonly count: number;
	readonly partAt: (place: number) => DiffPart;
	/** A name for the part that it keeps when other lines come and go. */
	readonly keyAt: (place: number) => string;
	/** Index of the part with that key, else of the nearest one. */
	readonly placeOf: (key: string) => number;
	readonly heads: readonly number[];
	/** The first part of those that are drawn together, and the one behind the last. */
	readonly blockOf: (place: number) => { readonly from: number; readonly to: number };
	readonly first: number;
};

/** Lines of a block: highlighting is carried over within one. */
const BLOCK = 128;

type Segment = {
	readonly kind: 'head' | 'same' | 'change';
	readonly start: number;
	readonly size: number;
	/** Index of the hunk, and places of the segment's first lines; how many of them there are. */
	readonly hunk: number;
	readonly old: number;
	readonly fresh: number;
	readonly removed: number;
	readonly added: number;
};

export function diffParts(file: FileHunks, isSplit: boolean): DiffParts {
	const { old, fresh, hunks } = file;
	const remarks = remarksOf(old, fresh);
	const segments = segmentsOf(file, isSplit, remarks.length);
	const last = segments.at(-1);
	const count = last === undefined ? remarks.length : last.start + last.size;
	const first = segments.find(({ kind }) => kind === 'change')?.start ?? 0;
	const heads = segments.filter(({ kind }) => kind === 'head').map(({ start }) => start);

	const segmentAt = (place: number): Segment | undefined =>
		segments[firstWhere(segments.length, (at) => endOf(segments[at]) > place)];

	function partAt(place: number): DiffPart {
		const segment = place < remarks.length ? undefined : segmentAt(place);
		const hunk = segment === undefined ? undefined : hunks[segment.hunk];
		if (segment === undefined || hunk === undefined) return { kind: 'remark', text: remarks[place] ?? '' };
		if (segment.kind === 'head') return { kind: 'hunk', hunk, from: segment.old, skipped: segment.removed };
		return { kind: 'line', hunk, ...rowsAt(segment, place - segment.start) };
	}

	function rowsAt({ kind, old: oldAt, fresh: newAt, removed, added }: Segment, index: number) {
		if (kind === 'same') {
			const numbers = { oldNumber: oldAt + index + 1, newNumber: newAt + index + 1 };
			const row: DiffRow = { kind: 'same', text: textAt(fresh, newAt + index), ...numbers };
			return { old: { row }, new: { row } };
		}
		const removedRow = (at: number): DiffRow | undefined =>
			at < removed ? { kind: 'removed', text: textAt(old, oldAt + at), oldNumber: oldAt + at + 1 } : undefined;
		const addedRow = (at: number): DiffRow | undefined =>
			at < added ? { kind: 'added', text: textAt(fresh, newAt + at), newNumber: newAt + at + 1 } : undefined;
		if (isSplit) {
			const [was, is] = [removedRow(index), addedRow(index)];
			return { old: paired(was, is), new: paired(is, was) };
		}
		if (index < removed) return { old: paired(removedRow(index), addedRow(index)), new: null };
		return { old: null, new: paired(addedRow(index - removed), removedRow(index - removed)) };
	}

	function keyAt(place: number): string {
		const part = partAt(place);
		if (part.kind === 'remark') return `r${place}`;
		if (part.kind === 'hunk') return `h${bounds(part.hunk).start.old}`;
		const [was, is] = [part.old?.row, part.new?.row];
		return is !== undefined && is.kind !== 'removed'
			? `n${is.newNumber}`
			: `o${was === undefined || was.kind === 'added' ? 0 : was.oldNumber}`;
	}

	function placeOf(key: string): number {
		const number = Number(key.slice(1));
		if (!/^[rhno]\d/.test(key)) return first;
		if (key.startsWith('r')) return Math.min(number, Math.max(0, count - 1));
		if (key.startsWith('h')) {
			const at = hunks.findIndex((hunk) => bounds(hunk).start.old >= number);
			return heads[at] ?? heads.at(-1) ?? 0;
		}
		const isOld = key.startsWith('o');
		const endsBehind = (segment: Segment | undefined): boolean =>
			segment !== undefined &&
			(isOld ? segment.old + linesOf(segment).old : segment.fresh + linesOf(segment).fresh) >= number;
		const segment = segments[firstWhere(segments.length, (at) => endsBehind(segments[at]))];
		if (segment === undefined) return Math.max(0, count - 1);
		const index = Math.max(0, number - 1 - (isOld ? segment.old : segment.fresh));
		const shift = segment.kind === 'change' && !isSplit && !isOld ? segment.removed : 0;
		return Math.min(segment.start + shift + index, Math.max(segment.start, endOf(segment) - 1));
	}

	function blockOf(place: number) {
		const at = segmentAt(place);
		const head = at === undefined ? 0 : (heads[at.hunk] ?? 0);
		const next = at === undefined ? count : (heads[at.hunk + 1] ?? count);
		const from = head + Math.floor((place - head) / BLOCK) * BLOCK;
		return place < remarks.length ? { from: 0, to: remarks.length } : { from, to: Math.min(next, from + BLOCK) };
	}

	return { count, partAt, keyAt, placeOf, heads, blockOf, first };
}

function endOf(segment: Segment | undefined): number {
	return segment === undefined ? 0 : segment.start + segment.size;
}

function linesOf({ kind, removed, added }: Segment): { readonly old: number; readonly fresh: number } {
	return kind === 'head' ? { old: 0, fresh: 0 } : { old: removed, fresh: added };
}

function paired(row: DiffRow | undefined, partner: DiffRow | undefined): PairedRow | null {
	if (row === undefined) return null;
	return partner === undefined ? { row } : { row, partner };
}

function textAt(lines: TextLines, at: number): string {
	return lineAt(lines, at).replace(/\r?\n$/, '');
}

function remarksOf({ text: oldText }: TextLines, { text: newText }: TextLines): readonly string[] {
	const endings = changedEndings(oldText, newText);
	const lacks = finalNewline(oldText, newText);
	return [
		...(endings === undefined ? [] : [lineEndingsChanged(endings)]),
		...(lacks === undefined ? [] : [lacks === 'new' ? NEWLINE_REMOVED : NEWLINE_ADDED]),
	];
}

function segmentsOf({ old, hunks }: FileHunks, isSplit: boolean, from: number): readonly Segment[] {
	const segments: Segment[] = [];
	let start = from;
	let shown = 0;
	const add = (
		kind: Segment['kind'],
		hunk: number,
		size: number,
		lines: Omit<Segment, 'kind' | 'start' | 'size' | 'hunk'>,
	) => {
		if (size === 0) return;
		segments.push({ kind, start, size, hunk, ...lines });
		start += size;
	};
	for (const [index, hunk] of hunks.entries()) {
		const { start: first, end } = bounds(hunk);
		const above = Math.min(CONTEXT, first.old - shown);
		let at = { old: first.old - above, fresh: first.fresh - above };
		add('head', index, 1, { ...at, removed: at.old - shown, added: 0 });
		const same = (to: number): void => {
			const lines = to - at.old;
			add('same', index, lines, { ...at, removed: lines, added: lines });
			at = { old: to, fresh: at.fresh + lines };
		};
		for (const change of hunk.changes) {
			same(change.old.from);
			const [removed, added] = [change.old.to - change.old.from, change.new.to - change.new.from];
			add('change', index, isSplit ? Math.max(removed, added) : removed + added, { ...at, removed, added });
			at = { old: change.old.to, fresh: change.new.to };
		}
		same(Math.min(old.starts.length, end.old + CONTEXT));
		shown = at.old;
	}
	return segments;
}
