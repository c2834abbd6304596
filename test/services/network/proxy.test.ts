import { execFile, execFileSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type Upstream, upstreamOf } from '../../../src/services/network/upstream.js';
import { listen, SERVER, say, startProxy, startServer } from './proxy-setup.js';

const run = promisify(execFile);
const names = { 'good.example': [SERVER] };
const hasCurl = (() => {
	try {
		return execFileSync('curl', ['--version']).length > 0;
	} catch {
		return false;
	}
})();

/** A web server that says what it was asked. */
async function startWeb(): Promise<{ readonly port: number; readonly heads: string[] }> {
	const heads: string[] = [];
	const server = createHttpServer(async (request, response) => {
		heads.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
		const body = await text(request);
		response.setHeader('Set-Cookie', ['a=1', 'b=2']);
		response.end(`got ${body.length}`);
	});
	return { port: await listen(server), heads };
}

describe('the proxy of a sandbox', () => {
	it('connects to a host that a rule names, also of this machine', async () => {
		const received: string[] = [];
		const port = await startServer(received);
		const proxy = await startProxy({ rules: [`Fetch(good.example:${port})`], names });
		const client = connect({ host: SERVER, port: proxy.port });
		client.write(`CONNECT good.example:${port} HTTP/1.1\r\n\r\nfirst words`);
		await expect.poll(() => received).toEqual(['first words']);
		client.destroy();
		expect([proxy.judged, proxy.resolved, proxy.closed]).toEqual([[`good.example ${port}`], ['good.example'], []]);
	});

	it('says how what it refuses is allowed', async () => {
		const proxy = await startProxy({ names });
		const received = await say(proxy.port, 'CONNECT good.example:443 HTTP/1.1\r\n\r\n');
		expect(received).toMatch(
			/^HTTP\/1\.1 403 Forbidden by acp-tui, Fetch\(good\.example\) allows it\r\n[\s\S]*--allow "Fetch\(good\.example\)"/,
		);
		expect(await say(proxy.port, 'CONNECT good.example:22 HTTP/1.1\r\n\r\n')).toContain('Fetch(good.example:22)');
		const plain = await say(proxy.port, 'GET http://good.example/ HTTP/1.1\r\nHost: x\r\n\r\n');
		expect(plain).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n[\s\S]*Fetch\(good\.example\)/);
	});

	it('tells a host that is open and only seems so apart', async () => {
		const proxy = await startProxy({ rules: ['Fetch(*.wild.example)'], names: { 'a.wild.example': [SERVER] } });
		const received = await say(proxy.port, 'CONNECT a.wild.example:443 HTTP/1.1\r\n\r\n');
		expect(received).toContain('it leads to an address of this machine or its network');
		expect(proxy.closed).toEqual(['a.wild.example']);
		expect(await say(proxy.port, 'CONNECT no.wild.example:443 HTTP/1.1\r\n\r\n')).toMatch(/ 502 .*no such host/s);
	});

	it.runIf(hasCurl)('serves curl by each of its ways', async () => {
		const web = await startWeb();
		const proxy = await startProxy({ rules: [`Fetch(good.example:${web.port})`], names });
		const url = `http://good.example:${web.port}/a/../b?c=%2e`;
		const curl = (...words: readonly string[]) =>
			run('curl', ['-sS', '--max-time', '10', ...words], { env: { PATH: process.env['PATH'] } });
		for (const way of [`http://127.0.0.1:${proxy.port}`, `socks5h://127.0.0.1:${proxy.port}`]) {
			expect((await curl('--path-as-is', '-x', way, '-d', 'x'.repeat(2000), url)).stdout).toBe('got 2000');
		}
		expect((await curl('-p', '-x', `http://127.0.0.1:${proxy.port}`, url)).stdout).toBe('got 0');
		expect(web.heads[0]).toContain('POST /a/../b?c=%2e ');
	});

	it('hands a plain request on without what is about the proxy', async () => {
		const web = await startWeb();
		const proxy = await startProxy({ rules: [`Fetch(good.example:${web.port})`], names });
		const received = await say(
			proxy.port,
			`POST http://good.example:${web.port}/x HTTP/1.1\r\nHost: other.example\r\nProxy-Authorization: Basic eA==\r\nConnection: X-Mine, Upgrade\r\nX-Mine: 1\r\nX-Kept: 2\r\nUpgrade: h2c\r\nTransfer-Encoding: chunked\r\n\r\n`,
			'3\r\nabc\r\n',
			'0\r\n\r\n',
		);
		expect(received).toContain('got 3');
		expect(received.match(/set-cookie: \w=\d/gi)).toHaveLength(2);
		expect(JSON.parse(web.heads[0]?.replace(/^POST \/x /, '') ?? '')).toEqual({
			host: `good.example:${web.port}`,
			connection: 'close',
			'transfer-encoding': 'chunked',
			'x-kept': '2',
		});
	});

	it.each(['000', '099'])('ends nothing but the connection for an answer of status %s', async (status) => {
		const bytes = `HTTP/1.1 ${status} X\r\nContent-Length: 0\r\n\r\n`;
		const port = await listen(createServer((socket) => void socket.once('data', () => socket.end(bytes))));
		const proxy = await startProxy({ rules: [`Fetch(good.example:${port})`], names });
		const asked = `GET http://good.example:${port}/ HTTP/1.1\r\nHost: good.example\r\n\r\n`;
		expect(await say(proxy.port, asked)).toMatch(/^HTTP\/1\.1 502 /);
		expect(await say(proxy.port, asked)).toMatch(/^HTTP\/1\.1 502 /);
	});

	it('loses nothing of what is large, and lets one side end before the other', async () => {
		const bytes = randomBytes(5_000_000);
		const sum = (all: Buffer): string => createHash('sha256').update(all).digest('hex');
		const server = createServer({ allowHalfOpen: true }, async (socket) => {
			const got: Buffer[] = [];
			for await (const piece of socket) got.push(piece);
			socket.end(`${sum(Buffer.concat(got))} and more`);
		});
		const port = await listen(server);
		const proxy = await startProxy({ rules: [`Fetch(good.example:${port})`], names });
		const client = connect({ host: SERVER, port: proxy.port, allowHalfOpen: true });
		client.write(`CONNECT good.example:${port} HTTP/1.1\r\n\r\n`);
		await once(client, 'readable');
		expect(client.read().toString()).toBe('HTTP/1.1 200 Connection Established\r\n\r\n');
		client.end(bytes);
		expect(await text(client)).toBe(`${sum(bytes)} and more`);
	});

	it('hands on what a server says first, and all of it to one who is slow to listen', async () => {
		const bytes = randomBytes(20_000_000);
		const port = await listen(createServer((socket) => socket.on('error', () => {}).end(bytes)));
		const proxy = await startProxy({ rules: [`Fetch(good.example:${port})`], names });
		const client = connect({ host: SERVER, port: proxy.port });
		client.write(
			Buffer.concat([
				Buffer.from([5, 1, 0, 5, 1, 0, 3, 12]),
				Buffer.from('good.example'),
				Buffer.from([port >> 8, port & 255]),
			]),
		);
		const received: Buffer[] = [];
		for await (const piece of client) {
			received.push(piece);
			if (received.length % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
		}
		const all = Buffer.concat(received);
		expect(all.subarray(0, 12)).toEqual(Buffer.from([5, 0, 5, 0, 0, 1, 0, 0, 0, 0, 0, 0]));
		expect(all.subarray(12).equals(bytes)).toBe(true);
	});

	it('takes the proxy that this machine takes', async () => {
		const received: string[] = [];
		const upstreamPort = await startServer(received, (said) =>
			said.startsWith('CONNECT') ? 'HTTP/1.1 200 OK\r\n\r\nhello' : '',
		);
		const upstream: Upstream = { host: SERVER, port: upstreamPort, authorization: 'Basic abc' };
		const proxy = await startProxy({ rules: ['Fetch(good.example)'], parts: { upstreamFor: () => upstream } });
		const client = connect({ host: SERVER, port: proxy.port });
		client.write('CONNECT good.example:443 HTTP/1.1\r\n\r\n');
		let said = '';
		client.on('data', (piece) => {
			said += piece;
		});
		await expect.poll(() => said).toBe('HTTP/1.1 200 Connection Established\r\n\r\nhello');
		client.destroy();
		expect(received[0]).toBe(
			'CONNECT good.example:443 HTTP/1.1\r\nHost: good.example:443\r\nProxy-Authorization: Basic abc\r\n\r\n',
		);
	});
});

