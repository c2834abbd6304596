import { Serial } from '../../core/serial.js';

/** Work that is done one at a time, in order. */
export type Jobs = {
	/** Settles when this job is done; never rejects: `onError` hears of what went wrong. */
	add(job: () => Promise<void>): Promise<void>;
	settled(): Promise<void>;
	isIdle(): boolean;
};

/** Makes an empty line of jobs; `onIdle` is called whenever nothing waits any more. */
export function createJobs(onError: (error: unknown) => void, onIdle: () => void): Jobs {
	const serial = new Serial();
	let waiting = 0;
	return {
		add(job) {
			waiting += 1;
			return serial.run(async () => {
				try {
					await job();
				} catch (error) {
					onError(error);
				} finally {
					waiting -= 1;
					if (waiting === 0) onIdle();
				}
			});
		},
		settled: () => serial.settled(),
		isIdle: () => waiting === 0,
	};
}
