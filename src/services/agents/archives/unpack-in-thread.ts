import { readdir, rm } from 'node:fs/promises';
import { messageOf, type Result } from '../../../core/failure.js';
import { ARCHIVES, archiveFailure } from './archives-messages.js';
import { emptyFolder, temporaryTar, type Unpacked, type UnpackProgress, type UnpackRequest } from './unpack.js';

type Message =
	| { readonly type: 'progress'; readonly progress: UnpackProgress }
	| { readonly type: 'done'; readonly result: Result<Unpacked> };

type UnpackOptions = {
	readonly signal: AbortSignal;
	/** Called at most ten times a second. */
	readonly onProgress?: (progress: UnpackProgress) => void;
	/** Milliseconds without progress after which the thread is ended. */
	readonly patience?: number;
};

type Unpacker = (request: UnpackRequest, options: UnpackOptions) => Promise<Result<Unpacked>>;

/** A minute: one block of bzip2 takes less than a second. */
const PATIENCE = 60_000;
/** Megabytes of JavaScript's heap; buffers come on top. */
const MOST_MEMORY = 256;

/**
 * Makes the function that unpacks an agent's archive on a thread of its own; `script` is the bundled
 * `unpack-worker.ts`. The program stays responsive, a decoder that never ends is stopped, and memory is bounded. Fails
 * as `unpack` in `unpack.ts` does, and with `cancelled`, `timed-out`. After a failure the folder is empty, unless it
 * was not at the beginning.
 */
export function createUnpacker(script: string): Unpacker {
	return async (request, options) => {
		if (options.signal.aborted) return ARCHIVES.cancelled();
		try {
			if ((await readdir(request.folder)).length > 0) return ARCHIVES.notEmpty(request.folder);
			const result = await runThread(script, request, options);
			if (result.ok) return result;
			await rm(temporaryTar(request.archive), { force: true });
			await emptyFolder(request.folder);
			return result;
		} catch (error) {
			return archiveFailure(error);
		}
	};
}

async function runThread(
	script: string,
	request: UnpackRequest,
	{ signal, onProgress, patience = PATIENCE }: UnpackOptions,
): Promise<Result<Unpacked>> {
	// Nobody waits for it at the start.
	const { Worker } = await import('node:worker_threads');
	const worker = new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY }, workerData: request });
	const result = await new Promise<Result<Unpacked>>((resolve) => {
		const timer = setTimeout(() => resolve(ARCHIVES.stalled(patience / 1000)), patience);
		worker.on('message', (message: Message) => {
			if (message.type === 'done') {
				clearTimeout(timer);
				resolve(message.result);
				return;
			}
			timer.refresh();
			onProgress?.(message.progress);
		});
		worker.once('error', (error) => resolve(ARCHIVES.threadEnded(messageOf(error))));
		worker.once('exit', (code) => {
			clearTimeout(timer);
			resolve(ARCHIVES.threadEnded(`exit code ${code}`));
		});
		signal.addEventListener('abort', () => resolve(ARCHIVES.cancelled()), { once: true });
	});
	// Nothing is written any more once it has ended.
	await worker.terminate();
	return result;
}
