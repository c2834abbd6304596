import type { ClockPort } from '../../../core/ports.js';
import { BREAK_OFF, CHUNK_BYTES, transmitChunk } from './kitty-commands.js';

/** Chunks per slice: writing to a terminal blocks until it has read. */
const SLICE = 8;
/** Milliseconds between slices: 8 MB/s locally, 0.5 MB/s by a network, where all of it delays the next key's echo. */
const PAUSE = 4;
const REMOTE_PAUSE = 64;
/** Milliseconds; a slower slice is halved next time. */
const LONG = 8;

/** Transmits one picture at a time, in slices between keys and frames. `isRemote`: through a network. */
export function createTransmitter(clock: ClockPort, write: (data: string) => void, isRemote: boolean) {
	const pause = isRemote ? REMOTE_PAUSE : PAUSE;
	let cancel: (() => void) | null = null;
	let hasBegun = false;
	let slice = SLICE;

	function step(id: number, png: Uint8Array, from: number, done: () => void): void {
		const end = Math.min(png.length, from + slice * CHUNK_BYTES);
		let text = '';
		for (let at = from; at < end; at += CHUNK_BYTES) text += transmitChunk(id, png, at);
		const startedAt = clock.now();
		write(text);
		const took = clock.now() - startedAt;
		if (took > LONG) slice = Math.max(1, slice >> 1);
		else slice = Math.min(SLICE, slice * 2);
		hasBegun = end < png.length;
		const next = hasBegun ? () => step(id, png, end, done) : done;
		cancel = clock.after(pause, () => {
			cancel = null;
			next();
		});
	}

	return {
		/** Calls `done` when the terminal has the whole PNG, never synchronously. */
		send(id: number, png: Uint8Array, done: () => void): void {
			cancel = clock.after(1, () => step(id, png, 0, done));
		},
		/** Aborts without calling `done`. */
		breakOff(): void {
			cancel?.();
			cancel = null;
			if (hasBegun) write(BREAK_OFF);
			hasBegun = false;
		},
	};
}

export type Transmitter = ReturnType<typeof createTransmitter>;
