import { type IncomingHttpHeaders, type IncomingMessage, request as requestTo, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { wordSet } from '../../core/text/word-set.js';
import { type Target, targetOfUrl, type WayOut } from './connect-target.js';
import { PROXY_TEXT, refusalOf } from './network-messages.js';

/** Hop-by-hop headers (RFC 9110, 7.6.1), and those that are made here: `Host` follows from the checked address. */
const OF_CONNECTION: ReadonlySet<string> = wordSet(
	'connection keep-alive proxy-connection proxy-authenticate proxy-authorization te trailer transfer-encoding',
	'upgrade expect host',
);

export async function forwardRequest(
	request: IncomingMessage,
	response: ServerResponse,
	open: (target: Target) => Promise<WayOut>,
): Promise<void> {
	const target = targetOfUrl(request.url ?? '');
	if (target === null) return refuse(response, 400, PROXY_TEXT.notUnderstood);
	const way = await open(target);
	if (way.type !== 'open') {
		const { status, text } = refusalOf(way, target);
		return refuse(response, status, text);
	}
	const { socket } = way;
	const name = target.host.includes(':') ? `[${target.host}]` : target.host;
	const forwarded = requestTo({
		createConnection: () => socket,
		method: request.method,
		path: target.path,
		headers: {
			...forOthers(request.headersDistinct),
			host: target.port === 80 ? name : `${name}:${target.port}`,
			connection: 'close',
		},
		setHost: false,
	});
	// A body of unknown length is passed on in chunks.
	if (request.headers['transfer-encoding'] !== undefined) forwarded.setHeader('transfer-encoding', 'chunked');
	forwarded.on('response', (answer) => {
		// Node writes no such head, and throws.
		if ((answer.statusCode ?? 0) < 200) {
			socket.destroy();
			refuse(response, 502, PROXY_TEXT.unreachable(target, 'its answer is none of HTTP'));
			return;
		}
		response.writeHead(answer.statusCode ?? 502, forOthers(answer.headersDistinct));
		pipeline(answer, response).catch(() => response.destroy());
	});
	forwarded.on('error', () => {
		if (response.headersSent) response.destroy();
		else refuse(response, 502, PROXY_TEXT.unreachable(target, 'the connection broke'));
	});
	response.once('close', () => socket.destroy());
	// The failure is reported above, once.
	await pipeline(request, forwarded).catch(() => {});
}

function forOthers(headers: Readonly<Record<string, readonly string[] | undefined>>): IncomingHttpHeaders {
	const named = new Set((headers['connection'] ?? []).flatMap((text) => text.toLowerCase().split(/\s*,\s*/)));
	const kept = Object.entries(headers).filter(([name]) => !OF_CONNECTION.has(name) && !named.has(name));
	return Object.fromEntries(kept.map(([name, values = []]) => [name, values.length === 1 ? values[0] : [...values]]));
}

function refuse(response: ServerResponse, status: number, text: string): void {
	response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' }).end(text);
}
