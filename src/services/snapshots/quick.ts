/** Milliseconds for one small file, from which on a disk is one that must not be waited for. */
const SLOW = 40;
/** A single one may have been our own pause. */
const MOST_SLOW = 2;

/** Files up to this size are read and written at once: the way through the thread pool costs more than they do. */
export const SMALL_BYTES = 64 * 1024;

/**
 * Whether small work may be done at once, as far as the disk has shown until now. Begins by trusting the disk; the
 * caller lets others go on between two tasks.
 */
export class Quick {
	#slow = 0;

	isQuick(): boolean {
		return this.#slow <= MOST_SLOW;
	}

	/** Does it, and notices how long it took. */
	run<T>(task: () => T): T {
		const start = performance.now();
		try {
			return task();
		} finally {
			this.#slow += performance.now() - start > SLOW ? 1 : 0;
		}
	}
}
