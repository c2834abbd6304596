import { lookup } from 'node:dns/promises';
import type { ConnectionAnswer, NetworkHold, NetworkJudge, WantedConnection } from '../../../core/agent-network.js';
import { type Result, succeed } from '../../../core/failure.js';
import { NETWORK_BECAUSE } from '../../../core/network/network-messages.js';
import { ownHostFor } from '../../../core/network/own-hosts.js';
import type { SignInCallbacks } from '../../../core/sandbox/confinement.js';
import { createCallbackDoors } from '../../network/callback-doors.js';
import type { Target } from '../../network/connect-target.js';
import { type ListenAt, listenInNamespace } from '../../network/in-namespace.js';
import { isLocalAddress } from '../../network/local-address.js';
import { type KnownHosts, ownHostsOf } from '../../network/own-hosts-of.js';
import { processAt } from '../../network/peer.js';
import { SandboxProxy } from '../../network/proxy.js';
import { upstreamOf } from '../../network/upstream.js';
import type { Namespace } from '../linux/namespace.js';
import { SANDBOX } from '../sandbox-messages.js';
import { processesIn } from './sandbox-processes.js';

export type AgentNetworkOptions = {
	readonly hold: NetworkHold;
	/** The environment that the agent is started with. */
	readonly env: Readonly<Record<string, string | undefined>>;
	/** The agent's own files and folders: its settings name hosts. */
	readonly places: readonly string[];
	/** File that keeps an agent's first hosts, and the agent's key in it; null: nothing is kept. */
	readonly saved: { readonly file: string; readonly agent: string } | null;
	/** Null: nobody is there to decide, and nothing but its own hosts is open to the agent. */
	readonly judge: NetworkJudge | null;
};

/** The one way out of an agent's sandbox. */
export type AgentNetwork = {
	/** Variables that lead programs to it. */
	readonly env: Readonly<Record<string, string>>;
	/** Absent: the network is the machine's. */
	readonly callbacks?: SignInCallbacks;
	close(): void;
};

const LOOPBACK: ListenAt = { host: '127.0.0.1', port: 0 };

/** Opens the way out of a sandbox that has a network of its own: a proxy of ours on its loopback interface. */
export async function openAgentNetwork(
	namespace: Namespace,
	options: AgentNetworkOptions,
): Promise<Result<AgentNetwork>> {
	const known = await ownHostsOf({ ...options, named: options.hold.hosts });
	const doors = known.local.flatMap(({ host, port }) =>
		(host === 'localhost' ? ['127.0.0.1', '::1'] : [host]).map((at) => ({ at: { host: at, port }, host })),
	);
	const places = [LOOPBACK, ...doors.map(({ at }) => at)];
	const [main, ...others] = await listenInNamespace(namespace.enterNetwork(), places);
	if (main === undefined || 'error' in main) return SANDBOX.noNetwork(main?.error ?? '');
	const proxy = new SandboxProxy({
		judge: judgeFor(namespace, known, options.judge),
		onClosed: (target, because) =>
			options.judge?.onConnectionClosed(
				wantedBy(target, known, async () => null),
				because,
			),
		resolve,
		upstreamFor: upstreamOf(options.env),
	});
	proxy.serve(main.server);
	for (const [index, other] of others.entries()) {
		const door = doors[index];
		// Where it could not listen, the system refuses the agent's connections.
		if (door === undefined || 'error' in other) continue;
		proxy.serveDoor(other.server, {
			host: door.host,
			port: door.at.port,
			isAddress: door.host !== 'localhost',
			isDoor: true,
		});
	}
	const callbacks = createCallbackDoors(namespace.enterNetwork());
	return succeed({
		env: proxyVariables(main.port),
		callbacks,
		close() {
			proxy.close();
			callbacks.close();
		},
	});
}

function judgeFor(namespace: Namespace, known: KnownHosts, judge: NetworkJudge | null) {
	return async (target: Target, peerPort: number, signal: AbortSignal): Promise<ConnectionAnswer> => {
		const own = ownHostFor(target, known.own);
		if (judge === null) {
			if (own === null) return { isOpen: false, because: NETWORK_BECAUSE.noSession };
			return { isOpen: true, mayBeLocal: own === 'exact' };
		}
		const process = () => processAt(peerPort, namespace.pid, processesIn(namespace.pid));
		return judge.mayConnect(wantedBy(target, known, process), signal);
	};
}

function wantedBy(
	{ host, port, isAddress, isDoor }: Target,
	known: KnownHosts,
	process: WantedConnection['process'],
): WantedConnection {
	const namesLocal = isAddress ? isLocalAddress(host) : host === 'localhost' || host.endsWith('.localhost');
	return { isLocal: namesLocal && isDoor !== true, host, port, own: ownHostFor({ host, port }, known.own), process };
}

/** As this machine resolves names: with its own files and servers. */
async function resolve(host: string): Promise<readonly string[]> {
	const found = await lookup(host, { all: true, order: 'verbatim' }).catch(() => []);
	return found.map(({ address }) => address);
}

function proxyVariables(port: number): Readonly<Record<string, string>> {
	// By SOCKS libraries would need more than they have, as a rule: all of them speak to an HTTP proxy.
	const proxy = `http://127.0.0.1:${port}`;
	const none = 'localhost,127.0.0.1,::1';
	const named = { HTTP_PROXY: proxy, HTTPS_PROXY: proxy, ALL_PROXY: proxy, NO_PROXY: none };
	const small = Object.entries(named).map(([name, value]) => [name.toLowerCase(), value]);
	// Node's own fetch takes no notice of the others without.
	return { ...named, ...Object.fromEntries(small), NODE_USE_ENV_PROXY: '1' };
}
