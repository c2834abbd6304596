import { runsBetween } from '../../code/line-changes.js';
import type { Run } from '../../code/runs.js';
import { lineAt, type TextLines, wholeLinesIn } from '../../code/text-lines.js';

const CONTEXT = 3;
const NO_NEWLINE = '\n\\ No newline at end of file';

/** Diff that `patch` applies; a null `oldText` is a new file. */
export function unifiedDiff(path: string, oldText: string | null, newText: string): string {
	const [oldLines, newLines] = [wholeLinesIn(oldText ?? ''), wholeLinesIn(newText)];
	const parts = [`--- ${oldText === null ? '/dev/null' : `a/${path}`}`, `+++ b/${path}`];
	for (const hunk of hunksOf(runsBetween(oldLines, newLines).all)) {
		const first = hunk[0];
		const last = hunk.at(-1);
		if (first === undefined || last === undefined) continue;
		const [old, fresh] = [
			{ from: first.old.from, to: last.old.to },
			{ from: first.new.from, to: last.new.to },
		];
		parts.push(`@@ -${placeOf(old)} +${placeOf(fresh)} @@`);
		for (const run of hunk) {
			const push = (sign: string, lines: TextLines, { from, to }: Run['old']): void => {
				for (let at = from; at < to; at += 1) parts.push(sign + printed(lineAt(lines, at)));
			};
			if (run.isSame) push(' ', newLines, run.new);
			else {
				push('-', oldLines, run.old);
				push('+', newLines, run.new);
			}
		}
	}
	return `${parts.join('\n')}\n`;
}

/** Line without its newline, or with the note that there is none. */
function printed(line: string): string {
	return line.endsWith('\n') ? line.slice(0, -1) : line + NO_NEWLINE;
}

/** Groups changes that are near each other, with the lines around them. */
function hunksOf(runs: readonly Run[]): readonly (readonly Run[])[] {
	const hunks: Run[][] = [];
	let hunk: Run[] = [];
	for (const [index, run] of runs.entries()) {
		if (!run.isSame) {
			hunk.push(run);
			continue;
		}
		const count = run.new.to - run.new.from;
		const [isFirst, isLast] = [index === 0, index === runs.length - 1];
		if (!isFirst && !isLast && count <= 2 * CONTEXT) {
			hunk.push(run);
			continue;
		}
		if (!isFirst) {
			hunk.push(cut(run, 0, Math.min(CONTEXT, count)));
			hunks.push(hunk);
			hunk = [];
		}
		if (!isLast) hunk.push(cut(run, Math.max(0, count - CONTEXT), count));
	}
	if (hunk.some((run) => !run.isSame)) hunks.push(hunk);
	return hunks;
}

function cut(run: Run, from: number, to: number): Run {
	const part = (range: Run['old']): Run['old'] => ({ from: range.from + from, to: range.from + to });
	return { isSame: true, old: part(run.old), new: part(run.new) };
}

/** Hunk header's `start,count`; an empty range starts at the line above. */
function placeOf({ from, to }: Run['old']): string {
	return `${to === from ? from : from + 1},${to - from}`;
}
