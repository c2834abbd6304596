import { once } from 'node:events';
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import type { ConnectionAnswer } from '../../core/agent-network.js';
import { defined } from '../../core/defined.js';
import { NETWORK_BECAUSE } from '../../core/network/network-messages.js';
import type { Target, WayOut } from './connect-target.js';
import { isLocalAddress } from './local-address.js';
import { throughUpstream, type Upstream } from './upstream.js';

export type WayOutParts = {
	readonly judge: (target: Target, peerPort: number, signal: AbortSignal) => Promise<ConnectionAnswer>;
	/** An allowed connection was refused here: its name resolves to a forbidden address. */
	readonly onClosed: (target: Target, because: string) => void;
	readonly resolve: (host: string) => Promise<readonly string[]>;
	readonly upstreamFor?: (target: Target) => Upstream | null;
	readonly isLocal?: (address: string) => boolean;
	/** Milliseconds to connect (default 30,000). */
	readonly timeout?: number;
};

const CONNECT_TIMEOUT = 30_000;

/**
 * Makes a connection out of a sandbox, once it is allowed. Nothing is resolved before: looking a name up already tells
 * its servers what it contains. The connection goes to the checked addresses; a proxy of this machine resolves the name
 * itself.
 */
export async function openWayOut(
	parts: WayOutParts,
	target: Target,
	peerPort: number,
	signal: AbortSignal,
): Promise<WayOut> {
	const { judge, onClosed, resolve, upstreamFor, isLocal = isLocalAddress, timeout = CONNECT_TIMEOUT } = parts;
	const answer = await judge(target, peerPort, signal);
	if (!answer.isOpen) {
		const { because, isFinal } = answer;
		return { type: 'denied', because, ...defined({ isFinal }) };
	}
	const found = target.isAddress ? [target.host] : await resolve(target.host);
	const open = answer.mayBeLocal ? found : found.filter((address) => !isLocal(address));
	if (open.length === 0 && found.length > 0) {
		onClosed(target, NETWORK_BECAUSE.local);
		return { type: 'denied', because: NETWORK_BECAUSE.local };
	}
	const within = AbortSignal.any([signal, AbortSignal.timeout(timeout)]);
	// A public name must not resolve to an address of the local network.
	const isHere = open.length > 0 && open.every((address) => isLocalAddress(address));
	const upstream = isHere ? null : (upstreamFor?.(target) ?? null);
	if (upstream !== null) return throughUpstream(upstream, target, within);
	if (open.length === 0) return { type: 'unreachable', because: 'no such host was found' };
	const socket = connectTo(open, target);
	try {
		await once(socket, 'connect', { signal: within });
		return { type: 'open', socket };
	} catch {
		// The reason is the system's word about this machine's network; who asked learns that nobody was there.
		socket.destroy();
		return { type: 'unreachable', because: NETWORK_BECAUSE.unreachable };
	}
}

function connectTo(addresses: readonly string[], { host, port }: Target): Socket {
	const all = addresses.map((address) => ({ address, family: isIP(address) }));
	const lookup: LookupFunction = (_, options, done) => {
		const [first] = all;
		if (options.all === true) done(null, all);
		else done(null, first?.address ?? '', first?.family);
	};
	const socket = connect({ host, port, lookup, autoSelectFamily: true, allowHalfOpen: true });
	// A failure is seen by whoever waits for it, or pipes.
	socket.on('error', () => {});
	return socket;
}
