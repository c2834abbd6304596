import { type FileNames, fileNames, gitHeaderNames, nameIn } from './git-names.js';

type HunkLine = { readonly sign: ' ' | '-' | '+'; readonly text: string };

export type Hunk = {
	readonly lines: readonly HunkLine[];
	/** First line, from 0, where the patch says so. */
	readonly start?: number;
	/** Lines before it that locate it, in the format of `apply_patch`. */
	readonly anchors: readonly string[];
	/** Whether the new text ends with a line break, where the patch says so about the end of the file. */
	readonly endsWithBreak?: boolean;
};

/** Changes to one file. Paths are as written; `path` is empty where none is named. */
export type FilePatch = {
	readonly path: string;
	readonly movedTo?: string;
	readonly kind: 'add' | 'update' | 'delete';
	readonly hunks: readonly Hunk[];
};

const MOST_CHARS = 1_000_000;
const RANGE = /^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@/;
/** Header lines of a unified diff that say nothing of the file's lines. */
const HEADER =
	/^(?:index |old mode |new mode |(?:dis)?similarity |(?:new|create|deleted?) file mode |(?:rename|copy) (?:from|to) |={3,}$|Index: )/;

/** Reads a unified diff or a patch of `apply_patch` (`*** Begin Patch`); null where any line is something else. */
export function readPatch(text: string, most = MOST_CHARS): readonly FilePatch[] | null {
	if (text.length > most) return null;
	const lines = text.replaceAll('\r\n', '\n').split('\n');
	const end = lines.findLastIndex((line) => line !== '') + 1;
	const isApplyPatch = lines[0]?.trim() === '*** Begin Patch';
	// Empty lines at the end belong to a hunk that is not whole without them.
	const files = isApplyPatch
		? readApplyPatch(lines.slice(0, end))
		: readUnified(lines.slice(0, end), lines.length - end);
	return files === null || files.length === 0 ? null : files;
}

type Open = { path: string; movedTo?: string; kind: FilePatch['kind']; hunks: OpenHunk[]; isBare?: true };
type OpenHunk = { lines: HunkLine[]; start?: number; anchors: string[]; endsWithBreak?: boolean };

function readApplyPatch(lines: readonly string[]): FilePatch[] | null {
	const files: Open[] = [];
	let hunk: OpenHunk | null = null;
	for (const [index, line] of lines.entries()) {
		if (index === 0) continue;
		const file = files.at(-1);
		const named = /^\*\*\* (Add|Update|Delete) File: (.+)$/.exec(line);
		if (named?.[2] !== undefined) {
			const kind = named[1] === 'Add' ? 'add' : named[1] === 'Delete' ? 'delete' : 'update';
			hunk = kind === 'add' ? { lines: [], anchors: [] } : null;
			files.push({ path: named[2].trim(), kind, hunks: hunk === null ? [] : [hunk] });
		} else if (line.startsWith('*** End Patch')) {
			return index === lines.length - 1 ? files : null;
		} else if (file === undefined || file.kind === 'delete') {
			return null;
		} else if (line.startsWith('*** Move to: ')) {
			file.movedTo = line.slice('*** Move to: '.length).trim();
		} else if (line === '*** End of File') {
			hunk = null;
		} else if (file.kind === 'update' && line.startsWith('@@')) {
			const anchor = line.slice(2).trim();
			// Several of them one below the other lead further into the file.
			if (hunk === null || hunk.lines.length > 0) {
				hunk = { lines: [], anchors: [] };
				file.hunks.push(hunk);
			}
			if (anchor !== '') hunk.anchors.push(anchor);
		} else {
			const added = hunkLine(line);
			if (added === null || (file.kind === 'add' && added.sign !== '+')) return null;
			if (hunk === null) {
				hunk = { lines: [], anchors: [] };
				file.hunks.push(hunk);
			}
			hunk.lines.push(added);
		}
	}
	// Without its end marker the patch may lack lines.
	return null;
}

