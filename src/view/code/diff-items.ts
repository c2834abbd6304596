import { lineEndingsChanged, NEWLINE_ADDED, NEWLINE_REMOVED } from './diff-messages.js';
import { type DiffRow, type LineChanges, rowsOfRun } from './line-changes.js';
import type { Run } from './runs.js';

export type DiffItem =
	| { readonly kind: 'row'; readonly row: DiffRow; readonly partner?: DiffRow }
	| { readonly kind: 'fold'; readonly count: number }
	| { readonly kind: 'note'; readonly text: string };

export type DiffItems = {
	readonly items: readonly DiffItem[];
	readonly rest: { readonly unified: number; readonly split: number };
	readonly areTwoSided: boolean;
};

/** Enough rows and notes for `most` lines in either layout. Costs what it returns, not the length of the texts. */
export function diffItems(changes: LineChanges, context: number, most = Number.POSITIVE_INFINITY): DiffItems {
	const items: DiffItem[] = [];
	const rest = { unified: 0, split: 0 };
	if (changes.lineEndings) items.push({ kind: 'note', text: lineEndingsChanged(changes.lineEndings) });
	/** Lines of the items side by side, the layout with fewer lines. */
	let lines = items.length;
	for (const [index, run] of changes.runs.entries()) {
		const size = sizeOf(run);
		if (lines >= most) {
			rest.unified += size.unified;
			rest.split += size.split;
		} else if (run.isSame) {
			const isFirst = index === 0;
			const isLast = index === changes.runs.length - 1;
			lines += pushSame(items, changes, run, isFirst ? 0 : context, isLast ? 0 : context);
		} else {
			for (const item of changedItems(changes, run, most)) items.push(item);
			lines += Math.min(most, size.split);
			rest.split += Math.max(0, size.split - most);
			rest.unified += size.unified - sizeOf(cut(run, most)).unified;
		}
	}
	const notes: DiffItem[] = [];
	if (changes.noFinalNewline === 'new') notes.push({ kind: 'note', text: NEWLINE_REMOVED });
	if (changes.noFinalNewline === 'old') notes.push({ kind: 'note', text: NEWLINE_ADDED });
	const hasSame = changes.runs.length > 1 && changes.runs.some((run) => run.isSame);
	const areTwoSided = hasSame || (changes.removed > 0 && changes.added > 0);
	if (rest.unified === 0) return { items: [...items, ...notes], rest, areTwoSided };
	const count = notes.length;
	return { items, rest: { unified: rest.unified + count, split: rest.split + count }, areTwoSided };
}

function sizeOf({ isSame, old, new: fresh }: Run): { readonly unified: number; readonly split: number } {
	const [removed, added] = [old.to - old.from, fresh.to - fresh.from];
	return { unified: isSame ? added : removed + added, split: Math.max(removed, added) };
}

function cut(run: Run, most: number): Run {
	const first = ({ from, to }: Run['old']): Run['old'] => ({ from, to: Math.min(to, from + most) });
	return { isSame: run.isSame, old: first(run.old), new: first(run.new) };
}

function pushSame(items: DiffItem[], changes: LineChanges, run: Run, above: number, below: number): number {
	const count = run.new.to - run.new.from;
	const folded = count - above - below;
	const push = (from: number, to: number): void => {
		const part = {
			isSame: true,
			old: { from: run.old.from + from, to: run.old.from + to },
			new: { from: run.new.from + from, to: run.new.from + to },
		};
		for (const row of rowsOfRun(changes, part)) items.push({ kind: 'row', row });
	};
	// A fold of one line takes as much room as the line.
	if (folded <= 1) {
		push(0, count);
		return count;
	}
	push(0, above);
	items.push({ kind: 'fold', count: folded });
	push(count - below, count);
	return above + 1 + below;
}

function changedItems(changes: LineChanges, run: Run, most: number): DiffItem[] {
	const rows = rowsOfRun(changes, run, most);
	const removed = rows.filter((row) => row.kind === 'removed');
	const added = rows.filter((row) => row.kind === 'added');
	const items = (own: readonly DiffRow[], others: readonly DiffRow[]): DiffItem[] =>
		own.map((row, index) => {
			const partner = others[index];
			return partner === undefined ? { kind: 'row', row } : { kind: 'row', row, partner };
		});
	return [...items(removed, added), ...items(added, removed)];
}
