/** Milliseconds for which background work may hold the event loop: the longest delay of a key. */
const SLICE = 4;

/** Yields in long loops: await it every few rounds; it is a promise only when the slice is used up. */
export function createPace(): () => Promise<void> | undefined {
	let since = performance.now();
	return () => {
		if (performance.now() - since < SLICE) return undefined;
		return new Promise((resolve) => {
			setImmediate(() => {
				since = performance.now();
				resolve();
			});
		});
	};
}

/** Runs a task for every item, at most `width` at a time, until `signal` aborts, or a task throws. */
export async function forEachBounded<T>(
	items: Iterable<T>,
	{ width, signal }: { readonly width: number; readonly signal?: AbortSignal },
	task: (item: T) => Promise<void>,
): Promise<void> {
	const rest = items[Symbol.iterator]();
	const worker = async (): Promise<void> => {
		for (let next = rest.next(); next.done !== true && signal?.aborted !== true; next = rest.next())
			await task(next.value);
	};
	await Promise.all(Array.from({ length: width }, worker));
}

/** Milliseconds for one small file; a slower disk counts as slow. */
const SLOW = 40;
/** A single slow access may have been our own pause. */
const MOST_SLOW = 2;

/** Files up to this size are read and written synchronously: the thread pool costs more. */
export const SMALL_BYTES = 64 * 1024;

/** Whether small files may be read synchronously, judged by the disk's speed so far; fast at first. */
export class Quick {
	#slow = 0;

	isQuick(): boolean {
		return this.#slow <= MOST_SLOW;
	}

	run<T>(task: () => T): T {
		const start = performance.now();
		try {
			return task();
		} finally {
			this.#slow += performance.now() - start > SLOW ? 1 : 0;
		}
	}
}
