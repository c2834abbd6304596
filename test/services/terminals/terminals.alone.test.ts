import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { TerminalSpawn, TerminalsPort } from '../../../src/core/terminals-port.js';
import type { ExitStatus } from '../../../src/core/tool-call.js';
import { createTerminals, type TerminalsOptions } from '../../../src/services/terminals/terminals.js';
import { isAlive } from '../../drive/processes.js';
import { must } from '../must.js';
import { temporaryFolder } from '../temporary-folder.js';

const environment = process.env;
const IS_LONG = environment['ACP_TUI_LONG'] === '1';
const never = new AbortController().signal;

type Running = {
	readonly id: string;
	readonly calls: readonly string[];
	readonly exits: readonly ExitStatus[];
	data(): string;
	output(): string;
	exit(): Promise<ExitStatus>;
};

function setUp(options: Partial<TerminalsOptions> = {}): TerminalsPort {
	const terminals = createTerminals({ env: { PATH: environment['PATH'], HOME: '/' }, ...options });
	onTestFinished(() => terminals.closeAll());
	return terminals;
}

async function run(
	terminals: TerminalsPort,
	argv: readonly string[],
	more: Partial<TerminalSpawn> = {},
): Promise<Running> {
	const [command = '', ...args] = argv;
	const calls: string[] = [];
	const exits: ExitStatus[] = [];
	const request = { sessionId: 's', command, args, env: [], cwd: '/tmp', ...more };
	const { terminalId: id } = must(
		await terminals.create(request, { onData: (_, data) => calls.push(data), onExit: (_, exit) => exits.push(exit) }),
	);
	return {
		id,
		calls,
		exits,
		data: () => calls.join(''),
		output() {
			const result = terminals.output(id);
			return result.ok ? result.value.output : result.failure.code;
		},
		async exit() {
			const result = await terminals.waitForExit(id, never);
			return result.ok ? result.value : { code: null, signal: result.failure.code };
		},
	};
}

function shell(terminals: TerminalsPort, script: string, more: Partial<TerminalSpawn> = {}): Promise<Running> {
	return run(terminals, ['sh', '-c', script], more);
}

async function pidsFrom(running: Running, count: number): Promise<readonly number[]> {
	await vi.waitFor(() => expect(running.output().match(/pid=\d+/g) ?? []).toHaveLength(count), 10_000);
	return [...running.output().matchAll(/pid=(\d+)/g)].map(([, pid]) => Number(pid));
}

test.each([
	['exit 0', { code: 0, signal: null }, ''],
	['printf hello; exit 3', { code: 3, signal: null }, 'hello'],
	['echo out; echo err >&2; exit 255', { code: 255, signal: null }, 'out\nerr\n'],
	['kill -TERM $$', { code: null, signal: 'SIGTERM' }, ''],
	['kill -KILL $$', { code: null, signal: 'SIGKILL' }, ''],
	['kill -INT $$; sleep 5', { code: null, signal: 'SIGINT' }, ''],
	['test -t 0 && test -t 1 && stty size', { code: 0, signal: null }, '32 120\n'],
	['printf "äöü€😀"', { code: 0, signal: null }, 'äöü€😀'],
])('%s ends as it does, and its output is whole', async (script, exit, output) => {
	const terminals = setUp();
	const running = await shell(terminals, script);
	expect(await running.exit()).toEqual(exit);
	expect(terminals.output(running.id)).toEqual({ ok: true, value: { output, truncated: false, exit } });
	expect(running.exits).toEqual([exit]);
	expect(running.data()).toBe(output.replaceAll('\n', '\r\n'));
});

test('arguments reach the command as they are: there is no shell', async () => {
	const running = await run(setUp(), ['printf', '%s|', '$HOME', '`id`', 'a b', '', '; rm -rf x', '*', '"']);
	await running.exit();
	expect(running.output()).toBe('$HOME|`id`|a b||; rm -rf x|*|"|');
});

