import { createServer, type Server as HttpServer, type IncomingMessage } from 'node:http';
import type { Server, Socket } from 'node:net';
import { type Target, targetOfAuthority, type WayOut } from './connect-target.js';
import { forwardRequest } from './forward-request.js';
import { PROXY_TEXT, refusalOf } from './network-messages.js';
import { readSocksGreeting, readSocksRequest, SOCKS_REPLY, SOCKS_WELCOME, socksReply } from './socks.js';
import { tunnel } from './tunnel.js';
import { openWayOut, type WayOutParts } from './way-out.js';

export type ProxyLimits = {
	/** Bytes of a request's head. */
	readonly headerSize: number;
	/** Milliseconds until a client has named an address. */
	readonly headerTime: number;
	readonly connections: number;
};

const LIMITS: ProxyLimits = { headerSize: 8192, headerTime: 10_000, connections: 512 };

/**
 * The one way out of a sandbox: takes HTTP's CONNECT, plain requests for `http://` addresses, and SOCKS5, and forwards
 * the bytes unchanged. The address that a client names counts, never a header.
 */
export class SandboxProxy {
	readonly #parts: WayOutParts;
	readonly #limits: ProxyLimits;
	readonly #http: HttpServer;
	readonly #servers: Server[] = [];
	readonly #clients = new Set<Socket>();
	readonly #out = new Set<Socket>();
	/** Timers of clients that have not named an address yet. */
	readonly #waiting = new WeakMap<Socket, NodeJS.Timeout>();
	readonly #closed = new AbortController();

