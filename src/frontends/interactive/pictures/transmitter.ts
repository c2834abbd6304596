import type { ClockPort } from '../../../core/ports.js';
import { BREAK_OFF, CHUNK_BYTES, transmitChunk } from './commands.js';

/** Brings pictures to the terminal, one at a time, in slices between which keys and frames have their turn. */
export type Transmitter = {
	/** Begins with a PNG; calls back when the terminal has all of it, never at once. */
	send(id: number, png: Uint8Array, done: () => void): void;
	/** Ends what is under way; its callback is not called. */
	breakOff(): void;
};

/** Chunks in a slice: writing to a terminal holds everything up until it has read. */
const FIRST_SLICE = 8;
const LARGEST_SLICE = 32;
/** A slice that took longer than this (ms) is halved next time; one that took less than a quarter is doubled. */
const LONG = 8;

/** Makes a transmitter that writes by `write`. */
export function createTransmitter(clock: ClockPort, write: (data: string) => void): Transmitter {
	let cancel: (() => void) | null = null;
	let hasBegun = false;
	let slice = FIRST_SLICE;

	function step(id: number, png: Uint8Array, from: number, done: () => void): void {
		const end = Math.min(png.length, from + slice * CHUNK_BYTES);
		let text = '';
		for (let at = from; at < end; at += CHUNK_BYTES) text += transmitChunk(id, png, at);
		const startedAt = clock.now();
		write(text);
		const took = clock.now() - startedAt;
		if (took > LONG) slice = Math.max(1, slice >> 1);
		else if (took < LONG / 4) slice = Math.min(LARGEST_SLICE, slice * 2);
		hasBegun = end < png.length;
		const next = hasBegun ? () => step(id, png, end, done) : done;
		cancel = clock.after(1, () => {
			cancel = null;
			next();
		});
	}

	return {
		send(id, png, done) {
			cancel = clock.after(1, () => step(id, png, 0, done));
		},
		breakOff() {
			cancel?.();
			cancel = null;
			if (hasBegun) write(BREAK_OFF);
			hasBegun = false;
		},
	};
}
