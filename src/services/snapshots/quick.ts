/** Milliseconds for one small file; a slower disk counts as slow. */
const SLOW = 40;
/** One slow access may have been our own pause. */
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
