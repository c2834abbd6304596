/** Rows `top` to `bottom` (both included) move up by `by` rows; down where it is negative. */
export type Scroll = { readonly top: number; readonly bottom: number; readonly by: number };

/** Bytes of a scroll itself: set region, scroll, reset region. */
const COST = 24;

/** Finds the scroll that saves most bytes between two screens; null where none saves any. */
export function findScroll(before: readonly (string | null)[], after: readonly string[]): Scroll | null {
	if (before.length !== after.length) return null;
	const top = after.findIndex((row, index) => row !== before[index]);
	const bottom = after.findLastIndex((row, index) => row !== before[index]);
	let best: Scroll | null = null;
	let most = COST;
	const costs = after.map((row, index) => (row === before[index] ? 0 : row.length));
	for (let by = top - bottom; by <= bottom - top; by += 1) {
		if (by === 0) continue;
		let saved = 0;
		for (let row = top; row <= bottom; row += 1) {
			const from = row + by;
			const comes = from < top || from > bottom ? '' : before[from];
			saved += (costs[row] ?? 0) - (after[row] === comes ? 0 : (after[row]?.length ?? 0));
		}
		if (saved > most) {
			most = saved;
			best = { top, bottom, by };
		}
	}
	return best;
}

export function scrolled(rows: readonly (string | null)[], { top, bottom, by }: Scroll): readonly (string | null)[] {
	return rows.map((row, index) => {
		if (index < top || index > bottom) return row;
		const from = index + by;
		return from < top || from > bottom ? '' : (rows[from] ?? null);
	});
}

export function scrollSequence({ top, bottom, by }: Scroll): string {
	return `\x1b[${top + 1};${bottom + 1}r\x1b[${Math.abs(by)}${by > 0 ? 'S' : 'T'}\x1b[r`;
}
