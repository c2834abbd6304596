import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { env } from 'node:process';
import { createInterface } from 'node:readline';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';

let folder = '';

beforeAll(async () => {
	folder = await mkdtemp(join(tmpdir(), 'demo-main-'));
	const input = new URL('../agents/rigs/main.ts', import.meta.url).pathname;
	const bundle = await rolldown({ input, platform: 'node', logLevel: 'silent' });
	await bundle.write({ file: join(folder, 'demo.mjs'), format: 'esm' });
});

afterAll(() => rm(folder, { recursive: true, force: true }));

type Line = { readonly id?: number; readonly method?: string; readonly params?: unknown; readonly result?: unknown };

/** The bundled agent as a child, with every line that it writes. */
function start() {
	const child = spawn(process.execPath, [join(folder, 'demo.mjs')], {
		cwd: folder,
		env: { ...env, ACP_TUI_DEMO_PACE: '0' },
		stdio: 'pipe',
	});
	onTestFinished(() => void child.kill('SIGKILL'));
	const lines: string[] = [];
	const errors: string[] = [];
	const answers = new Map<number, (line: Line) => void>();
	createInterface({ input: child.stdout }).on('line', (text) => {
		lines.push(text);
		if (!text.startsWith('{"jsonrpc"') || !text.endsWith('}')) return;
		const line: Line = JSON.parse(text);
		if (line.method === undefined) answers.get(line.id ?? -1)?.(line);
		else if (line.id !== undefined) write(child, { id: line.id, error: { code: -32601, message: 'Method not found' } });
	});
	child.stderr.on('data', (chunk: Buffer) => errors.push(chunk.toString()));
	let nextId = 1;
	const request = (method: string, params: unknown): Promise<Line> => {
		const { promise, resolve } = Promise.withResolvers<Line>();
		answers.set(nextId, resolve);
		write(child, { id: nextId, method, params });
		nextId += 1;
		return promise;
	};
	const open = async (): Promise<string> => {
		await request('initialize', { protocolVersion: 1, clientCapabilities: {} });
		const { result } = await request('session/new', { cwd: folder, mcpServers: [] });
		return (result as { sessionId: string }).sessionId;
	};
	const prompt = (sessionId: string, text: string) =>
		request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] });
	return { child, lines, errors, open, prompt };
}

function write(child: ChildProcess, message: object): void {
	child.stdin?.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

test('over stdio it answers a prompt, writes nothing but protocol, and leaves when its input ends', async () => {
	const demo = start();
	const sessionId = await demo.open();
	expect(await demo.prompt(sessionId, 'hello')).toMatchObject({ result: { stopReason: 'end_turn' } });
	for (const line of demo.lines) expect(JSON.parse(line)).toMatchObject({ jsonrpc: '2.0' });
	demo.child.stdin.end();
	expect(await once(demo.child, 'exit')).toEqual([0, null]);
	expect(demo.errors.join('')).toBe('');
});

test.each(['/hang', '/ignore-cancel forever', '/slow', '/flood 1000000 100000'])(
	'it leaves when its input ends in the middle of %s',
	async (text) => {
		const demo = start();
		const sessionId = await demo.open();
		void demo.prompt(sessionId, text);
		await expect.poll(() => demo.lines.join('\n')).toContain('session_info_update');
		demo.child.stdin.end();
		expect(await once(demo.child, 'exit')).toEqual([0, null]);
	},
);

test('/crash ends it with 3 and a word on standard error', async () => {
	const demo = start();
	void demo.prompt(await demo.open(), '/crash');
	expect(await once(demo.child, 'exit')).toEqual([3, null]);
	expect(demo.errors.join('')).toContain('panic');
});

test('a client that breaks off without reading does not make it complain', async () => {
	const demo = start();
	const sessionId = await demo.open();
	void demo.prompt(sessionId, '/flood 1000000 1000000');
	await expect.poll(() => demo.lines.length).toBeGreaterThan(100);
	demo.child.stdout.destroy();
	expect(await once(demo.child, 'exit')).toEqual([0, null]);
	expect(demo.errors.join('')).toBe('');
});

test('what is no JSON on its input is answered with an error, and it goes on', async () => {
	const demo = start();
	const sessionId = await demo.open();
	demo.child.stdin.write('nonsense\n[]\n');
	expect(await demo.prompt(sessionId, '/refuse')).toMatchObject({ result: { stopReason: 'refusal' } });
	expect(demo.lines.join('\n')).toContain('-32700');
});
