import { defined } from '../../core/defined.js';
import { finished, type InPieces } from './in-pieces.js';
import { createRuns, type Run, type Runs } from './runs.js';
import { slideRuns } from './slide-runs.js';
import { areEqual, lineAt, linesIn, partOf, type TextLines } from './text-lines.js';
import { unchangedInPieces } from './unchanged-lines.js';

/** One line of a diff; numbers count from 1, on the side or sides where the line stands. */
export type DiffRow =
	| { readonly kind: 'same'; readonly text: string; readonly oldNumber: number; readonly newNumber: number }
	| { readonly kind: 'removed'; readonly text: string; readonly oldNumber: number }
	| { readonly kind: 'added'; readonly text: string; readonly newNumber: number };

export type LineChanges = {
	readonly runs: readonly Run[];
	readonly oldLines: TextLines;
	readonly newLines: TextLines;
	readonly added: number;
	readonly removed: number;
	/** `LF → CRLF` or the reverse, when every line ending changed. */
	readonly lineEndings?: string;
	/** Side that lacks the newline at its end, when only one does. */
	readonly noFinalNewline?: 'old' | 'new';
};

const rememberedChanges = 8;
const remembered: { readonly oldText: string; readonly newText: string; readonly changes: LineChanges }[] = [];

/** Line by line difference. Carriage returns at line ends do not count. */
export function compareLines(oldText: string, newText: string): LineChanges {
	const known = remembered.find((entry) => entry.oldText === oldText && entry.newText === newText);
	if (known) return known.changes;
	const changes = compare(oldText, newText);
	remembered.push({ oldText, newText, changes });
	if (remembered.length > rememberedChanges) remembered.shift();
	return changes;
}

function compare(oldText: string, newText: string): LineChanges {
	const oldLines = linesIn(oldText);
	const newLines = linesIn(newText);
	const runs = finished(runsInPieces(oldLines, newLines));
	const lineEndings = changedEndings(oldText, newText);
	const noFinalNewline = finalNewline(oldText, newText);
	return {
		runs: runs.all,
		oldLines,
		newLines,
		added: runs.count('added'),
		removed: runs.count('removed'),
		...defined({ lineEndings, noFinalNewline }),
	};
}

export function* runsInPieces(oldLines: TextLines, newLines: TextLines): InPieces<Runs> {
	const runs = createRuns();
	const start = commonStart(oldLines, newLines);
	const end = commonEnd(oldLines, newLines, start);
	const old = partOf(oldLines, start, oldLines.starts.length - end);
	const fresh = partOf(newLines, start, newLines.starts.length - end);
	const behind = { old: old.starts.length, new: fresh.starts.length, count: 0 };
	runs.add('same', start);
	let [oldAt, newAt] = [0, 0];
	const { kept: parts } = yield* unchangedInPieces(old, fresh);
	for (const kept of [...parts, behind]) {
		runs.add('removed', kept.old - oldAt);
		runs.add('added', kept.new - newAt);
		runs.add('same', kept.count);
		oldAt = kept.old + kept.count;
		newAt = kept.new + kept.count;
	}
	runs.add('same', end);
	yield;
	return slideRuns(runs, oldLines, newLines);
}

export function rowsOfRun({ oldLines, newLines }: LineChanges, run: Run, most = Number.POSITIVE_INFINITY): DiffRow[] {
	const rows: DiffRow[] = [];
	const shift = run.new.from - run.old.from;
	if (run.isSame) {
		for (let at = run.old.from; at < Math.min(run.old.to, run.old.from + most); at += 1) {
			const row = { text: lineAt(newLines, at + shift), oldNumber: at + 1, newNumber: at + shift + 1 };
			rows.push({ kind: 'same', ...row });
		}
		return rows;
	}
	for (let at = run.old.from; at < Math.min(run.old.to, run.old.from + most); at += 1) {
		rows.push({ kind: 'removed', text: lineAt(oldLines, at), oldNumber: at + 1 });
	}
	for (let at = run.new.from; at < Math.min(run.new.to, run.new.from + most); at += 1) {
		rows.push({ kind: 'added', text: lineAt(newLines, at), newNumber: at + 1 });
	}
	return rows;
}

function commonStart(oldLines: TextLines, newLines: TextLines): number {
	const most = Math.min(oldLines.starts.length, newLines.starts.length);
	let count = 0;
	while (count < most && areEqual(oldLines, count, newLines, count)) count += 1;
	return count;
}

function commonEnd(oldLines: TextLines, newLines: TextLines, start: number): number {
	const [oldCount, newCount] = [oldLines.starts.length, newLines.starts.length];
	const most = Math.min(oldCount, newCount) - start;
	let count = 0;
	while (count < most && areEqual(oldLines, oldCount - 1 - count, newLines, newCount - 1 - count)) count += 1;
	return count;
}

export function changedEndings(oldText: string, newText: string): string | undefined {
	if (!oldText.includes('\n') || !newText.includes('\n')) return undefined;
	const before = oldText.includes('\r\n');
	const after = newText.includes('\r\n');
	if (before === after) return undefined;
	return before ? 'CRLF → LF' : 'LF → CRLF';
}

export function finalNewline(oldText: string, newText: string): 'old' | 'new' | undefined {
	if (oldText === '' || newText === '' || oldText.endsWith('\n') === newText.endsWith('\n')) return undefined;
	return oldText.endsWith('\n') ? 'new' : 'old';
}
