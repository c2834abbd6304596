// Milliseconds after the start at which old snapshots are cleaned away, and that the end waits for it.
const CLEAN_AFTER = 3000;
const CLEAN_PATIENCE = 500;

/**
 * Cleans up a while after the start, which has better things to do. Returns what to call at the end: a run that ends
 * before cleans then; what is not done within half a second is done the next time.
 */
export function cleanLater(cleanUp: () => Promise<unknown>): () => Promise<void> {
	let cleaning: Promise<unknown> | null = null;
	const clean = (): Promise<unknown> => {
		cleaning ??= cleanUp();
		return cleaning;
	};
	const timer = setTimeout(clean, CLEAN_AFTER).unref();
	return async () => {
		clearTimeout(timer);
		await Promise.race([clean(), new Promise((resolve) => setTimeout(resolve, CLEAN_PATIENCE).unref())]);
	};
}