test('a command runs in its folder, with its variables and without our secrets', async () => {
	const cwd = temporaryFolder();
	const terminals = setUp({ env: { PATH: environment['PATH'], MY_API_KEY: 'k', ACP_TUI_X: 'x', PLAIN: 'p' } });
	const running = await shell(terminals, 'pwd; echo "[$MY_API_KEY$ACP_TUI_X] $PLAIN $EXTRA $TERM $PAGER"', {
		cwd,
		env: [{ name: 'EXTRA', value: 'e x' }],
	});
	await running.exit();
	expect(running.output()).toBe(`${cwd}\n[] p e x xterm-256color cat\n`);
});

test('a relative command is found from its folder, a bare one on the PATH of the request', async () => {
	const cwd = temporaryFolder();
	mkdirSync(join(cwd, 'bin'));
	writeFileSync(join(cwd, 'bin/tool'), '#!/bin/sh\necho tool "$@"\n', { mode: 0o755 });
	const terminals = setUp();
	const direct = await run(terminals, ['./bin/tool', '1'], { cwd });
	const named = await run(terminals, ['tool', '2'], { cwd, env: [{ name: 'PATH', value: 'bin:/usr/bin:/bin' }] });
	await Promise.all([direct.exit(), named.exit()]);
	expect([direct.output(), named.output()]).toEqual(['tool 1\n', 'tool 2\n']);
});

test.each([
	['no-such-command-4711', {}, /no-such-command-4711 was not found\./],
	['./plain.txt', {}, /may not be run: permission denied\./],
	['./folder', {}, /not an executable file\./],
	['./missing', {}, /was not found\./],
	['', {}, /no usable name\./],
	['sh\0x', {}, /no usable name\./],
	['sh', { args: ['a\0b'] }, /NUL/],
	['sh', { cwd: '/no/such/folder' }, /is not a folder\./],
	['sh', { env: [{ name: 'A=B', value: '' }] }, /cannot be set\./],
])('%j with %j is not started, and one sentence says why', async (command, more, message) => {
	const cwd = temporaryFolder();
	mkdirSync(join(cwd, 'folder'));
	writeFileSync(join(cwd, 'plain.txt'), 'x');
	chmodSync(join(cwd, 'plain.txt'), 0o644);
	const request = { sessionId: 's', command, args: [], env: [], cwd, ...more };
	const result = await setUp().create(request, { onData() {}, onExit() {} });
	expect(result).toMatchObject({
		ok: false,
		failure: { code: 'could-not-start', message: expect.stringMatching(message) },
	});
});

test.each([
	[5, 'printf "0123456789"', '56789', true],
	[10, 'printf "0123456789"', '0123456789', false],
	[0, 'printf x', '', true],
	[4, 'printf "aé€"', '€', true],
	[5, 'printf "x😀ab"', 'ab', true],
	[-3, 'printf x', '', true],
])('with %j bytes kept, %s leaves %j', async (outputByteLimit, script, output, truncated) => {
	const terminals = setUp();
	const running = await shell(terminals, script, { outputByteLimit });
	await running.exit();
	expect(terminals.output(running.id)).toMatchObject({ ok: true, value: { output, truncated } });
});

test('a command without a sandbox hides nothing, and neither does one that nobody started', async () => {
	const terminals = setUp();
	const { id } = await run(terminals, ['true']);
	for (const each of [id, 'no-such-terminal']) expect(await terminals.hides?.(each, '/etc/passwd')).toBe(false);
});

