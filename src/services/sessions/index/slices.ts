const SLICE = 8;

/** Processes items in slices, yielding to the event loop between them. Stops when the signal aborts. */
export async function inSlices<T>(
	items: Iterable<T>,
	work: (item: T) => void,
	{ signal, onPause }: { readonly signal?: AbortSignal | undefined; readonly onPause?: () => void } = {},
): Promise<void> {
	let until = performance.now() + SLICE;
	for (const item of items) {
		work(item);
		if (performance.now() < until) continue;
		onPause?.();
		await new Promise((resolve) => setImmediate(resolve));
		if (signal?.aborted === true) return;
		until = performance.now() + SLICE;
	}
}
