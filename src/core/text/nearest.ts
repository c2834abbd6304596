/** Candidate that `word` was probably meant to be: at most a third of its letters, and two, differ. Null: none. */
export function nearest(word: string, candidates: Iterable<string>): string | null {
	let best: string | null = null;
	let bestDistance = Math.min(2, Math.floor(word.length / 3)) + 1;
	for (const candidate of candidates) {
		// Among equally near names, one of the same length wins: swapped or mistyped letters are likelier than missing
		// ones.
		const otherLength = candidate.length === word.length ? 0 : 0.5;
		const distance = editDistance(word.toLowerCase(), candidate.toLowerCase()) + otherLength;
		if (distance < bestDistance) {
			best = candidate;
			bestDistance = distance;
		}
	}
	return best;
}

// Optimal string alignment: a swap of neighbours counts as one mistake.
function editDistance(a: string, b: string): number {
	if (Math.abs(a.length - b.length) > 2) return 3;
	let before: number[] = [];
	let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
	for (let row = 1; row <= a.length; row += 1) {
		const current = [row];
		for (let column = 1; column <= b.length; column += 1) {
			const isSame = a[row - 1] === b[column - 1];
			let cost = Math.min(
				at(previous, column) + 1,
				at(current, column - 1) + 1,
				at(previous, column - 1) + (isSame ? 0 : 1),
			);
			const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
			if (isSwap) cost = Math.min(cost, at(before, column - 2) + 1);
			current.push(cost);
		}
		before = previous;
		previous = current;
	}
	return at(previous, b.length);
}

function at(row: readonly number[], index: number): number {
	return row[index] ?? Number.POSITIVE_INFINITY;
}
