import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { ConnectionAnswer, NetworkHold, WantedConnection } from '../../../../src/core/agent-network.js';
import type { SignInCallbacks } from '../../../../src/core/sandbox/confinement.js';
import { createCommandsInView } from '../../../../src/services/sandbox/agents/commands-in-view.js';
import { probeNamespaces } from '../../../../src/services/sandbox/linux/probe-sandbox.js';
import { fence, madeFolder } from './fenced.js';

const run = promisify(execFile);
const works = process.platform === 'linux' && (await probeNamespaces()).works;

let at: ReturnType<typeof madeFolder>;

beforeEach(() => {
	at = madeFolder('work', 'home/.agent');
});

async function listen(server: Server): Promise<number> {
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	onTestFinished(() => void server.close());
	return (server.address() as AddressInfo).port;
}

/** A service of this machine; what it answers. */
function service(answer: string): Promise<number> {
	return listen(createHttpServer((_, response) => response.setHeader('Connection', 'close').end(answer)));
}

type Started = {
	readonly wanted: WantedConnection[];
	readonly processes: (string | null)[];
	/** What a script of Node says in the sandbox, its reasons in the place of errors. */
	say(script: string): Promise<string>;
	sayAsCommand(script: string): Promise<string>;
	readonly callbacks: SignInCallbacks | undefined;
};

async function start(
	options: {
		readonly network?: NetworkHold | null;
		readonly judge?: (wanted: WantedConnection) => Promise<ConnectionAnswer>;
		readonly env?: Readonly<Record<string, string>>;
		readonly kept?: string;
	} = {},
): Promise<Started> {
	const wanted: WantedConnection[] = [];
	const processes: (string | null)[] = [];
	const { network = { mode: 'ask', hosts: [] }, judge = async () => ({ isOpen: false, because: 'no' }) } = options;
	const { sandboxes, confined } = await fence(at, {
		options: options.kept === undefined ? {} : { ownHosts: options.kept },
		launch: { command: process.execPath, env: { PATH: process.env['PATH'], NODE_NO_WARNINGS: '1', ...options.env } },
		agent: 'test',
		writable: [`${at('home/.agent')}/`],
		...(network === null ? {} : { network }),
		judge: {
			mayConnect: async (connection) => {
				wanted.push(connection);
				processes.push(await connection.process());
				return judge(connection);
			},
			onConnectionClosed: () => {},
		},
	});
	const { launch } = confined;
	const program = (script: string) => [
		'-e',
		`(async () => { ${script} })().then(console.log, (e) => console.log(e.cause?.code ?? e.code ?? e.message))`,
	];
	return {
		wanted,
		processes,
		callbacks: confined.confinement.callbacks,
		async say(script) {
			const { stdout } = await run(launch.command, [...launch.args, ...program(script)], {
				env: { ...launch.env },
				timeout: 20_000,
			});
			return stdout.trim();
		},
		async sayAsCommand(script) {
			const commands = createCommandsInView(() => sandboxes.current()?.namespace ?? null);
			const entered = await commands.enter({
				...{ program: process.execPath, args: program(script), cwd: at('work') },
				env: { PATH: process.env['PATH'] ?? '' },
				access: { files: 'read' },
			});
			if (!entered.ok || entered.value === null) throw new Error('not entered');
			const { file, args, env } = entered.value;
			return (await run(file, [...args], { env: { ...env }, timeout: 20_000 })).stdout.trim();
		},
	};
}

const open = async (): Promise<ConnectionAnswer> => ({ isOpen: true, mayBeLocal: true });
const fetching = (url: string): string => `return (await fetch('${url}')).text();`;
const through = (url: string): string =>
	`const { request } = require('node:http'); const [host, port] = process.env.http_proxy.slice(7).split(':');
	 return new Promise((done, fail) => request({ host, port, path: '${url}', headers: { host: 'x' } }, (answer) => { let text = ''; answer.on('data', (part) => (text += part)).on('end', () => done(text)); }).on('error', fail).end());`;
const connecting = (host: string, port: number): string =>
	`const socket = require('node:net').connect(${port}, '${host}'); return new Promise((done, fail) => socket.on('connect', () => done('connected')).on('error', fail).setTimeout(3000, () => done('nothing')));`;