function readUnified(lines: readonly string[], emptyAtEnd: number): FilePatch[] | null {
	const files: Open[] = [];
	let left = { old: 0, new: 0 };
	// Without hunks a file is renamed, made empty, taken away or given another mode.
	let bare: Open | null = null;
	const endHeader = (): void => {
		if (bare !== null) files.push(bare);
		bare = null;
	};
	for (const [index, line] of lines.entries()) {
		const isInHunk = left.old > 0 || left.new > 0;
		if (!isInHunk && line.startsWith('diff --git ')) {
			endHeader();
			bare = bareFile(lines, index);
			continue;
		}
		const file = files.at(-1);
		const hunk = file?.hunks.at(-1);
		if (line.startsWith('\\')) {
			const last = hunk?.lines.at(-1);
			if (hunk === undefined || last === undefined) return null;
			// Said of the old text alone, the new one has a line break.
			hunk.endsWithBreak = last.sign === '-';
		} else if (hunk !== undefined && (left.old > 0 || left.new > 0)) {
			const read = hunkLine(line);
			if (read === null) return null;
			if (read.sign !== '+') left = { ...left, old: left.old - 1 };
			if (read.sign !== '-') left = { ...left, new: left.new - 1 };
			if (left.old < 0 || left.new < 0) return null;
			hunk.lines.push(read);
		} else if (RANGE.test(line)) {
			const range = RANGE.exec(line) ?? [];
			const [, start = '1', old = '1', added = '1'] = range;
			left = { old: Number(old), new: Number(added) };
			// Without removed lines the text comes after the named line.
			const at = Number(start) - (left.old === 0 ? 0 : 1);
			// A header without names: the line of git has them.
			endHeader();
			const open = files.at(-1) ?? { path: '', kind: 'update' as const, hunks: [] };
			if (files.length === 0) files.push(open);
			open.hunks.push({ lines: [], start: Math.max(0, at), anchors: [] });
		} else if (line.startsWith('--- ') && lines[index + 1]?.startsWith('+++ ') === true) {
			bare = null;
			files.push(headed(fileNames(line.slice(4), (lines[index + 1] ?? '').slice(4))));
		} else if (!(line.startsWith('+++ ') && lines[index - 1]?.startsWith('--- ') === true) && !isHeader(line)) {
			return null;
		}
	}
	endHeader();
	if (left.old === left.new && left.old <= emptyAtEnd) {
		for (; left.old > 0; left = { old: left.old - 1, new: left.new - 1 })
			files.at(-1)?.hunks.at(-1)?.lines.push({ sign: ' ', text: '' });
	}
	const isCut = files.some(({ hunks, isBare }) => hunks.length === 0 && isBare !== true);
	// A name that stands in no line that is read.
	const isNamedElsewhere =
		files.some(({ path }) => path === '') && lines.some((line) => /^(?:Index: |diff )/.test(line));
	return left.old > 0 || left.new > 0 || isCut || isNamedElsewhere ? null : files;
}

function bareFile(lines: readonly string[], at: number): Open | null {
	const names = gitHeaderNames(lines[at] ?? '');
	const header: string[] = [];
	for (let index = at + 1; index < lines.length && isHeader(lines[index] ?? ''); index += 1) {
		if (lines[index]?.startsWith('diff ')) break;
		header.push(lines[index] ?? '');
	}
	const named = (start: string): string | undefined => {
		const line = header.find((each) => each.startsWith(start));
		return line === undefined ? undefined : nameIn(line.slice(start.length));
	};
	const from = named('rename from ') ?? named('copy from ') ?? names?.before ?? names?.after;
	const to = named('rename to ') ?? named('copy to ') ?? names?.after;
	if (from === undefined || from === null) return null;
	const says = (words: RegExp): boolean => header.some((line) => words.test(line));
	const kind = says(/^(?:new|create) file mode/) ? 'add' : says(/^deleted? file mode/) ? 'delete' : 'update';
	const moved = kind === 'update' && to !== from && to !== undefined && to !== null ? { movedTo: to } : {};
	return { path: from, ...moved, kind, hunks: [], isBare: true };
}

function isHeader(line: string): boolean {
	return line.trim() === '' || line.startsWith('diff ') || HEADER.test(line);
}

function headed({ before, after }: FileNames): Open {
	if (before === null) return { path: after ?? '', kind: 'add', hunks: [] };
	if (after === null) return { path: before, kind: 'delete', hunks: [] };
	return { path: before, ...(before === after ? {} : { movedTo: after }), kind: 'update', hunks: [] };
}

