/** The value below which the share (0 to 1) of the numbers lies; NaN without numbers. */
function percentile(numbers, share) {
	const sorted = [...numbers].sort((a, b) => a - b);
	return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** The middle one. */
export function median(numbers) {
	return percentile(numbers, 0.5);
}

/** Half and nearly all of the times, in ms. */
export function summary(numbers) {
	return { count: numbers.length, p50: percentile(numbers, 0.5), p99: percentile(numbers, 0.99) };
}

/**
 * What something costs beside the same without it, from runs of both in turn (ms): the middle of the differences of
 * each pair with its quarters, and the ratio of the medians.
 */
export function compared(without, having) {
	const differences = having.map((value, index) => value - without[index]);
	const [withoutMs, withMs] = [without, having].map(median);
	return {
		withoutMs,
		withMs,
		moreMs: median(differences),
		quarters: [percentile(differences, 0.25), percentile(differences, 0.75)],
		most: Math.max(...differences),
		ratio: withMs / withoutMs,
	};
}
