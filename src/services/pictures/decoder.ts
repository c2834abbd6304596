import { runInThread } from '../threads/run-in-thread.js';
import type { DecodeRequest } from './decode.js';
import type { Pixels } from './gif.js';

const LIMITS = { patience: 15_000, memory: 512 };

/** Decodes each picture in a thread of its own (`script`: the bundled `picture-worker.ts`), to a PNG or, too late, null. */
export function createPictureDecoder(script: string): (request: DecodeRequest) => Promise<Uint8Array | null> {
	return async (request) => {
		const png = await runInThread(script, request, LIMITS);
		return png instanceof Uint8Array ? png : null;
	};
}

/** Like {@link createPictureDecoder}, to pixels. */
export function createPixelDecoder(script: string): (request: DecodeRequest) => Promise<Pixels | null> {
	return async (request) => {
		const found = await runInThread(script, { ...request, isRaw: true }, LIMITS);
		return isPixels(found) ? found : null;
	};
}

function isPixels(found: unknown): found is Pixels {
	return typeof found === 'object' && found !== null && 'data' in found && found.data instanceof Uint8Array;
}