function hunkLine(line: string): HunkLine | null {
	const sign = line[0] ?? ' ';
	// Editors and models take the blank of an empty line away.
	return sign === ' ' || sign === '-' || sign === '+' ? { sign, text: line.slice(1) } : null;
}

/** A text with the hunks of a patch in it; null where one does not fit. Both have `\n` alone at the ends of lines. */
export function applyHunks(text: string, hunks: readonly Hunk[]): string | null {
	const hasBreak = text === '' || text.endsWith('\n');
	const lines = text === '' ? [] : (hasBreak ? text.slice(0, -1) : text).split('\n');
	const result: string[] = [];
	let next = 0;
	const budget = { left: MOST_COMPARED };
	let endsWithBreak = hasBreak;
	for (const hunk of hunks) {
		const from = behindAnchors(lines, next, hunk.anchors, budget);
		const placed = from === null ? null : placeHunk(lines, hunk, from, budget);
		if (placed === null) return null;
		for (let index = next; index < placed.at; index += 1) result.push(lines[index] ?? '');
		next = placed.at;
		for (const { sign, text: own } of placed.lines) {
			// The line of the file is kept: its blanks may differ from the patch's.
			if (sign === ' ') result.push(lines[next] ?? own);
			else if (sign === '+') result.push(own);
			if (sign !== '+') next += 1;
		}
		if (hunk.endsWithBreak !== undefined && next >= lines.length) endsWithBreak = hunk.endsWithBreak;
	}
	for (let index = next; index < lines.length; index += 1) result.push(lines[index] ?? '');
	return result.length === 0 ? '' : result.join('\n') + (endsWithBreak ? '\n' : '');
}

const MOST_COMPARED = 20_000_000;

type Budget = { left: number };

function behindAnchors(
	lines: readonly string[],
	from: number,
	anchors: readonly string[],
	budget: Budget,
): number | null {
	let at = from;
	for (const anchor of anchors) {
		while (at < lines.length && lines[at]?.trim() !== anchor && budget.left > 0) {
			budget.left -= 1;
			at += 1;
		}
		if (lines[at]?.trim() !== anchor) return null;
		at += 1;
	}
	return at;
}

/** An empty line at the end of a hunk without numbers may only separate it from the next. */
function placeHunk(
	lines: readonly string[],
	hunk: Hunk,
	from: number,
	budget: Budget,
): { readonly at: number; readonly lines: readonly HunkLine[] } | null {
	const last = hunk.lines.at(-1);
	const isEmptyAtEnd = hunk.start === undefined && last?.sign === ' ' && last.text === '';
	for (const own of isEmptyAtEnd ? [hunk.lines, hunk.lines.slice(0, -1)] : [hunk.lines]) {
		const old = own.filter(({ sign }) => sign !== '+').map((line) => line.text);
		const at = placeOf(lines, old, from, hunk, budget);
		if (at !== null) return { at, lines: own };
	}
	return null;
}

function placeOf(
	lines: readonly string[],
	old: readonly string[],
	from: number,
	{ start, anchors }: Hunk,
	budget: Budget,
): number | null {
	if (old.length === 0) {
		if (start !== undefined) return start >= from && start <= lines.length ? start : null;
		return anchors.length > 0 ? from : lines.length;
	}
	for (const isSame of [isEqual, isEqualButForEnd]) {
		let best: number | null = null;
		for (let at = from; at + old.length <= lines.length; at += 1) {
			budget.left -= 1;
			if (budget.left < 0) return null;
			const isHere = old.every((line, index) => {
				budget.left -= 1;
				return isSame(line, lines[at + index] ?? '');
			});
			if (!isHere) continue;
			if (start === undefined) return at;
			if (best !== null && Math.abs(at - start) >= Math.abs(best - start)) break;
			best = at;
		}
		if (best !== null) return best;
	}
	return null;
}

function isEqual(one: string, other: string): boolean {
	return one === other;
}

function isEqualButForEnd(one: string, other: string): boolean {
	return one.trimEnd() === other.trimEnd();
}
