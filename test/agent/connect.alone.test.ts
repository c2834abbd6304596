import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { connect, connected, createFakeHost, inRoot, scripted, unwrap } from './fake-host.js';

const start = (name: string, host = createFakeHost()) => connected(scripted(name), host);

async function isGone(pid: number): Promise<boolean> {
	try {
		process.kill(pid, 0);
	} catch {
		return true;
	}
	// A dead process whose new parent never collects it is still listed.
	const { readFile } = await import('node:fs/promises');
	const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ') Z');
	return stat.slice(stat.lastIndexOf(')')).startsWith(') Z');
}

/** A session with the scripted agent. */
async function open(name: string, host = createFakeHost()) {
	const connection = await start(name, host);
	const { sessionId } = unwrap(await connection.newSession(inRoot));
	const ask = (text = 'go') => connection.prompt(sessionId, [{ type: 'text', text }]);
	return { host, connection, sessionId, ask };
}

test('The handshake tells who the agent is and what it can do.', async () => {
	const { info } = await start('requests');
	expect(info).toMatchObject({ title: 'Scripted', name: 'scripted', version: '1.2.3', protocolVersion: 1 });
	expect(info.prompt).toEqual({ image: true, audio: false, embeddedContext: false });
	expect(info).toMatchObject({ sessions: { close: true, load: false } });
	expect(info.authMethods).toEqual([{ id: 'browser', name: 'Browser', description: 'Opens a page', type: 'agent' }]);
});

test.each([
	['a missing command', { command: 'no-such-agent-here', args: ['--acp'] }, /no-such-agent-here --acp.*not found/],
	['a file that may not be run', { command: `${process.cwd()}/package.json`, args: [] }, /no permission/],
	[
		'a missing directory',
		{ command: process.execPath, args: [], cwd: '/no/such/dir' },
		/\/no\/such\/dir does not exist/,
	],
	['a command with a zero byte', { command: 'a\0b', args: [] }, /Could not start/],
])('%s fails as agent-start with the command and what to do', async (_, launch, message) => {
	const result = await connect({ name: 'x', env: {}, ...launch }, createFakeHost());
	expect(result).toMatchObject({ ok: false, failure: { code: 'agent-start' } });
	if (!result.ok) expect(result.failure.message).toMatch(message);
});

test('A known agent that is missing is named with the command that installs it.', async () => {
	const launch = { name: 'codex', command: 'codex-acp', args: [], env: { PATH: '/nowhere' } };
	const result = await connect(launch, createFakeHost());
	expect(result).toMatchObject({ failure: { hint: 'Install it: npm install -g @agentclientprotocol/codex-acp' } });
});

