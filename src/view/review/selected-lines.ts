import type { LineChoice } from '../code/line-choice.js';
import { isSplitIn } from './diff-actions.js';
import type { Reviewed } from './review-state.js';

/** Changed lines from the beginning of the selection to the cursor, and how many; null where nothing is selected. */
export type SelectedLines = LineChoice & { readonly count: number };

export function selectedLines({ diff, place, row, line, own, context, rows }: Reviewed): SelectedLines | null {
	const { mark } = place;
	if (diff === null || !place.isInText || mark === null || mark.row !== row.id) return null;
	const parts = diff.parts(diff.isTwoSided && isSplitIn(own, context, rows));
	const [one, other] = [parts.placeOf(mark.part), line === null ? parts.first : parts.placeOf(line)];
	const [old, fresh] = [new Set<number>(), new Set<number>()];
	for (let at = Math.min(one, other); at <= Math.max(one, other); at += 1) {
		const part = parts.partAt(at);
		if (part.kind !== 'line') continue;
		for (const { row: each } of [part.old, part.new].filter((side) => side !== null)) {
			if (each.kind === 'removed') old.add(each.oldNumber - 1);
			if (each.kind === 'added') fresh.add(each.newNumber - 1);
		}
	}
	return { old, fresh, count: old.size + fresh.size };
}
