import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { onTestFinished } from 'vitest';
import type { ConnectionAnswer } from '../../../src/core/agent-network.js';
import { judgeConnection } from '../../../src/core/network/judge-connection.js';
import { parseRule } from '../../../src/core/policy/rules.js';
import type { Target } from '../../../src/services/network/connect-target.js';
import { type ProxyLimits, SandboxProxy } from '../../../src/services/network/proxy.js';
import type { WayOutParts } from '../../../src/services/network/way-out.js';
import { must } from '../must.js';

/** A proxy, and what came of what was said to it. */
export type TestProxy = {
	readonly port: number;
	/** Every host and port that was judged, in order. */
	readonly judged: string[];
	/** Every name that was looked up. */
	readonly resolved: string[];
	readonly closed: string[];
	/** What the server behind it received, by connection. */
	readonly received: string[];
};

/** The address that stands for the internet in these tests; the test server listens on it. */
export const SERVER = '127.0.0.1';

/** Listens on a free port of this machine until the test is over. */
export async function listen(server: Server): Promise<number> {
	server.listen(0, SERVER);
	await once(server, 'listening');
	onTestFinished(() => void server.close());
	return (server.address() as AddressInfo).port;
}

/**
 * A proxy in front of a server that answers with what it received. `rules` allow; names resolve as `names` says, to the
 * server by default. All connections to it go to the server, whatever the port.
 */
export async function startProxy(
	options: {
		readonly rules?: readonly string[];
		readonly names?: Readonly<Record<string, readonly string[]>>;
		readonly limits?: Partial<ProxyLimits>;
		readonly answer?: (text: string) => string;
		readonly judge?: (target: Target, signal: AbortSignal) => Promise<ConnectionAnswer>;
		readonly parts?: Partial<WayOutParts>;
	} = {},
): Promise<TestProxy> {
	const { rules = [], names = {}, limits = {} } = options;
	const test = { judged: [] as string[], resolved: [] as string[], closed: [] as string[], received: [] as string[] };
	const parsed = rules.map((text) => {
		const rule = must(parseRule(text.replace(/^deny /, ''), text.startsWith('deny ') ? 'deny' : 'allow', 'user'));
		return rule;
	});
	const proxy = new SandboxProxy(
		{
			judge: async (target, _, signal): Promise<ConnectionAnswer> => {
				test.judged.push(`${target.host} ${target.port}`);
				if (options.judge !== undefined) return options.judge(target, signal);
				const verdict = judgeConnection(
					{ ...target, own: null, isLocal: false, process: async () => null },
					{ hold: 'ask', mode: 'default', rules: parsed },
				);
				return verdict.decision === 'allow'
					? { isOpen: true, mayBeLocal: verdict.isNamed }
					: { isOpen: false, because: verdict.because };
			},
			onClosed: ({ host }) => test.closed.push(host),
			resolve: async (host) => {
				test.resolved.push(host);
				return names[host] ?? [];
			},
			...options.parts,
		},
		limits,
	);
	const server = createServer();
	proxy.serve(server);
	onTestFinished(() => proxy.close());
	return { ...test, port: await listen(server) };
}

/** A server that answers each connection with `answer` of what it received. */
export async function startServer(received: string[], answer = (text: string): string => text): Promise<number> {
	const server = createServer((socket) => {
		socket.setEncoding('utf8').on('error', () => {});
		socket.on('data', (text: string) => {
			received.push(text);
			socket.write(answer(text));
		});
	});
	return listen(server);
}

/** Says something to a proxy, and hears everything until it ends or has been silent for a moment after an answer. */
export async function say(port: number, ...pieces: readonly (string | Buffer)[]): Promise<string> {
	const socket = connect({ host: SERVER, port });
	onTestFinished(() => void socket.destroy());
	let received = '';
	socket
		.on('error', () => {})
		.on('data', (bytes) => {
			received += bytes.toString('latin1');
		});
	await once(socket, 'connect');
	for (const piece of pieces) {
		socket.write(piece);
		await new Promise((resolve) => setImmediate(resolve));
	}
	await new Promise<void>((resolve) => socket.once('close', () => resolve()));
	return received;
}