	constructor(parts: WayOutParts, limits: Partial<ProxyLimits> = {}) {
		this.#parts = parts;
		this.#limits = { ...LIMITS, ...limits };
		this.#http = createServer({ maxHeaderSize: this.#limits.headerSize, keepAliveTimeout: 1000 });
		// Each request comes with a connection of its own: none can be hidden behind another.
		this.#http.maxRequestsPerSocket = 1;
		this.#http.on('connect', (request: IncomingMessage, socket: Socket, head: Buffer) => {
			this.#understood(socket);
			void this.#connect(request, socket, head);
		});
		this.#http.on('request', (request, response) => {
			this.#understood(request.socket);
			void forwardRequest(request, response, (target) => this.#open(target, request.socket));
		});
		this.#http.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
			const status = error.code === 'HPE_HEADER_OVERFLOW' ? '431 Request Header Fields Too Large' : '400 Bad Request';
			if (socket.writable) socket.end(answer(status, PROXY_TEXT.notUnderstood));
			else socket.destroy();
		});
	}

	serve(server: Server): void {
		this.#listen(server, (socket) => this.#begin(socket));
	}

	#listen(server: Server, begin: (socket: Socket) => unknown): void {
		this.#servers.push(server);
		// A client that has ended its side still gets the answer.
		Object.assign(server, { allowHalfOpen: true });
		server.maxConnections = this.#limits.connections;
		// The agent's process keeps the program running, not the proxy.
		server.unref();
		server.on('connection', (socket) => {
			if (this.#clients.size >= this.#limits.connections || this.#closed.signal.aborted) {
				socket.destroy();
				return;
			}
			this.#clients.add(socket);
			socket.on('error', () => socket.destroy());
			socket.once('close', () => {
				this.#understood(socket);
				this.#clients.delete(socket);
			});
			begin(socket);
		});
	}

	/** Leads a server's connections to one local address, which was judged as such: it is not refused for being local. */
	serveDoor(server: Server, target: Target): void {
		this.#listen(server, async (socket: Socket) => {
			const way = await this.#open(target, socket, { ...this.#parts, isLocal: () => false });
			if (way.type === 'open') tunnel(socket, way.socket);
			else socket.destroy();
		});
	}

	close(): void {
		this.#closed.abort();
		for (const server of this.#servers) server.close();
		for (const socket of [...this.#clients, ...this.#out]) socket.destroy();
	}

	#begin(socket: Socket): void {
		this.#waiting.set(
			socket,
			setTimeout(() => socket.destroy(), this.#limits.headerTime),
		);
		socket.once('readable', () => {
			const first = socket.read() as Buffer | null;
			if (first === null) {
				socket.destroy();
				return;
			}
			if (first[0] === 5) {
				void this.#socks(socket, first);
				return;
			}
			socket.unshift(first);
			this.#http.emit('connection', socket);
		});
	}

	#understood(socket: Socket): void {
		clearTimeout(this.#waiting.get(socket));
	}

	async #open(target: Target, socket: Socket, parts = this.#parts): Promise<WayOut> {
		const left = new AbortController();
		// A client that ends its side before there is an answer has gone.
		let isAnswered = false;
		for (const event of ['end', 'close'] as const) {
			socket.once(event, () => {
				left.abort();
				// Its place is another's then.
				if (!isAnswered) socket.destroy();
			});
		}
		const signal = AbortSignal.any([this.#closed.signal, left.signal]);
		const way = await openWayOut(parts, target, socket.remotePort ?? 0, signal);
		isAnswered = true;
		if (way.type !== 'open') return way;
		const out = way.socket;
		this.#out.add(out);
		out.once('close', () => this.#out.delete(out));
		if (signal.aborted) out.destroy();
		return way;
	}

	async #connect({ url = '' }: IncomingMessage, socket: Socket, head: Buffer): Promise<void> {
		const target = targetOfAuthority(url);
		if (target === null) {
			socket.end(answer('400 Bad Request', PROXY_TEXT.notUnderstood));
			return;
		}
		const way = await this.#open(target, socket);
		if (way.type !== 'open') {
			const { status, phrase, text } = refusalOf(way, target);
			socket.end(answer(`${status} ${phrase}`, text));
			return;
		}
		socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
		if (head.length > 0) way.socket.write(head);
		tunnel(socket, way.socket);
	}

	async #socks(socket: Socket, first: Buffer): Promise<void> {
		const reader = new SocksReader(socket, first);
		const greeting = await reader.read(readSocksGreeting);
		if (greeting?.type !== 'greeting') return;
		socket.write(SOCKS_WELCOME);
		const request = await reader.read(readSocksRequest);
		if (request?.type !== 'target') return;
		this.#understood(socket);
		const way = await this.#open(request.target, socket);
		if (way.type !== 'open') {
			socket.end(socksReply(way.type === 'denied' ? SOCKS_REPLY.notAllowed : SOCKS_REPLY.unreachable));
			return;
		}
		socket.write(socksReply(SOCKS_REPLY.done));
		if (reader.rest.length > 0) way.socket.write(reader.rest);
		tunnel(socket, way.socket);
	}
}

class SocksReader {
	rest: Buffer;
	readonly #socket: Socket;

	constructor(socket: Socket, first: Buffer) {
		this.#socket = socket;
		this.rest = first;
	}

	async read(parse: (bytes: Buffer) => ReturnType<typeof readSocksRequest>) {
		for (;;) {
			const request = parse(this.rest);
			if (request.type === 'refused') {
				this.#socket.end(request.reply);
				return null;
			}
			if (request.type !== 'more') {
				this.rest = this.rest.subarray(request.bytes);
				return request;
			}
			const more = await this.#more();
			if (more === null) return null;
			this.rest = Buffer.concat([this.rest, more]);
		}
	}

	async #more(): Promise<Buffer | null> {
		const socket = this.#socket;
		const bytes = socket.read() as Buffer | null;
		if (bytes !== null) return bytes;
		if (socket.destroyed || socket.readableEnded) return null;
		const { promise, resolve } = Promise.withResolvers<void>();
		for (const event of ['readable', 'end', 'close'] as const) socket.once(event, resolve);
		await promise;
		for (const event of ['readable', 'end', 'close'] as const) socket.off(event, resolve);
		return this.#more();
	}
}

function answer(status: string, text: string): string {
	const length = Buffer.byteLength(text);
	return `HTTP/1.1 ${status}\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n${text}`;
}