test('a flood is reported in few batches, in order, and costs no memory', async () => {
	const megabytes = IS_LONG ? 1024 : 8;
	const terminals = setUp();
	let chars = 0;
	let calls = 0;
	const before = process.memoryUsage().rss;
	let most = before;
	const request = {
		sessionId: 's',
		command: 'sh',
		args: ['-c', `yes | head -c ${megabytes}M; echo; echo end`],
		env: [],
		cwd: '/tmp',
	};
	const startedAt = performance.now();
	const created = await terminals.create(request, {
		onData(_, data) {
			chars += data.length;
			calls += 1;
			most = Math.max(most, process.memoryUsage().rss);
		},
		onExit() {},
	});
	const id = created.ok ? created.value.terminalId : '';
	expect(await terminals.waitForExit(id, never)).toEqual({ ok: true, value: { code: 0, signal: null } });
	const took = performance.now() - startedAt;
	const size = megabytes * 1024 * 1024;
	expect(chars).toBe(size * 1.5 + '\r\nend\r\n'.length);
	// A batch is reported when 16 ms have passed or 256 Ki characters have come, whichever is first.
	expect(calls).toBeLessThan(chars / (256 * 1024) + took / 16 + 2);
	expect(most - before).toBeLessThan(150 * 1024 * 1024);
	const output = terminals.output(id);
	expect(output.ok && output.value.truncated).toBe(true);
	expect(output.ok && Buffer.byteLength(output.value.output)).toBe(1024 * 1024);
	expect(output.ok && output.value.output.endsWith('y\n\nend\n')).toBe(true);
}, 300_000);

test('the end of the output is not lost when the program is busy while the command ends', async () => {
	const terminals = setUp();
	const stop = new AbortController();
	// Each turn takes longer than the library leaves the terminal open, and reads a few kilobytes.
	const keepBusy = () => {
		if (!stop.signal.aborted) {
			Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 250);
			setImmediate(keepBusy);
		}
	};
	const running = await shell(terminals, "head -c 20000 /dev/zero | tr '\\0' x; echo the end");
	keepBusy();
	await running.exit();
	stop.abort();
	expect(running.data()).toBe(`${'x'.repeat(20_000)}the end\r\n`);
	expect(running.output()).toBe(`${'x'.repeat(20_000)}the end\n`);
});

test('output can be read while the command runs', async () => {
	const terminals = setUp();
	const running = await shell(terminals, 'echo ready; exec sleep 60');
	await vi.waitFor(() => expect(running.output()).toBe('ready\n'));
	expect(terminals.output(running.id)).toEqual({ ok: true, value: { output: 'ready\n', truncated: false } });
});

test('a command that closes its terminal before it ends is not hung up', async () => {
	const running = await shell(setUp(), 'echo ready; exec <&- >&- 2>&-; sleep 0.2; exit 3');
	expect(await running.exit()).toEqual({ code: 3, signal: null });
	expect(running.output()).toBe('ready\n');
});

test('killing asks first, and the output stays readable', async () => {
	const terminals = setUp();
	const running = await shell(terminals, 'trap "echo bye; exit 7" TERM; echo ready; while :; do sleep 0.05; done');
	await vi.waitFor(() => expect(running.output()).toBe('ready\n'));
	expect(await terminals.kill(running.id)).toEqual({ ok: true, value: undefined });
	expect(await running.exit()).toEqual({ code: 7, signal: null });
	expect(running.output()).toMatch(/^ready\n(Terminated\n)?bye\n$/);
	expect(await terminals.kill(running.id)).toEqual({ ok: true, value: undefined });
});

const STUBBORN: readonly (readonly [what: string, script: string, count: number])[] = [
	['a plain command', 'echo pid=$$; exec sleep 600', 1],
	['one that ignores signals', 'trap "" TERM HUP INT; echo pid=$$; while :; do sleep 600; done', 1],
	['children and grandchildren', 'echo pid=$$; sh -c \'echo pid=$$; sh -c "echo pid=\\$\\$; sleep 600"\'; :', 3],
	[
		'background children that ignore signals',
		'(trap "" TERM HUP; sh -c \'echo pid=$$; sleep 600; :\') & echo pid=$$; wait',
		2,
	],
	['groups of their own', "set -m; sh -c 'echo pid=$$; sleep 600; :' & echo pid=$$; wait", 2],
	['a session of its own', 'setsid sh -c \'trap "" TERM HUP; echo pid=$$; sleep 600; :\' & echo pid=$$; wait', 2],
	['a stopped process', 'echo pid=$$; kill -STOP $$; sleep 600', 1],
	[
		'a grandchild in a session of its own whose parent was killed',
		`sh -c 'setsid sh -c "trap : TERM HUP; echo pid=\\$\\$; while :; do sleep 600; done" & sleep 0.2; kill -9 $$'; ` +
			'echo pid=$$; exec sleep 600',
		2,
	],
	['what a shell that ended left behind', '(trap "" TERM HUP; sh -c \'echo pid=$$; sleep 600; :\') & sleep 0.3', 1],
];

