import type { DecodeRequest } from './decode.js';

/** Milliseconds for one picture. */
const PATIENCE = 15_000;

/**
 * Decodes each picture in a thread of its own: `script` is the bundled `worker.ts`. Resolves to a PNG, or to null for
 * what cannot be decoded in time.
 */
export function createPictureDecoder(script: string): (request: DecodeRequest) => Promise<Uint8Array | null> {
	return async (request) => {
		// Nobody waits for it at the start.
		const { Worker } = await import('node:worker_threads');
		return new Promise((resolve) => {
			const worker = new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: 512 }, workerData: request });
			// A picture keeps nobody from leaving.
			worker.unref();
			const settle = (png: Uint8Array | null): void => {
				clearTimeout(timer);
				resolve(png);
				void worker.terminate();
			};
			const timer = setTimeout(() => settle(null), PATIENCE).unref();
			worker.once('message', (png: unknown) => settle(png instanceof Uint8Array ? png : null));
			worker.once('error', () => settle(null));
			worker.once('exit', () => settle(null));
		});
	};
}
