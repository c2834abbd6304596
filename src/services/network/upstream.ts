import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Environment } from '../../core/environment.js';
import { NETWORK_BECAUSE } from '../../core/network/network-messages.js';
import { plainHost } from '../../core/policy/host-name.js';
import type { Target, WayOut } from './connect-target.js';

export type Upstream = { readonly host: string; readonly port: number; readonly authorization: string | null };

const MOST_HEAD = 8192;

/** The proxy that an environment names for a host; null for none, or one without http. */
export function upstreamOf(env: Environment): (target: Target) => Upstream | null {
	const named = (...names: readonly string[]): string | undefined =>
		names.flatMap((name) => [env[name], env[name.toUpperCase()]]).find((value) => value !== undefined && value !== '');
	const [secure, plain] = [named('https_proxy', 'all_proxy'), named('http_proxy', 'all_proxy')].map(readUpstream);
	const excepted = (named('no_proxy') ?? '').split(',').map((each) => each.trim().toLowerCase());
	return (target) => {
		const isExcepted = excepted.some((each) => isCovered(each, target));
		return isExcepted ? null : ((target.port === 80 ? plain : secure) ?? null);
	};
}

function readUpstream(text: string | undefined): Upstream | null {
	if (text === undefined) return null;
	const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `http://${text}`;
	if (!URL.canParse(address)) return null;
	const { protocol, hostname, port, username, password } = new URL(address);
	if (protocol !== 'http:') return null;
	const user = [username, password].map(decoded).join(':');
	const authorization = username === '' ? null : `Basic ${Buffer.from(user).toString('base64')}`;
	return { host: plainHost(hostname), port: Number(port === '' ? 80 : port), authorization };
}

function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		// A percent sign that stands for itself.
		return text;
	}
}

function isCovered(entry: string, { host }: Target): boolean {
	const name = entry.replace(/:\d+$/, '').replace(/^\*?\./, '');
	return entry === '*' || (name !== '' && (host === name || host.endsWith(`.${name}`)));
}

export async function throughUpstream(
	{ host, port, authorization }: Upstream,
	target: Target,
	signal: AbortSignal,
): Promise<WayOut> {
	const socket = connect({ host, port, allowHalfOpen: true });
	socket.on('error', () => {});
	try {
		await once(socket, 'connect', { signal });
		const to = `${target.host.includes(':') ? `[${target.host}]` : target.host}:${target.port}`;
		const credentials = authorization === null ? '' : `Proxy-Authorization: ${authorization}\r\n`;
		socket.write(`CONNECT ${to} HTTP/1.1\r\nHost: ${to}\r\n${credentials}\r\n`);
		const status = await readHead(socket, signal);
		if (status === 200) return { type: 'open', socket };
		socket.destroy();
		return { type: 'unreachable', because: `the proxy of this machine refused it (${status})` };
	} catch {
		// Whatever the system said, nobody was reached.
		socket.destroy();
		return { type: 'unreachable', because: NETWORK_BECAUSE.unreachable };
	}
}

async function readHead(socket: Socket, signal: AbortSignal): Promise<number> {
	let head = Buffer.alloc(0);
	while (head.length <= MOST_HEAD) {
		const bytes = socket.read() as Buffer | null;
		if (bytes === null) {
			if (socket.readableEnded) return 0;
			await Promise.race([once(socket, 'readable', { signal }), once(socket, 'end', { signal })]);
			continue;
		}
		head = Buffer.concat([head, bytes]);
		const end = head.indexOf('\r\n\r\n');
		if (end < 0) continue;
		socket.unshift(head.subarray(end + 4));
		return Number(/^HTTP\/1\.[01] (\d{3})/.exec(head.subarray(0, end).toString('latin1'))?.[1] ?? 0);
	}
	return 0;
}