test.each(['kill', 'release', 'closeAll'] as const)('%s ends whatever runs within two seconds', async (way) => {
	const terminals = setUp();
	const failures = await Promise.all(
		STUBBORN.map(async ([what, script, count]) => {
			const running = await shell(terminals, script, { sessionId: what });
			const pids = await pidsFrom(running, count);
			const startedAt = performance.now();
			const result = way === 'closeAll' ? await terminals.closeAll(what) : await terminals[way](running.id);
			const isQuick = performance.now() - startedAt < 2200;
			const isOk = result === undefined || result.ok;
			return isOk && isQuick && !pids.some(isAlive) && running.exits.length === 1 ? [] : [what];
		}),
	);
	expect(failures.flat()).toEqual([]);
});

test.runIf(process.platform === 'linux')(
	'a service that a command started goes on once that has ended, and its own variables are those of no other',
	async () => {
		const terminals = setUp();
		const run = `(setsid sh -c 'echo pid=$$; echo [$ACP_TUI_RUN]; exec sleep 600' &); sleep 0.3`;
		const [one, other] = await Promise.all([shell(terminals, run), shell(terminals, run)]);
		const [[pid = 0], [otherPid = 0]] = await Promise.all([pidsFrom(one, 1), pidsFrom(other, 1)]);
		onTestFinished(() => {
			for (const each of [pid, otherPid]) process.kill(each, 'SIGKILL');
		});
		await Promise.all([one.exit(), other.exit()]);
		const markOf = ({ output }: Running): string | undefined => /\[(\S+)\]/.exec(output())?.[1];
		expect(markOf(one)).not.toBe(markOf(other));
		await terminals.closeAll();
		expect([pid, otherPid].map(isAlive)).toEqual([true, true]);
	},
);

test('release forgets the terminal, may be repeated, and its waiters learn the end', async () => {
	const terminals = setUp();
	const running = await shell(terminals, 'sleep 600');
	const waiting = running.exit();
	const releases = await Promise.all([terminals.release(running.id), terminals.release(running.id)]);
	expect(releases.every((result) => result.ok)).toBe(true);
	// One that the machine did not get to in its seconds is killed.
	expect(await waiting).toEqual({ code: null, signal: expect.stringMatching(/^SIG(?:TERM|KILL)$/) });
	expect(running.output()).toBe('no-such-terminal');
	expect(await terminals.release('term-never')).toEqual({ ok: true, value: undefined });
	expect(await terminals.kill(running.id)).toMatchObject({ ok: false, failure: { code: 'no-such-terminal' } });
	expect(await running.exit()).toEqual({ code: null, signal: 'no-such-terminal' });
});

test('many wait for one end, and one that is called off does not disturb the others', async () => {
	const terminals = setUp();
	const running = await shell(terminals, 'sleep 600');
	const abort = new AbortController();
	const calledOff = terminals.waitForExit(running.id, abort.signal);
	const others = Array.from({ length: 20 }, () => running.exit());
	abort.abort();
	expect(await calledOff).toMatchObject({ ok: false, failure: { code: 'cancelled' } });
	expect(await terminals.waitForExit(running.id, abort.signal)).toMatchObject({ ok: false });
	await terminals.kill(running.id);
	expect(new Set((await Promise.all(others)).map(({ signal }) => signal))).toEqual(new Set(['SIGTERM']));
	expect(await running.exit()).toEqual({ code: null, signal: 'SIGTERM' });
});

