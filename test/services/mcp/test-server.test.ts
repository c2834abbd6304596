import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import type { McpServer } from '../../../src/core/mcp/server.js';
import { testServer } from '../../../src/services/mcp/test-server.js';
import { isAlive } from '../../drive/processes.js';

const script = fileURLToPath(new URL('../../mcp-servers/stdio.mjs', import.meta.url));
const guarded = new Set<number>();
const guard = { add: (group: number) => guarded.add(group), remove: (group: number) => guarded.delete(group) };

function run(server: McpServer, timeoutSeconds = 20, signal = new AbortController().signal) {
	const env = { PATH: '/usr/bin:/bin', OTHER_SECRET: 'not handed on', HOME: '/' };
	return testServer(server, { clientVersion: '0', cwd: tmpdir(), env, guard, timeoutSeconds, signal });
}

const stdio = (how: string, ...more: string[]): McpServer => ({
	type: 'stdio',
	name: 'a',
	command: process.execPath,
	args: [script, how, ...more],
	env: [{ name: 'KEY', value: 'given' }],
});

afterEach(() => expect([...guarded]).toEqual([]));

describe('a server that is a program', () => {
	test('all pages of its list count', async () => {
		const { tools, error } = await run(stdio('pages'));
		expect({ names: tools.map(({ name }) => name), error }).toEqual({ names: ['t0', 't1', 't2'], error: null });
	});

	test('may have no tools, and lines on its output that are no messages', async () => {
		expect(await run(stdio('no-tools'))).toEqual({ tools: [], error: null });
		expect((await run(stdio('junk'))).tools).toHaveLength(2);
		expect((await run(stdio('huge'))).tools).toHaveLength(5000);
	});

	test('gets its own variables and what every client hands on, not our secrets', async () => {
		const { tools } = await run(stdio('environment'));
		expect(JSON.parse(tools[0]?.description ?? '')).toMatchObject({ key: 'given' });
		expect(tools[0]?.description).not.toContain('not handed on');
	});

	test.each([
		['exits', 'it exited with code 3 before it answered: missing the token'],
		['throws', 'it exited with code 1 before it answered: Error: no token'],
		['flood', 'it sends far too much, so it was stopped'],
		['one-line', 'it sends far too much, so it was stopped'],
		['no-mcp', 'its answer is not MCP: '],
		['no-list', 'its answer is not MCP: '],
		['endless', 'its answer is not MCP: '],
	])('that does wrong (%s) is said in a sentence', async (how, words) => {
		const { tools, error } = await run(stdio(how));
		expect(tools).toEqual([]);
		expect(error).toContain(words);
		expect(error).not.toMatch(/[\n\u001b]/);
	});

	test('that never answers is given up, with all that it started', async () => {
		expect((await run(stdio('silent'), 0.5)).error).toBe('it did not answer within 0.5 s');
		const file = join(mkdtempSync(join(tmpdir(), 'acp-mcp-')), 'pids');
		const stop = new AbortController();
		const running = run(stdio('stubborn', file), 20, stop.signal);
		while (!existsSync(file) || readFileSync(file, 'utf8') === '') await delay(10);
		stop.abort();
		expect((await running).error).toBe('the test was stopped');
		expect(readFileSync(file, 'utf8').split(' ').filter(isAlive)).toEqual([]);
	});

	test('the telling line of npm is taken, not the one that names its log', async () => {
		const said = [
			'npm error code E404',
			'npm error 404 Not Found - GET https://registry.npmjs.org/no-such - Not found',
			'npm error 404  The requested resource could not be found',
			'npm error A complete log of this run can be found in: /root/.npm/_logs/x.log',
		];
		const script = `printf '%s\\n' ${said.map((line) => `'${line}'`).join(' ')} >&2; exit 1`;
		const { error } = await run({ type: 'stdio', name: 'a', command: '/bin/sh', args: ['-c', script], env: [] });
		expect(error).toContain('404 Not Found - GET');
	});

	test('that is not there cannot be started', async () => {
		const server = { ...stdio('good'), command: '/nowhere/server' };
		expect((await run(server)).error).toContain('it could not be started: ');
	});
});

