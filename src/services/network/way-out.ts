import { once } from 'node:events';
import { connect, isIP, type LookupFunction, type Socket } from 'node:net';
import { defined } from '../../core/defined.js';
import { NETWORK_BECAUSE } from '../../core/network/messages.js';
import type { ConnectionAnswer } from '../../core/network/network.js';
import { LargeReads } from './large-reads.js';
import { isLocalAddress } from './local-address.js';
import type { Target, WayOut } from './target.js';
import { throughUpstream, type Upstream } from './upstream.js';

/** What connections out of a sandbox are made with. */
export type WayOutParts = {
	/** Decides about a connection; may take as long as the user does. */
	readonly judge: (target: Target, peerPort: number, signal: AbortSignal) => Promise<ConnectionAnswer>;
	/** A connection that was let through ends here: its name leads where it must not. */
	readonly onClosed: (target: Target, because: string) => void;
	/** The addresses of a name, as this machine resolves it; empty: there are none. */
	readonly resolve: (host: string) => Promise<readonly string[]>;
	/** The proxy that this machine itself takes to a host; null: none. */
	readonly upstreamFor?: (target: Target) => Upstream | null;
	readonly isLocal?: (address: string) => boolean;
	/** Milliseconds until a connection must be there (default 30,000). */
	readonly timeout?: number;
};

const CONNECT_TIMEOUT = 30_000;

/**
 * Makes a connection that something in a sandbox wants, once it is decided that it may. Nothing is resolved before: a
 * name that is looked up tells its servers what stands in it. The addresses that were checked are those that it goes to.
 */
export async function openWayOut(
	parts: WayOutParts,
	target: Target,
	peerPort: number,
	signal: AbortSignal,
	isTunnel = true,
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
	// What is of this machine's own network is nothing for others to lead to.
	const isHere = open.length > 0 && open.every((address) => isLocalAddress(address));
	const upstream = isHere ? null : (upstreamFor?.(target) ?? null);
	if (upstream !== null) return throughUpstream(upstream, target, within);
	if (open.length === 0) return { type: 'unreachable', because: NETWORK_BECAUSE.unresolved };
	const reads = isTunnel ? new LargeReads() : undefined;
	const socket = connectTo(open, target, reads);
	try {
		await once(socket, 'connect', { signal: within });
		return { type: 'open', socket, ...defined({ reads }) };
	} catch {
		// The reason is the system's word about this machine's network; who asked learns that nobody was there.
		socket.destroy();
		return { type: 'unreachable', because: NETWORK_BECAUSE.unreachable };
	}
}

/** Connects to one of these addresses, the first that answers. */
function connectTo(addresses: readonly string[], { host, port }: Target, reads: LargeReads | undefined): Socket {
	const all = addresses.map((address) => ({ address, family: isIP(address) }));
	const lookup: LookupFunction = (_, options, done) => {
		const [first] = all;
		if (options.all === true) done(null, all);
		else done(null, first?.address ?? '', first?.family);
	};
	const socket = connect({
		host,
		port,
		lookup,
		autoSelectFamily: true,
		allowHalfOpen: true,
		...defined({ onread: reads?.options }),
	});
	// A failure is seen by whoever waits for it, or pipes.
	socket.on('error', () => {});
	return socket;
}