describe.runIf(works)('an agent in a sandbox whose network asks', () => {
	it('reaches nothing by itself', async () => {
		const port = await service('secret');
		const { say, wanted } = await start();
		expect(await say(connecting('127.0.0.1', port))).toBe('ECONNREFUSED');
		expect(await say(connecting('1.1.1.1', 80))).toBe('ENETUNREACH');
		expect(await say(connecting('2606:4700:4700::1111', 80))).toMatch(/ENETUNREACH|EADDRNOTAVAIL/);
		expect(await say(`return require('node:dns/promises').resolve('example.com');`)).toMatch(
			/ECONNREFUSED|ENETUNREACH/,
		);
		expect(
			await say(
				`const s = require('node:dgram').createSocket('udp4'); return new Promise((done) => s.send('x', 53, '9.9.9.9', (e) => { s.close(); done(e?.code ?? 'sent'); }));`,
			),
		).toBe('ENETUNREACH');
		expect(wanted).toEqual([]);
	});

	it('reaches what is allowed, and who wants it is known', async () => {
		const port = await service('hello');
		const { say, wanted, processes } = await start({ judge: open });
		expect(await say(through(`http://localhost:${port}/`))).toBe('hello');
		expect(wanted).toMatchObject([{ host: 'localhost', port, own: null, isLocal: true }]);
		expect(processes[0]).toContain(`${process.execPath} -e `);
	});

	it('hears why something is not allowed', async () => {
		const { say } = await start({ judge: async () => ({ isOpen: false, because: 'because of a test' }) });
		expect(await say(through('http://example.com/'))).toContain('because of a test');
		expect(await say(through('http://10.0.0.1/'))).toContain('Fetch(10.0.0.1)');
	});

	it('is led to the proxy by its variables, and so are its commands', async () => {
		const port = await service('hello');
		const { say, sayAsCommand } = await start({
			judge: open,
			env: { HTTP_PROXY: 'http://192.0.2.1:1', NO_PROXY: '*' },
		});
		const names = `return ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].flatMap((name) => [process.env[name], process.env[name.toLowerCase()]]).join(' ');`;
		const variables = await say(names);
		expect(variables).toMatch(/^(http:\/\/127\.0\.0\.1:\d+)(?: \1){5}$/);
		expect(await sayAsCommand(names)).toBe(variables);
		expect(await say('return process.env.NO_PROXY;')).toBe('localhost,127.0.0.1,::1');
		expect(await say(fetching(`http://0x7f.1:${port}/`))).toMatch(/hello|ECONNREFUSED/);
		expect(await sayAsCommand(through(`http://localhost:${port}/`))).toBe('hello');
	});

	it('has a loopback interface of its own', async () => {
		const { say } = await start();
		const script = `const server = require('node:http').createServer((_, r) => r.end('mine')); await new Promise((done) => server.listen(0, '127.0.0.1', done));
			const text = await (await fetch('http://127.0.0.1:' + server.address().port)).text(); server.closeAllConnections(); server.close(); return text;`;
		expect(await say(script)).toBe('mine');
	});

	it('reaches services of this machine that are its own at their own addresses', async () => {
		const [named, inEnv, inFile, other] = await Promise.all(['a', 'b', 'c', 'd'].map(service));
		writeFileSync(at('home/.agent/config.toml'), `base_url = "http://127.0.0.1:${inFile}/v1"\n`);
		const { say, wanted } = await start({
			network: { mode: 'ask', hosts: [`localhost:${named}`] },
			env: { MY_BASE_URL: `http://127.0.0.1:${inEnv}` },
			judge: async ({ own }) => (own === 'exact' ? open() : { isOpen: false, because: 'no' }),
		});
		expect(await say(fetching(`http://127.0.0.1:${named}/`))).toBe('a');
		expect(await say(fetching(`http://127.0.0.1:${inEnv}/`))).toBe('b');
		expect(await say(fetching(`http://127.0.0.1:${inFile}/`))).toBe('c');
		expect(await say(fetching(`http://127.0.0.1:${other}/`))).toBe('ECONNREFUSED');
		expect(wanted.map(({ port }) => port)).toEqual([named, inEnv, inFile]);
	});

	it('has no more of its own by what it writes to its settings', async () => {
		const [first, later] = await Promise.all(['a', 'b'].map(service));
		const settings = (port: number | undefined) =>
			writeFileSync(at('home/.agent/settings.json'), JSON.stringify({ baseUrl: `http://127.0.0.1:${port}` }));
		const owns = async (port: number | undefined): Promise<readonly (string | null)[]> => {
			const { say, wanted } = await start({ kept: at('kept.json'), judge: open });
			await say(fetching(`http://127.0.0.1:${port}/`));
			return wanted.map(({ own }) => own);
		};
		settings(first);
		expect(await owns(first)).toEqual(['exact']);
		settings(later);
		expect(await owns(later)).toEqual([null]);
		settings(first);
		expect(await owns(first)).toEqual(['exact']);
	});

	it('is reached by the browser of a sign-in at the port that this comes back to, each time until that is over', async () => {
		const free = await service('');
		const { say, callbacks } = await start();
		const port = free + 1;
		const back = () =>
			fetch(`http://127.0.0.1:${port}/?code=1`, { headers: { connection: 'close' } }).then(
				(answer) => answer.text(),
				(error) => error.cause.code,
			);
		for (const answer of ['signed in', 'signed in again']) {
			const waiting = say(
				`const server = require('node:http').createServer((q, r) => { r.end('${answer}'); server.close(() => {}); server.closeIdleConnections(); });
				 await new Promise((done) => server.listen(${port}, '127.0.0.1', done)); return new Promise((done) => server.on('close', () => done('closed')));`,
			);
			expect(await back()).toBe('ECONNREFUSED');
			callbacks?.open(port);
			callbacks?.open(port);
			await expect.poll(back).toBe(answer);
			expect(await waiting).toBe('closed');
			callbacks?.close();
			expect(await back()).toBe('ECONNREFUSED');
		}
	});

	it('shares the network of this machine where nobody said otherwise', async () => {
		const port = await service('shared');
		const { say } = await start({ network: null });
		expect(await say(fetching(`http://127.0.0.1:${port}/`))).toBe('shared');
		expect(await say('return String(process.env.http_proxy);')).toBe(process.env['http_proxy'] ?? 'undefined');
	});
});