describe('a server at an address', () => {
	test('with a port that fetch never asks is reported for what it is', async () => {
		const { error } = await run({ type: 'http', name: 'web', url: 'http://127.0.0.1:9/', headers: [] });
		expect(error).toBe('its address cannot be reached: bad port');
	});

	const answer = (message: { id?: number; method: string; params?: { protocolVersion?: string } }) => ({
		jsonrpc: '2.0',
		id: message.id,
		...(message.method === 'initialize'
			? {
					result: {
						protocolVersion: message.params?.protocolVersion,
						capabilities: { tools: {} },
						serverInfo: { name: 'web', version: '1' },
					},
				}
			: message.method === 'tools/list'
				? { result: { tools: [{ name: 'search', description: 'Searches.', inputSchema: { type: 'object' } }] } }
				: { error: { code: -32601, message: 'Method not found' } }),
	});

	async function withServer<T>(listener: RequestListener, use: (url: string) => Promise<T>): Promise<T> {
		const server = createServer(listener);
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		try {
			return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
		} finally {
			server.closeAllConnections();
			server.close();
		}
	}

	const http = (url: string): McpServer => ({ type: 'http', name: 'a', url, headers: [{ name: 'X-Key', value: 'k' }] });

	const body = async (request: AsyncIterable<Buffer>) => {
		let text = '';
		for await (const chunk of request) text += chunk.toString();
		return JSON.parse(text);
	};

	test('is asked over HTTP, with its headers', async () => {
		const keys = new Set<unknown>();
		const listener: RequestListener = async (request, response) => {
			keys.add(request.headers['x-key']);
			if (request.method !== 'POST') return void response.writeHead(405).end();
			const message = await body(request);
			if (message.id === undefined) return void response.writeHead(202).end();
			response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer(message)));
		};
		const outcome = await withServer(listener, (url) => run(http(`${url}/mcp`)));
		expect(outcome).toEqual({ tools: [{ name: 'search', description: 'Searches.' }], error: null });
		expect([...keys]).toEqual(['k']);
	});

	test('is asked over server-sent events', async () => {
		let stream: { write(text: string): unknown } | null = null;
		const listener: RequestListener = async (request, response) => {
			if (request.method === 'GET') {
				response.writeHead(200, { 'content-type': 'text/event-stream' });
				response.write('event: endpoint\ndata: /messages\n\n');
				stream = response;
				return;
			}
			const message = await body(request);
			response.writeHead(202).end();
			if (message.id !== undefined) stream?.write(`event: message\ndata: ${JSON.stringify(answer(message))}\n\n`);
		};
		const outcome = await withServer(listener, (url) => run({ ...http(`${url}/sse`), type: 'sse' } as McpServer));
		expect(outcome).toEqual({ tools: [{ name: 'search', description: 'Searches.' }], error: null });
	});

	test.each([
		[401, 'it wants a sign-in (HTTP 401)'],
		[403, 'it wants a sign-in (HTTP 403)'],
		[404, 'its address answers with HTTP 404'],
		[500, 'its address answers with HTTP 500'],
	])('that answers %i is said in a sentence', async (status, words) => {
		const outcome = await withServer(
			(_, response) => void response.writeHead(status).end('<html>no</html>'),
			(url) => run(http(url)),
		);
		expect(outcome.error).toContain(words);
	});

	test('that floods, is silent or is not there is given up', async () => {
		const flood: RequestListener = (_, response) => {
			response.writeHead(200, { 'content-type': 'application/json' });
			const write = () => {
				while (!response.destroyed && response.write('x'.repeat(65_536)));
				if (!response.destroyed) response.once('drain', write);
			};
			write();
		};
		expect((await withServer(flood, (url) => run(http(url)))).error).toBe('it sends far too much, so it was stopped');
		const silent: RequestListener = () => {};
		expect((await withServer(silent, (url) => run(http(url), 0.5))).error).toBe('it did not answer within 0.5 s');
		const gone = await withServer(silent, async (url) => url);
		expect((await run(http(gone))).error).toBe('its address cannot be reached: nothing listens there (ECONNREFUSED)');
	});
});
