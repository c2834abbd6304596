import { finished, type InPieces } from './in-pieces.js';
import { runsInPieces } from './line-changes.js';
import type { Run } from './runs.js';
import { lineAt, type TextLines, wholeLinesIn } from './text-lines.js';

/** Changes of a file that are decided about together: those that git would show under one `@@`. */
export type Hunk = { readonly changes: readonly Run[] };

export type FileHunks = { readonly old: TextLines; readonly fresh: TextLines; readonly hunks: readonly Hunk[] };

export type HunkDecision = 'take' | 'leave' | { readonly text: string };

/** Unchanged lines that git shows on each side of a change. */
export const CONTEXT = 3;

/** Hunks between two texts, line by line with their endings: a line that ends otherwise is another one. */
export function hunksBetween(oldText: string, newText: string): FileHunks {
	return finished(hunksInPieces(oldText, newText));
}

export function* hunksInPieces(oldText: string, newText: string): InPieces<FileHunks> {
	const old = wholeLinesIn(oldText);
	if (oldText === newText) return { old, fresh: old, hunks: [] };
	yield;
	const fresh = wholeLinesIn(newText);
	yield;
	const runs = yield* runsInPieces(old, fresh);
	const changes = runs.all.filter(({ isSame }) => !isSame);
	return { old, fresh, hunks: grouped(changes) };
}

export function splitHunk({ changes }: Hunk): readonly Hunk[] {
	return changes.map((change) => ({ changes: [change] }));
}

/** The text with each hunk as decided. Exactly the new text where all are taken, exactly the old one where none is. */
export function textWith({ old, fresh, hunks }: FileHunks, decisionOf: (hunk: Hunk) => HunkDecision): string {
	const parts: string[] = [];
	let from = 0;
	const keepOld = (to: number): void => {
		parts.push(linesOf(old, from, to));
		from = Math.max(from, to);
	};
	for (const hunk of hunks) {
		const decision = decisionOf(hunk);
		if (decision === 'leave') continue;
		if (typeof decision === 'object') {
			const { start, end } = bounds(hunk);
			keepOld(start.old);
			parts.push(decision.text);
			from = end.old;
			continue;
		}
		for (const change of hunk.changes) {
			keepOld(change.old.from);
			parts.push(linesOf(fresh, change.new.from, change.new.to));
			from = change.old.to;
		}
	}
	keepOld(old.starts.length);
	return joined(parts);
}

export function newLinesOf({ fresh }: FileHunks, hunk: Hunk): string {
	const { start, end } = bounds(hunk);
	return linesOf(fresh, start.fresh, end.fresh);
}

export function bounds({ changes }: Hunk) {
	const [first, last] = [changes[0], changes.at(-1)];
	return {
		start: { old: first?.old.from ?? 0, fresh: first?.new.from ?? 0 },
		end: { old: last?.old.to ?? 0, fresh: last?.new.to ?? 0 },
	};
}

export function countsOf({ changes }: Hunk): { readonly added: number; readonly removed: number } {
	return {
		added: changes.reduce((sum, change) => sum + change.new.to - change.new.from, 0),
		removed: changes.reduce((sum, change) => sum + change.old.to - change.old.from, 0),
	};
}

/** Hunks as `git diff` writes them, without the names of files; changes that lie close to each other under one header. */
export function patchOf({ old, fresh }: FileHunks, hunks: readonly Hunk[]): string {
	let shift = 0;
	return grouped(hunks.flatMap(({ changes }) => changes))
		.map((hunk) => {
			const { start, end } = bounds(hunk);
			const first = Math.max(0, start.old - CONTEXT);
			const last = Math.min(old.starts.length, end.old + CONTEXT);
			const body: string[] = [];
			let from = first;
			for (const change of hunk.changes) {
				body.push(...signed(' ', old, from, change.old.from));
				body.push(...signed('-', old, change.old.from, change.old.to));
				body.push(...signed('+', fresh, change.new.from, change.new.to));
				from = change.old.to;
			}
			body.push(...signed(' ', old, from, last));
			const { added, removed } = countsOf(hunk);
			const count = last - first;
			const header = `@@ -${rangeOf(first, count)} +${rangeOf(first + shift, count + added - removed)} @@\n`;
			shift += added - removed;
			return header + body.join('');
		})
		.join('');
}

/** Diff that `patch` applies; a null `oldText` is a new file. */
export function unifiedDiff(path: string, oldText: string | null, newText: string): string {
	const file = hunksBetween(oldText ?? '', newText);
	return `--- ${oldText === null ? '/dev/null' : `a/${path}`}\n+++ b/${path}\n${patchOf(file, file.hunks)}`;
}

function rangeOf(first: number, count: number): string {
	return `${count === 0 ? first : first + 1},${count}`;
}

function signed(sign: ' ' | '-' | '+', lines: TextLines, from: number, to: number): readonly string[] {
	return Array.from({ length: Math.max(0, to - from) }, (_, at) => {
		const line = lineAt(lines, from + at);
		return `${sign}${line}${line.endsWith('\n') ? '' : '\n\\ No newline at end of file\n'}`;
	});
}

function grouped(changes: readonly Run[]): readonly Hunk[] {
	const hunks: { changes: Run[] }[] = [];
	for (const change of changes) {
		const last = hunks.at(-1);
		const end = last?.changes.at(-1)?.old.to;
		if (last !== undefined && end !== undefined && change.old.from - end <= 2 * CONTEXT) last.changes.push(change);
		else hunks.push({ changes: [change] });
	}
	return hunks;
}

function linesOf(lines: TextLines, from: number, to: number): string {
	return to <= from ? '' : lines.text.slice(lines.starts[from] ?? 0, lines.ends[to - 1] ?? 0);
}

/** Parts one behind the other: a last line without an ending that is no longer the last gets one. */
function joined(parts: readonly string[]): string {
	let text = '';
	for (const part of parts) {
		if (part === '') continue;
		text += text !== '' && !text.endsWith('\n') ? `\n${part}` : part;
	}
	return text;
}

/** A changed line to tell a hunk by: the first new one with words, else the first old one; empty where all are blank. */
export function firstLineOf({ old, fresh }: FileHunks, { changes }: Hunk): string {
	const linesIn = (lines: TextLines, side: 'old' | 'new'): readonly string[] =>
		changes.flatMap((change) => {
			const { from, to } = change[side];
			return Array.from({ length: Math.min(to - from, MOST_LINES) }, (_, at) => lineAt(lines, from + at).trim());
		});
	return [...linesIn(fresh, 'new'), ...linesIn(old, 'old')].find((line) => line !== '') ?? '';
}

const MOST_LINES = 20;
