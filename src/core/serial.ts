/** Runs tasks one after the other, in order. A task that throws rejects its own promise alone. */
export class Serial {
	#last: Promise<unknown> = Promise.resolve();

	run<T>(task: () => T | Promise<T>): Promise<T> {
		const next = this.#last.then(task);
		this.#last = next.catch(() => {
			// The caller of `run` gets the rejection.
		});
		return next;
	}

	/** Settles when every task so far is over, however it went. */
	async settled(): Promise<void> {
		await this.#last;
	}
}
