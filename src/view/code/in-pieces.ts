/** Work that can rest between its pieces. */
export type InPieces<T> = Generator<void, T>;

/** The result at once. */
export function finished<T>(work: InPieces<T>): T {
	for (;;) {
		const step = work.next();
		if (step.done === true) return step.value;
	}
}
