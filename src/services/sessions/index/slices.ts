/** How long work may keep a screen and its keys waiting, in ms. */
const SLICE = 8;

/** Does work item by item, with pauses in which everything else goes on. Ends early when the signal aborts. */
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