describe('the proxy that an environment names', () => {
	const target = (host: string, port = 443) => ({ host, port, isAddress: false });

	it.each([
		[{ HTTPS_PROXY: 'http://p.example:8080' }, target('a.example'), 'p.example:8080'],
		[{ https_proxy: 'p.example:8080', HTTPS_PROXY: 'http://q.example' }, target('a.example'), 'p.example:8080'],
		[{ HTTPS_PROXY: 'http://p.example' }, target('a.example', 80), null],
		[{ HTTP_PROXY: 'http://p.example' }, target('a.example', 80), 'p.example:80'],
		[{ ALL_PROXY: 'http://p.example' }, target('a.example', 22), 'p.example:80'],
		[{ ALL_PROXY: 'socks5://p.example' }, target('a.example'), null],
		[{ HTTPS_PROXY: 'http://p.example', NO_PROXY: 'b.example, .a.example' }, target('x.a.example'), null],
		[{ HTTPS_PROXY: 'http://p.example', NO_PROXY: '*' }, target('a.example'), null],
		[{ HTTPS_PROXY: 'http://p.example', NO_PROXY: 'a.example' }, target('ba.example'), 'p.example:80'],
		[{ HTTPS_PROXY: 'http://%' }, target('a.example'), null],
	])('%o for %o', (env, to, expected) => {
		const found = upstreamOf(env)(to);
		expect(found === null ? null : `${found.host}:${found.port}`).toBe(expected);
	});

	it('keeps its password', () => {
		const found = upstreamOf({ HTTPS_PROXY: 'http://me:p%40ss%@p.example' })(target('a.example'));
		expect(found?.authorization).toBe(`Basic ${Buffer.from('me:p%40ss%').toString('base64')}`);
	});
});
