import { renderDiff } from '../code/diff.js';
import type { FileChoice } from '../code/hunk-choice.js';
import { bounds, type Hunk } from '../code/hunks.js';
import { areEqual, type TextLines } from '../code/text-lines.js';
import type { Line } from '../line.js';

/** Unchanged lines around a hunk that is read alone. */
const AROUND = 3;
const MOST_LINES = 2000;

type Drawn = { readonly width: number; readonly own: string | null; readonly lines: readonly Line[] };
const drawn = new WeakMap<Hunk, Drawn>();

/** A hunk with its line numbers and some lines around it; `own` are lines of the user's in its place. */
export function hunkLines(
	{ path, oldText, file: { old, fresh } }: FileChoice,
	hunk: Hunk,
	width: number,
	own: string | null,
): readonly Line[] {
	const known = drawn.get(hunk);
	if (known?.width === width && known.own === own) return known.lines;
	const { start, end } = bounds(hunk);
	// A part of a split hunk may have a changed line as its neighbour.
	const sameLines = (at: (index: number) => readonly [number, number]): number => {
		let count = 0;
		const isSame = ([one, other]: readonly [number, number]): boolean =>
			one >= 0 && one < old.starts.length && other >= 0 && areEqual(old, one, fresh, other);
		while (count < AROUND && isSame(at(count))) count += 1;
		return count;
	};
	const above = sameLines((index) => [start.old - 1 - index, start.fresh - 1 - index]);
	const below = sameLines((index) => [end.old + index, end.fresh + index]);
	const change = {
		path,
		oldText: oldText === null ? null : textOf(old, start.old - above, end.old + below),
		newText:
			own === null
				? textOf(fresh, start.fresh - above, end.fresh + below)
				: `${textOf(fresh, start.fresh - above, start.fresh)}${own}${textOf(fresh, end.fresh, end.fresh + below)}`,
		lines: { old: start.old - above + 1, new: start.fresh - above + 1 },
	};
	const { lines } = renderDiff(change, { width, maxLines: MOST_LINES, context: AROUND, isText: true });
	drawn.set(hunk, { width, own, lines });
	return lines;
}

function textOf({ text, starts, ends }: TextLines, from: number, to: number): string {
	return to <= from ? '' : text.slice(starts[from] ?? 0, ends[to - 1] ?? 0);
}
