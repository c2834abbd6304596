import { Serial } from '../../core/serial.js';

export type Jobs = {
	/** Settles when the job is done; never rejects: failures go to `onError`. */
	add(job: () => Promise<void>): Promise<void>;
	settled(): Promise<void>;
	isIdle(): boolean;
};

/** `onIdle` is called whenever no job is left. */
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
