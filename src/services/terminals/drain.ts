import { readSync } from 'node:fs';
import type { PtyProcess } from 'node-pty';

/** Bytes; more than a terminal driver buffers. */
const MOST_BYTES = 4 * 1024 * 1024;
const CHUNK_BYTES = 64 * 1024;

/**
 * Reads the rest before the terminal's descriptor is closed. node-pty closes it 200 ms after the command ended, read or
 * not: a busy event loop would lose the end of the output. There is no API for this, so its private socket is used; in
 * a version without it nothing changes.
 */
export function drainBeforeClose(pty: PtyProcess, onData: (data: Buffer) => void): void {
	const socket: unknown = Reflect.get(pty, '_socket');
	const descriptor: unknown = Reflect.get(pty, 'fd');
	if (process.platform === 'win32' || !hasDestroy(socket) || typeof descriptor !== 'number') return;
	const destroy = socket.destroy.bind(socket);
	let isDrained = false;
	socket.destroy = (error) => {
		if (!isDrained) {
			isDrained = true;
			readRest(descriptor, onData);
		}
		return destroy(error);
	};
}

function hasDestroy(value: unknown): value is { destroy: (error?: Error) => unknown } {
	return typeof value === 'object' && value !== null && 'destroy' in value && typeof value.destroy === 'function';
}

function readRest(descriptor: number, onData: (data: Buffer) => void): void {
	for (let total = 0; total < MOST_BYTES; ) {
		const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
		let count = 0;
		try {
			count = readSync(descriptor, chunk, 0, CHUNK_BYTES, null);
		} catch {
			// EAGAIN: nothing is left; EIO: nobody has the other side open. Both are the end.
		}
		if (count === 0) return;
		total += count;
		onData(chunk.subarray(0, count));
	}
}
