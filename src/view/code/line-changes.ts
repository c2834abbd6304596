import { diffArrays } from 'diff';
import { anchorsOf } from './anchors.js';

/** One line of a diff; numbers count from 1, on the side or sides where the line stands. */
export type DiffRow =
	| { readonly kind: 'same'; readonly text: string; readonly oldNumber: number; readonly newNumber: number }
	| { readonly kind: 'removed'; readonly text: string; readonly oldNumber: number }
	| { readonly kind: 'added'; readonly text: string; readonly newNumber: number };

/** What differs between two texts beyond their lines. */
export type LineChanges = {
	readonly rows: readonly DiffRow[];
	readonly added: number;
	readonly removed: number;
	/** `LF → CRLF` or the reverse, when every line ending changed. */
	readonly lineEndings?: string;
	/** Which side lacks the newline at its end, when only one does. */
	readonly noFinalNewline?: 'old' | 'new';
};

/** More edits than these are not searched for: lines that stand once on both sides divide the text instead. */
const mostEdits = 1000;
const longestSearch = 80;
/** Texts with more lines than this are shown as replaced when they differ that much. */
const mostAnchored = 40_000;

const rememberedChanges = 8;
const remembered: { readonly oldText: string; readonly newText: string; readonly changes: LineChanges }[] = [];

/** The line by line difference. Carriage returns at line ends do not count as a difference of a line. */
export function compareLines(oldText: string, newText: string): LineChanges {
	const known = remembered.find((entry) => entry.oldText === oldText && entry.newText === newText);
	if (known) return known.changes;
	const changes = compare(oldText, newText);
	remembered.push({ oldText, newText, changes });
	if (remembered.length > rememberedChanges) remembered.shift();
	return changes;
}

/** The lines of a text without their endings; no line for an empty text. */
export function linesOfText(text: string): string[] {
	if (text === '') return [];
	const lines = text.split('\n');
	if (lines.at(-1) === '') lines.pop();
	return lines.map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line));
}

function compare(oldText: string, newText: string): LineChanges {
	const oldLines = linesOfText(oldText);
	const newLines = linesOfText(newText);
	const rows: DiffRow[] = [];
	let oldNumber = 1;
	let newNumber = 1;
	const same = (text: string) => rows.push({ kind: 'same', text, oldNumber: oldNumber++, newNumber: newNumber++ });
	const remove = (text: string) => rows.push({ kind: 'removed', text, oldNumber: oldNumber++ });
	const add = (text: string) => rows.push({ kind: 'added', text, newNumber: newNumber++ });

	const start = commonStart(oldLines, newLines);
	const end = commonEnd(oldLines, newLines, start);
	for (const line of newLines.slice(0, start)) same(line);
	for (const change of editsBetween(
		oldLines.slice(start, oldLines.length - end),
		newLines.slice(start, newLines.length - end),
	)) {
		const record = change.removed ? remove : change.added ? add : same;
		for (const line of change.value) record(line);
	}
	for (const line of newLines.slice(newLines.length - end)) same(line);

	const lineEndings = changedEndings(oldText, newText);
	const noFinalNewline = finalNewline(oldText, newText);
	return {
		rows,
		added: rows.filter((row) => row.kind === 'added').length,
		removed: rows.filter((row) => row.kind === 'removed').length,
		...(lineEndings === undefined ? {} : { lineEndings }),
		...(noFinalNewline === undefined ? {} : { noFinalNewline }),
	};
}

type Edit = { readonly value: readonly string[]; readonly added: boolean; readonly removed: boolean };

function editsBetween(oldLines: string[], newLines: string[]): readonly Edit[] {
	const replaced: readonly Edit[] = [
		{ value: oldLines, added: false, removed: true },
		{ value: newLines, added: true, removed: false },
	];
	if (oldLines.length === 0 || newLines.length === 0) return replaced;
	const found =
		leastEdits(oldLines, newLines) > mostEdits
			? undefined
			: diffArrays(oldLines, newLines, { maxEditLength: mostEdits, timeout: longestSearch });
	if (found !== undefined) return found;
	return oldLines.length + newLines.length > mostAnchored ? replaced : dividedEdits(oldLines, newLines);
}

/** What stands between two lines that stayed was replaced, but for what is the same at its start and end. */
function dividedEdits(oldLines: readonly string[], newLines: readonly string[]): readonly Edit[] {
	const edits: Edit[] = [];
	const push = (value: readonly string[], kind: 'same' | 'added' | 'removed'): void => {
		if (value.length > 0) edits.push({ value, added: kind === 'added', removed: kind === 'removed' });
	};
	let old = 0;
	let fresh = 0;
	for (const anchor of [...anchorsOf(oldLines, newLines), { old: oldLines.length, new: newLines.length }]) {
		const was = oldLines.slice(old, anchor.old);
		const is = newLines.slice(fresh, anchor.new);
		const start = commonStart(was, is);
		const end = commonEnd(was, is, start);
		push(is.slice(0, start), 'same');
		push(was.slice(start, was.length - end), 'removed');
		push(is.slice(start, is.length - end), 'added');
		push(is.slice(is.length - end), 'same');
		push(newLines.slice(anchor.new, anchor.new + 1), 'same');
		old = anchor.old + 1;
		fresh = anchor.new + 1;
	}
	return edits;
}

/** Lines that stand on one side only, each as often as it is too many: no difference has fewer edits. */
function leastEdits(oldLines: readonly string[], newLines: readonly string[]): number {
	if (oldLines.length + newLines.length <= mostEdits) return 0;
	const surplus = new Map<string, number>();
	for (const line of oldLines) surplus.set(line, (surplus.get(line) ?? 0) + 1);
	for (const line of newLines) surplus.set(line, (surplus.get(line) ?? 0) - 1);
	let edits = 0;
	for (const count of surplus.values()) edits += Math.abs(count);
	return edits;
}

function commonStart(oldLines: readonly string[], newLines: readonly string[]): number {
	const most = Math.min(oldLines.length, newLines.length);
	let count = 0;
	while (count < most && oldLines[count] === newLines[count]) count += 1;
	return count;
}

function commonEnd(oldLines: readonly string[], newLines: readonly string[], start: number): number {
	const most = Math.min(oldLines.length, newLines.length) - start;
	let count = 0;
	while (count < most && oldLines[oldLines.length - 1 - count] === newLines[newLines.length - 1 - count]) count += 1;
	return count;
}

function changedEndings(oldText: string, newText: string): string | undefined {
	if (!oldText.includes('\n') || !newText.includes('\n')) return undefined;
	const before = oldText.includes('\r\n');
	const after = newText.includes('\r\n');
	if (before === after) return undefined;
	return before ? 'CRLF → LF' : 'LF → CRLF';
}

function finalNewline(oldText: string, newText: string): 'old' | 'new' | undefined {
	if (oldText === '' || newText === '' || oldText.endsWith('\n') === newText.endsWith('\n')) return undefined;
	return oldText.endsWith('\n') ? 'new' : 'old';
}
