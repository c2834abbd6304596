import { defined } from '../../core/defined.js';
import type { DiffPair } from './diff-halves.js';
import { lineEndingsChanged, NEWLINE_ADDED, NEWLINE_REMOVED } from './diff-messages.js';
import { type DiffRow, type LineChanges, rowsOfRun } from './line-changes.js';
import type { Run } from './runs.js';

export type DiffItem =
	| { readonly kind: 'row'; readonly row: DiffRow; readonly partner?: DiffRow }
	| { readonly kind: 'fold'; readonly count: number }
	| { readonly kind: 'note'; readonly text: string };

/** `rest` counts the lines behind the items. */
export type DiffItems = { readonly items: readonly (DiffItem | DiffPair)[]; readonly rest: number };

type ItemsOptions = { readonly context: number; readonly isSplit: boolean; readonly most?: number };

export function areTwoSided({ runs, removed, added }: LineChanges): boolean {
	return (runs.length > 1 && runs.some((run) => run.isSame)) || (removed > 0 && added > 0);
}

/** Enough rows and notes for `most` lines. Costs what it returns, not the length of the texts. */
export function diffItems(changes: LineChanges, options: ItemsOptions): DiffItems {
	const { context, isSplit, most = Number.POSITIVE_INFINITY } = options;
	const items: (DiffItem | DiffPair)[] = [];
	let rest = 0;
	if (changes.lineEndings) items.push({ kind: 'note', text: lineEndingsChanged(changes.lineEndings) });
	for (const [index, run] of changes.runs.entries()) {
		const size = sizeOf(run, isSplit);
		const before = items.length;
		if (before >= most) {
			rest += size;
		} else if (run.isSame) {
			const isLast = index === changes.runs.length - 1;
			for (const item of sameItems(changes, run, index === 0 ? 0 : context, isLast ? 0 : context))
				items.push(item.kind === 'row' && isSplit ? { old: item, new: item } : item);
		} else {
			for (const item of changedItems(changes, run, isSplit, most)) items.push(item);
			rest += size - (items.length - before);
		}
	}
	const notes: DiffItem[] = [];
	if (changes.noFinalNewline === 'new') notes.push({ kind: 'note', text: NEWLINE_REMOVED });
	if (changes.noFinalNewline === 'old') notes.push({ kind: 'note', text: NEWLINE_ADDED });
	return rest === 0 ? { items: [...items, ...notes], rest } : { items, rest: rest + notes.length };
}

function sizeOf({ isSame, old, new: fresh }: Run, isSplit: boolean): number {
	const [removed, added] = [old.to - old.from, fresh.to - fresh.from];
	return isSplit || isSame ? Math.max(removed, added) : removed + added;
}

function sameItems(changes: LineChanges, run: Run, above: number, below: number): readonly RowOrFold[] {
	const count = run.new.to - run.new.from;
	const folded = count - above - below;
	const rows = (from: number, to: number): RowOrFold[] => {
		const part = {
			isSame: true,
			old: { from: run.old.from + from, to: run.old.from + to },
			new: { from: run.new.from + from, to: run.new.from + to },
		};
		return rowsOfRun(changes, part).map((row) => ({ kind: 'row', row }));
	};
	// A fold of one line takes as much room as the line.
	if (folded <= 1) return rows(0, count);
	return [...rows(0, above), { kind: 'fold', count: folded }, ...rows(count - below, count)];
}

type RowOrFold = Exclude<DiffItem, { readonly kind: 'note' }>;

function changedItems(
	changes: LineChanges,
	run: Run,
	isSplit: boolean,
	most: number,
): readonly (DiffItem | DiffPair)[] {
	const rows = rowsOfRun(changes, run, most);
	const removed = rows.filter((row) => row.kind === 'removed');
	const added = rows.filter((row) => row.kind === 'added');
	const items = (own: readonly DiffRow[], others: readonly DiffRow[]) =>
		own.map((row, index) => ({ kind: 'row' as const, row, ...defined({ partner: others[index] }) }));
	const [old, fresh] = [items(removed, added), items(added, removed)];
	if (!isSplit) return [...old, ...fresh];
	const length = Math.max(old.length, fresh.length);
	return Array.from({ length }, (_, at) => ({ old: old[at] ?? null, new: fresh[at] ?? null }));
}
