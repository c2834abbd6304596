import { parentPort, workerData } from 'node:worker_threads';
import { type UnpackProgress, type UnpackRequest, unpack } from './unpack.js';

// The entry of the thread that `createUnpacker` starts, one archive each.

/** Milliseconds between two reports. */
const PACE = 100;

// The bzip2 decoder makes its buffers as one did ten years ago; the user can do nothing about it.
process.noDeprecation = true;

let reportedAt = Number.NEGATIVE_INFINITY;
function report(progress: UnpackProgress): void {
	const now = performance.now();
	if (now - reportedAt < PACE) return;
	reportedAt = now;
	parentPort?.postMessage({ type: 'progress', progress });
}

const result = await unpack(workerData as UnpackRequest, report);
parentPort?.postMessage({ type: 'done', result });