test('closing one session leaves the others alone, and stops what is just starting', async () => {
	const terminals = setUp();
	const other = await shell(terminals, 'sleep 600', { sessionId: 'other' });
	const mine = await shell(terminals, 'sleep 600');
	const starting = terminals.create(
		{ sessionId: 's', command: 'sleep', args: ['600'], env: [], cwd: '/tmp' },
		{ onData() {}, onExit() {} },
	);
	await terminals.closeAll('s');
	expect(mine.output()).toBe('no-such-terminal');
	expect(await starting).toMatchObject({ ok: false, failure: { code: 'could-not-start' } });
	expect(terminals.output(other.id)).toEqual({ ok: true, value: { output: '', truncated: false } });
});

test('no more commands run than allowed, and one that ended makes room', async () => {
	const terminals = setUp({ maxTerminals: 2 });
	const first = await shell(terminals, 'sleep 600');
	await shell(terminals, 'sleep 600');
	await expect(shell(terminals, 'echo no')).rejects.toThrow('too many');
	await terminals.kill(first.id);
	const third = await shell(terminals, 'echo yes');
	await third.exit();
	expect(third.output()).toBe('yes\n');
});

test('a command that runs too long is ended with all that it started, and its output says why', async () => {
	const running = await shell(setUp({ runtimeLimit: 100 }), 'sleep 600 & sleep 600');
	expect(await running.exit()).toEqual({ code: null, signal: 'SIGTERM' });
	expect(running.output()).toContain('[ended by acp-tui: it ran for longer than 0.1 s, the limit of a command]');
});

test('terminals that were opened, killed and released leave no process and no descriptor', async () => {
	const rounds = IS_LONG ? 200 : 30;
	const terminals = setUp({ maxTerminals: rounds });
	await (await shell(terminals, ':')).exit();
	await terminals.closeAll();
	const descriptors = () => readdirSync('/proc/self/fd').length;
	const before = descriptors();
	const running = await Promise.all(
		Array.from({ length: rounds }, (_, index) =>
			shell(terminals, index % 3 === 0 ? 'echo pid=$$' : 'sleep 600 & echo pid=$$; wait'),
		),
	);
	const pids = (await Promise.all(running.map((one) => pidsFrom(one, 1)))).flat();
	await Promise.all(running.filter((_, index) => index % 2 === 0).map(({ id }) => terminals.kill(id)));
	await Promise.all(running.map(({ id }) => terminals.release(id)));
	expect(pids).toHaveLength(rounds);
	expect(pids.filter(isAlive)).toEqual([]);
	await vi.waitFor(() => expect(descriptors()).toBeLessThanOrEqual(before));
}, 120_000);

test('A file that may be run is a program, whatever its path looks like; nothing else is.', async () => {
	const folder = temporaryFolder();
	const path = join(folder, 'my tools & more');
	writeFileSync(path, '#!/bin/sh\necho ran\n');
	const terminals = setUp();
	const isProgram = (command: string) => terminals.isProgram?.({ command, cwd: folder, env: [] });
	expect(await isProgram(path)).toBe(false);
	chmodSync(path, 0o755);
	mkdirSync(join(folder, 'a folder'));
	expect(await isProgram(path)).toBe(true);
	expect(await isProgram('./my tools & more')).toBe(true);
	for (const other of ['my tools & more', './a folder', 'ls -l', './none such', 'ls\0x', '']) {
		expect(await isProgram(other)).toBe(false);
	}
	expect(await isProgram('sh')).toBe(true);
	const ran = await run(terminals, [path]);
	expect(await ran.exit()).toMatchObject({ code: 0 });
	expect(ran.output()).toContain('ran');
});
