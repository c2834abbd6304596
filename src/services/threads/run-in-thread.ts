/** First message of a script that is ready to work; its patience begins anew. */
export const READY = 'ready';

export type ThreadLimits = {
	/** Milliseconds for the work. */
	readonly patience: number;
	/** Milliseconds until the script says {@link READY}, where it does. */
	readonly startPatience?: number;
	/** Megabytes of JavaScript's heap. */
	readonly memory: number;
};

/**
 * Runs a bundled script in a thread of its own with `workerData`, and resolves to the one thing that it posts; to null
 * when it fails, to undefined when it takes too long. Never rejects.
 */
export async function runInThread(script: string, workerData: unknown, limits: ThreadLimits): Promise<unknown> {
	// Nobody waits for it at the start.
	const { Worker } = await import('node:worker_threads');
	let worker: InstanceType<typeof Worker>;
	try {
		worker = new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: limits.memory }, workerData });
	} catch {
		return null;
	}
	return new Promise((resolve) => {
		// A running thread does not delay the exit.
		worker.unref();
		const settle = (result: unknown): void => {
			clearTimeout(timer);
			resolve(result);
			void worker.terminate();
		};
		const wait = (patience: number) => setTimeout(() => settle(undefined), patience).unref();
		let timer = wait(limits.startPatience ?? limits.patience);
		worker.on('message', (message: unknown) => {
			if (message !== READY) return settle(message);
			clearTimeout(timer);
			timer = wait(limits.patience);
		});
		worker.once('error', () => settle(null));
		worker.once('exit', () => settle(null));
	});
}
