import { createServer } from 'node:net';
import { connectInNamespace } from './in-namespace.js';
import { tunnel } from './tunnel.js';

/** A page that a browser comes back to loads little else. */
const MOST_CONNECTIONS = 32;
/** Milliseconds: a sign-in takes no longer. */
const OPEN_FOR = 15 * 60_000;

/**
 * Leads the browser of a sign-in, which comes back to a port of this machine, to who waits for it at that port in the
 * network of a sandbox. Returns what closes it; it closes by itself after a while.
 */
export function openCallbackDoor(enter: readonly string[], port: number): () => void {
	let left = MOST_CONNECTIONS;
	const server = createServer({ allowHalfOpen: true }, async (browser) => {
		browser.on('error', () => browser.destroy());
		left -= 1;
		if (left <= 0) close();
		const inside = await connectInNamespace(enter, { host: '127.0.0.1', port });
		if (inside === null || browser.destroyed) {
			inside?.destroy();
			browser.destroy();
		} else tunnel(browser, { type: 'open', socket: inside });
	});
	const timer = setTimeout(() => close(), OPEN_FOR).unref();
	const close = (): void => {
		clearTimeout(timer);
		server.close();
	};
	// Whoever has the port already is who the browser finds, as it would without a sandbox.
	server.on('error', close);
	server.listen({ host: '127.0.0.1', port }).unref();
	return close;
}
