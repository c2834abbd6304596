/** Binary search: the first index for which `holds`, which then holds for all later ones; `count` if for none. */
export function firstWhere(count: number, holds: (at: number) => boolean): number {
	let [low, high] = [0, count];
	while (low < high) {
		const middle = (low + high) >> 1;
		if (holds(middle)) high = middle;
		else low = middle + 1;
	}
	return low;
}
