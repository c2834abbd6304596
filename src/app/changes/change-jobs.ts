import { Serial } from '../../core/serial.js';

/** `onIdle` is called whenever no job is left. */
export function createJobs(onError: (error: unknown) => void, onIdle: () => void) {
	const serial = new Serial();
	let waiting = 0;
	return {
		/** Settles when the job is done; never rejects: failures go to `onError`. */
		add(job: () => Promise<void>): Promise<void> {
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
		settled: (): Promise<void> => serial.settled(),
		isIdle: (): boolean => waiting === 0,
	};
}

export type Jobs = ReturnType<typeof createJobs>;
