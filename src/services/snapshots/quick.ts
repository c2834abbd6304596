/** Milliseconds for one small file; a slower disk counts as slow. */
const SLOW = 40;
/** One slow access may have been our own pause. */
const MOST_SLOW = 2;

/** Files up to this size are read and written synchronously: the thread pool costs more. */
export const SMALL_BYTES = 64 * 1024;

/**
 * Whether small files may be accessed synchronously, judged by the disk's speed so far. Assumes a fast disk at first;
 * the caller yields between two tasks.
 */
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
