import type { Socket } from 'node:net';
import type { WayOut } from './target.js';

/** Milliseconds without a byte in either direction, after which a tunnel counts as abandoned. */
const IDLE = 60 * 60_000;

export function tunnel(one: Socket, { socket: other, reads }: Extract<WayOut, { type: 'open' }>, idle = IDLE): void {
	for (const [from, to] of [
		[one, other],
		[other, one],
	] as const) {
		from.setNoDelay(true);
		from.setKeepAlive(true, 30_000);
		from.setTimeout(idle, () => from.destroy());
		from.on('error', () => from.destroy());
		if (from === other && reads !== undefined) {
			from.once('end', () => to.end());
			reads.handOn(from, to);
		} else from.pipe(to);
		// What was read before an orderly end is still handed on; nothing more can come of the other direction.
		from.once('close', () => (from.errored === null && from.readableEnded ? to.destroySoon() : to.destroy()));
	}
}
