import { createServer, type Server } from 'node:net';
import type { SignInCallbacks } from '../../core/sandbox/confinement.js';
import { connectInNamespace } from './in-namespace.js';
import { tunnel } from './tunnel.js';

const MOST_CONNECTIONS = 32;
const MOST_DOORS = 8;
/** Milliseconds: the pages and codes of sign-ins expire before. */
const LONGEST = 15 * 60_000;

/**
 * Forwards a sign-in's browser, which returns to a port of this machine, to the listener on that port in a sandbox's
 * network. A port is open for `longest` milliseconds at most, even if the sign-in still runs.
 */
export function createCallbackDoors(enter: readonly string[], longest = LONGEST): SignInCallbacks {
	const doors = new Map<number, Server>();
	return {
		open(port) {
			if (doors.has(port) || doors.size >= MOST_DOORS) return;
			const door = openDoor(enter, port);
			doors.set(port, door);
			const timer = setTimeout(() => door.close(), longest).unref();
			// Where it closed by itself it can be opened once more.
			door.once('close', () => {
				clearTimeout(timer);
				if (doors.get(port) === door) doors.delete(port);
			});
		},
		close() {
			for (const door of doors.values()) door.close();
			doors.clear();
		},
	};
}

function openDoor(enter: readonly string[], port: number): Server {
	let left = MOST_CONNECTIONS;
	const server = createServer({ allowHalfOpen: true }, async (browser) => {
		browser.on('error', () => browser.destroy());
		left -= 1;
		if (left <= 0) server.close();
		const inside = await connectInNamespace(enter, { host: '127.0.0.1', port });
		if (inside === null || browser.destroyed) {
			inside?.destroy();
			browser.destroy();
		} else tunnel(browser, inside);
	});
	// Where the port is taken, the browser reaches its owner, as it would without a sandbox.
	server.on('error', () => server.close());
	return server.listen({ host: '127.0.0.1', port }).unref();
}
