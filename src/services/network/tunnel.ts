import type { Socket } from 'node:net';

/** Milliseconds without a byte in either direction, after which a tunnel counts as abandoned. */
const IDLE = 60 * 60_000;

export function tunnel(one: Socket, other: Socket, idle = IDLE): void {
	for (const [from, to] of [
		[one, other],
		[other, one],
	] as const) {
		from.setNoDelay(true);
		from.setKeepAlive(true, 30_000);
		from.setTimeout(idle, () => from.destroy());
		from.on('error', () => from.destroy());
		from.pipe(to);
		// After an orderly end, data that was read is still passed on; the other direction is closed.
		from.once('close', () => (from.errored === null && from.readableEnded ? to.destroySoon() : to.destroy()));
	}
}
