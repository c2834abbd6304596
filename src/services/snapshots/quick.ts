/** Milliseconds for one small file, from which on a disk is one that must not be waited for. */
const SLOW = 40;
/** A single one may have been our own pause. */
const MOST_SLOW = 2;

/** Files up to this size are read and written at once: the way through the thread pool costs more than they do. */
export const SMALL_BYTES = 64 * 1024;

/** Whether small work may be done at once, as far as the disk has shown until now. */
export type Quick = {
	isQuick(): boolean;
	/** Does it, and notices how long it took. */
	run<T>(task: () => T): T;
};

/** Begins by trusting the disk; the caller lets others go on between two tasks. */
export function createQuick(): Quick {
	let slow = 0;
	return {
		isQuick: () => slow <= MOST_SLOW,
		run(task) {
			const start = performance.now();
			try {
				return task();
			} finally {
				slow += performance.now() - start > SLOW ? 1 : 0;
			}
		},
	};
}
