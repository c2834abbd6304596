import type { DiffRow, LineChanges } from './line-changes.js';

/** What a diff shows, from top to bottom. */
export type DiffItem =
	| { readonly kind: 'row'; readonly row: DiffRow; readonly partner?: DiffRow }
	| { readonly kind: 'fold'; readonly count: number }
	| { readonly kind: 'note'; readonly text: string };

/** The rows of a change with long unchanged runs folded, changed lines paired with what they replace, and notes. */
export function diffItems(changes: LineChanges, context: number): DiffItem[] {
	const { rows } = changes;
	const isShown = shownRows(rows, context);
	const partners = pairChanges(rows);
	const items: DiffItem[] = [];
	if (changes.lineEndings) items.push({ kind: 'note', text: `line endings: ${changes.lineEndings}` });
	for (let index = 0; index < rows.length; ) {
		const row = rows[index];
		if (!row) break;
		if (isShown[index]) {
			const partner = partners[index];
			items.push(partner ? { kind: 'row', row, partner } : { kind: 'row', row });
			index += 1;
			continue;
		}
		const start = index;
		while (index < rows.length && !isShown[index]) index += 1;
		items.push({ kind: 'fold', count: index - start });
	}
	if (changes.noFinalNewline === 'new') items.push({ kind: 'note', text: 'no newline at the end any more' });
	if (changes.noFinalNewline === 'old') items.push({ kind: 'note', text: 'newline added at the end' });
	return items;
}

function shownRows(rows: readonly DiffRow[], context: number): boolean[] {
	const isShown = new Array<boolean>(rows.length).fill(false);
	let shownUntil = -1;
	for (const [index, row] of rows.entries()) {
		if (row.kind === 'same') continue;
		for (
			let near = Math.max(shownUntil + 1, index - context);
			near <= Math.min(rows.length - 1, index + context);
			near++
		) {
			isShown[near] = true;
			shownUntil = near;
		}
	}
	// A fold of one line takes as much room as the line.
	for (let index = 0; index < rows.length; index++) {
		if (!isShown[index] && (isShown[index - 1] ?? true) && (isShown[index + 1] ?? true)) isShown[index] = true;
	}
	return isShown;
}

/** Within a run of removed lines followed by added ones, the first belongs to the first, and so on. */
function pairChanges(rows: readonly DiffRow[]): readonly (DiffRow | undefined)[] {
	const partners = new Array<DiffRow | undefined>(rows.length).fill(undefined);
	for (let index = 0; index < rows.length; ) {
		const removedStart = index;
		while (rows[index]?.kind === 'removed') index += 1;
		const addedStart = index;
		while (rows[index]?.kind === 'added') index += 1;
		const pairs = Math.min(addedStart - removedStart, index - addedStart);
		for (let pair = 0; pair < pairs; pair++) {
			partners[removedStart + pair] = rows[addedStart + pair];
			partners[addedStart + pair] = rows[removedStart + pair];
		}
		if (index === removedStart) index += 1;
	}
	return partners;
}
