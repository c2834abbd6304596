/** Work that is done one at a time, in order. */
export type Jobs = {
	/** Settles when this job is done; never rejects: `onError` hears of what went wrong. */
	add(job: () => Promise<void>): Promise<void>;
	settled(): Promise<void>;
	isIdle(): boolean;
};

/** Makes an empty line of jobs; `onIdle` is called whenever nothing waits any more. */
export function createJobs(onError: (error: unknown) => void, onIdle: () => void): Jobs {
	let last: Promise<void> = Promise.resolve();
	let waiting = 0;
	return {
		add(job) {
			waiting += 1;
			last = last
				.then(job)
				.catch(onError)
				.finally(() => {
					waiting -= 1;
					if (waiting === 0) onIdle();
				});
			return last;
		},
		settled: () => last,
		isIdle: () => waiting === 0,
	};
}