test('An agent that never answers times out with its last words.', async () => {
	const host = createFakeHost();
	const result = await connect(scripted('silent'), host, { handshakeTimeout: 800 });
	expect(result).toMatchObject({ ok: false, failure: { code: 'timed-out', detail: 'thinking about it' } });
	if (!result.ok) expect(result.failure.message).toMatch(/silent\.mjs" did not answer initialize within 0\.8 s/);
});

test('An agent that ends at the start is reported at once, with its exit code and standard error.', async () => {
	const result = await connect(scripted('exits-at-start'), createFakeHost(), { handshakeTimeout: 60_000 });
	expect(result).toMatchObject({
		failure: { code: 'agent-handshake', detail: 'cannot find my configuration\nsecond line' },
	});
	if (!result.ok) expect(result.failure.message).toMatch(/exited with code 3 before it answered/);
});

test.each([
	['wrong-version', /speaks ACP 7 only; acp-tui speaks ACP 1\./],
	['speaks-later', /speaks ACP 2, 3 only; acp-tui speaks ACP 1\./],
	['refuses-handshake', /refused the handshake \(1001\): no home directory/],
])('The handshake of %s fails and says why', async (name, message) => {
	const result = await connect(scripted(name), createFakeHost());
	expect(result).toMatchObject({ ok: false, failure: { code: 'agent-handshake' } });
	if (!result.ok) expect(result.failure.message).toMatch(message);
});

test.each([
	['a program that is not there', { command: 'no-such-agent-anywhere', args: [] }, true],
	['a shell that finds none', { command: '/bin/sh', args: ['-c', 'exit 127'] }, true],
	['a file that may not be run', { command: '/bin/sh', args: ['-c', 'exit 126'] }, true],
	['another version of the protocol', scripted('wrong-version'), true],
	['later versions alone', scripted('speaks-later'), true],
	['a program that ends', { command: '/bin/sh', args: ['-c', 'exit 1'] }, undefined],
	['a refusal for another reason', scripted('refuses-handshake'), undefined],
])('With %s another start is known to fail, or not', async (_, { command, args }, expected) => {
	const result = await connect({ name: 'x', command, args, env: {} }, createFakeHost());
	expect(result.ok ? null : result.failure.isPermanent).toBe(expected);
});

test.runIf(process.getuid?.() !== 0)('A directory that cannot be entered is named, not the program.', async () => {
	const closed = mkdtempSync(join(tmpdir(), 'acp-tui-closed-'));
	chmodSync(closed, 0o000);
	const { command, args } = scripted('silent');
	const result = await connect({ name: 'x', command, args, env: {}, cwd: closed }, createFakeHost());
	chmodSync(closed, 0o700);
	expect(result.ok ? null : result.failure.message).toContain(`no permission to enter the directory ${closed}`);
});

test('A start that is called off ends the process.', async () => {
	const controller = new AbortController();
	const host = createFakeHost();
	const onStderr = () => controller.abort();
	const result = await connect(scripted('silent'), { ...host, onStderr }, { signal: controller.signal });
	expect(result).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
});

test('Lines that are no messages are counted and never answered, and characters survive chunk borders.', async () => {
	const { host, connection, ask } = await open('junk');
	expect(unwrap(await ask())).toEqual({ reason: 'end_turn' });
	expect(host.text()).toBe('beforegrün €😀');
	expect(host.junk()).toBe(5);
	expect(host.events.at(-1)?.event).toMatchObject({ type: 'unknown', label: 'answer to nothing that was asked' });
	expect((await connection.close()).junkLines).toBe(5);
});

test('An agent that ignores its input and SIGTERM is gone within three seconds.', async () => {
	const { connection, sessionId, ask } = await open('stubborn');
	const turn = ask();
	const before = performance.now();
	const [exit, again] = await Promise.all([connection.close(), connection.close()]);
	expect(performance.now() - before).toBeLessThan(3000);
	expect(exit).toMatchObject({ code: null, signal: 'SIGKILL', expected: true });
	expect(again).toEqual(exit);
	expect(await turn).toMatchObject({ ok: false, failure: { code: 'agent-exit' } });
	expect(await ask()).toMatchObject({ ok: false, failure: { code: 'agent-exit' } });
	await connection.cancel(sessionId);
	await connection.closeSession(sessionId);
});

test('A grandchild that ignores SIGTERM does not outlive the agent, though the agent left by itself.', async () => {
	const { host, connection, ask } = await open('leaves-grandchild');
	unwrap(await ask());
	const grandchild = Number(host.text());
	await expect.poll(() => host.stderr).toContain('up');
	const before = performance.now();
	expect(await connection.close()).toMatchObject({ code: 0, expected: true });
	expect(performance.now() - before).toBeLessThan(3000);
	expect(await isGone(grandchild)).toBe(true);
});

test('A crash in a turn fails the turn with the exit code and what was said before it is kept.', async () => {
	const { host, connection, ask } = await open('crashes');
	const result = await ask();
	expect(result).toMatchObject({ failure: { code: 'agent-exit', message: 'Scripted exited with code 42.' } });
	expect(host.text()).toBe('so far');
	expect(await connection.exited).toMatchObject({ code: 42, expected: false, stderrTail: ['panic: out of luck'] });
});

test('An agent that closes its output but lives on is ended.', async () => {
	const { connection, ask } = await open('closes-output');
	expect(await ask()).toMatchObject({ failure: { code: 'agent-exit' } });
	expect(await connection.exited).toMatchObject({ signal: 'SIGTERM' });
});

test('An agent that closes its input is ended by the next word to it, and nothing throws.', async () => {
	const { host, connection, sessionId, ask } = await open('closes-input');
	const turn = ask();
	await expect.poll(host.text).toBe('deaf now');
	// The pipe takes words until its other end is really closed.
	const nag = setInterval(() => void connection.cancel(sessionId), 20);
	expect(await turn).toMatchObject({ ok: false, failure: { code: 'agent-exit' } });
	clearInterval(nag);
	expect(await connection.exited).toMatchObject({ signal: 'SIGTERM' });
});

test('A line of two megabytes arrives whole.', async () => {
	const { host, ask } = await open('huge');
	unwrap(await ask());
	expect(host.text()).toHaveLength(2 * 1024 * 1024);
});

test('Five thousand chunks arrive in order and cost little.', async () => {
	const { host, ask } = await open('flood');
	const before = process.cpuUsage();
	unwrap(await ask('5000'));
	const { user, system } = process.cpuUsage(before);
	expect(host.text()).toBe(Array.from({ length: 5000 }, (_, index) => `${index}\n`).join(''));
	expect((user + system) / 1000).toBeLessThan(1500);
});

test('Strange updates become events, and nothing of them is lost or throws.', async () => {
	const { host, ask } = await open('strange-updates');
	expect(unwrap(await ask())).toEqual({ reason: 'unknown', word: 'tired' });
	const reported = host.events.map(({ event }) =>
		event.type === 'unknown' ? event.label : event.type === 'tool' ? event.patch : event.type,
	);
	expect(reported).toEqual([
		{ id: 'c1', title: 'Call' },
		{ id: 'never-announced', status: 'completed' },
		'update "from_the_future"',
		'tool_call without toolCallId',
		{ id: 'c2', kind: 'other' },
		'tool_call with unreadable title, status',
		'update that is not an object',
		'broken plan',
		'session/update without sessionId',
		'session/update without sessionId',
		'notification "my/notification"',
	]);
	expect(new Set(host.events.map((item) => item.sessionId))).toEqual(new Set(['s1']));
});

test('What was sent behind the answer to the prompt is seen after it, though ids of both sides overlap.', async () => {
	const { host, ask } = await open('after-the-end');
	const atEnd = await ask().then(() => host.text());
	expect(atEnd).toBe('in the turn');
	await expect.poll(host.text).toBe('in the turnafter it');
	expect(host.permissions.map(({ request }) => request.patch.id)).toEqual(['a', 'b', 'c']);
});

test('Errors are reported with the text that agents hide, and a sign-in with the ways that the agent offers.', async () => {
	const { connection, sessionId, ask } = await open('refuses');
	expect(await connection.newSession(inRoot)).toMatchObject({
		failure: { code: 'auth-required', hint: 'To sign in: acp-tui login refuses' },
	});
	const failures = [
		await connection.setMode(sessionId, 'x'),
		await connection.setConfigOption(sessionId, 'x', true),
		await ask(),
	].map((result) => (result.ok ? '' : `${result.failure.code} ${result.failure.message}`));
	expect(failures).toEqual([
		'auth-required Scripted needs you to sign in: Bad key',
		'agent-error Scripted answered session/set_config_option with an error (-32603): no code',
		'agent-error Scripted answered session/prompt with an error (-32603): the list says why',
	]);
});

test('A change that is never answered ends as timed out, a prompt waits on.', async () => {
	const { connection, sessionId, ask } = await open('stubborn');
	let isTurnOver = false;
	const turn = ask().then(() => {
		isTurnOver = true;
	});
	vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
	const change = connection.setMode(sessionId, 'plan');
	vi.advanceTimersByTime(60_000);
	vi.useRealTimers();
	expect(await change).toEqual({
		ok: false,
		failure: { code: 'timed-out', message: 'Scripted did not answer session/set_mode within 20 s.' },
	});
	expect(isTurnOver).toBe(false);
	await connection.close();
	await turn;
});

test('A prompt that is answered as a cancelled request ended as cancelled.', async () => {
	const { ask } = await open(
		'takes-back',
		createFakeHost(() => new Promise(() => {})),
	);
	expect(unwrap(await ask())).toEqual({ reason: 'cancelled' });
});

test('The traffic of both sides is written down with the time since the start.', async () => {
	const lines: { t: number; dir: string; msg: unknown }[] = [];
	const features = { files: false, terminals: true };
	const record = (line: (typeof lines)[number]) => lines.push(line);
	await connected(scripted('requests'), createFakeHost(), { features }, { clientVersion: '9.9.9', record });
	expect(lines.map(({ dir }) => dir)).toEqual(['c2a', 'a2c']);
	expect(lines[0]?.msg).toEqual({
		jsonrpc: '2.0',
		id: 0,
		method: 'initialize',
		params: {
			protocolVersion: 1,
			clientCapabilities: {
				fs: { readTextFile: false, writeTextFile: false },
				terminal: true,
				session: { configOptions: { boolean: {} }, notices: {}, compaction: {} },
				subagents: {},
				_meta: { terminal_output: true },
			},
			clientInfo: { name: 'acp-tui', title: 'acp-tui', version: '9.9.9' },
		},
	});
	expect(lines.every(({ t }) => t >= 0 && t < 60_000)).toBe(true);
});

test('The tokens of a turn, which no schema of the SDK has as stable, reach the end of the turn.', async () => {
	const { ask } = await open('counts');
	expect(unwrap(await ask())).toMatchObject({
		reason: 'end_turn',
		usage: {
			inputTokens: 100,
			outputTokens: 20,
			cachedReadTokens: 30,
			cachedWriteTokens: 4,
			totalTokens: 154,
			models: [{ model: 'large', totalTokens: 154 }],
		},
	});
});
