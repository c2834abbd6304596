import { chmod, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AgentLaunch } from '../../../src/core/agent-info.js';
import type { Confine, PreparedLaunch } from '../../../src/core/agent-port.js';
import { fail, succeed } from '../../../src/core/failure.js';
import type { Confinement } from '../../../src/core/sandbox/confinement.js';
import { isSameProgram } from '../../../src/services/sign-in/own-program.js';
import { createTerminalSignIn } from '../../../src/services/sign-in/terminal-sign-in.js';
import { UNCONFINED } from '../../agent/fake-host.js';
import { must } from '../must.js';

let folder = '';
let bin = '';
beforeEach(async () => {
	folder = await realpath(await mkdtemp(join(tmpdir(), 'acp-tui-program-')));
	bin = join(folder, 'bin');
	await mkdir(bin);
});
afterEach(() => rm(folder, { recursive: true }));

async function put(name: string, text: string): Promise<string> {
	const file = join(folder, name);
	await writeFile(file, text);
	await chmod(file, 0o755);
	return file;
}

const still = new AbortController().signal;
const prepare = async ({ command, args, env }: AgentLaunch, cwd: string): Promise<PreparedLaunch> =>
	command.startsWith('missing')
		? { type: 'missing' }
		: { type: 'ready', command, args, cwd, env: { PATH: '/usr/bin:/bin', ...env } };
const noSandbox: Confine = async () => fail('could-not-start', 'no sandbox here');
const guard = { add: vi.fn(), remove: vi.fn() };
const program = () => createTerminalSignIn({ prepare, cwd: folder, confine: noSandbox, terminal: null, guard });
const launch = (command: string, ...args: string[]): AgentLaunch => ({
	name: 'agent',
	command,
	args,
	env: { OWN: '1' },
});
const terminal = {
	type: 'terminal',
	id: 't',
	name: 'T',
	args: ['--login', 'a b'],
	env: { FROM: 'method', OWN: '2' },
} as const;

test('The arguments of the method go behind the usual ones, its environment over the usual one.', async () => {
	const plan = await program().plan(launch('/opt/agent', '--acp'), terminal, { isPlain: false, mustAgree: false });
	expect(plan).toMatchObject({
		value: {
			command: '/opt/agent',
			args: ['--acp', '--login', 'a b'],
			env: { PATH: '/usr/bin:/bin', OWN: '2', FROM: 'method' },
			isOwnProgram: true,
			cwd: folder,
		},
	});
	expect(plan.ok && plan.value.line).toMatch(/^FROM=method OWN=2 \/opt\/agent --acp --login ['"]a b['"]$/);
	const plain = await program().plan(launch('/opt/agent', '--acp'), terminal, { isPlain: true, mustAgree: false });
	expect(plain).toMatchObject({ value: { args: ['--login', 'a b'] } });
	expect(await program().plan(launch('missing'), terminal, { isPlain: false, mustAgree: false })).toMatchObject({
		failure: { code: 'could-not-start', message: expect.stringMatching(/missing was not found/) },
	});
});

test('Whether the older form starts the agent’s own program is known by the files, not by names.', async () => {
	const script = await put('agent.mjs', '#!/usr/bin/env node\n');
	const other = await put('other.mjs', '#!/usr/bin/env node\n');
	const binary = await put('binary', '\x7fELF');
	await symlink(script, join(bin, 'agent'));
	await symlink(process.execPath, join(bin, 'node'));
	await symlink('/bin/sh', join(bin, 'sh'));
	await symlink(binary, join(bin, 'starter'));
	const same = (one: string[], two: string[]) => {
		const words = ([command = '', ...args]: string[]) => ({ command, args, path: bin });
		return isSameProgram(words(one), words(two));
	};
	expect(await same(['agent'], [process.execPath, script, '--cli', 'login'])).toBe(true);
	expect(await same([join(bin, 'agent'), '--acp'], ['agent', '--login'])).toBe(true);
	expect(await same(['node', script, '--acp'], [process.execPath, script, '--login'])).toBe(true);
	expect(await same([binary, 'acp'], ['starter', 'login'])).toBe(true);
	// Another script, another interpreter, code as an option, what starts something else, what cannot be found.
	expect(await same(['agent'], [process.execPath, other])).toBe(false);
	expect(await same(['agent'], ['/bin/sh', script])).toBe(false);
	expect(await same(['node', script], ['node', '-e', 'evil()', script])).toBe(false);
	expect(await same(['node', script], ['node'])).toBe(false);
	expect(await same(['npx', '-y', 'agent'], ['npx', '-y', 'agent'])).toBe(false);
	expect(await same(['sh', '-c', 'agent'], ['sh', '-c', 'agent'])).toBe(false);
	expect(await same(['nowhere'], ['nowhere'])).toBe(false);
	expect(await same(['node', 'agent.mjs'], ['node', 'agent.mjs'])).toBe(false);
});

test('Without the usual arguments an interpreter would run what the agent names: that is another program.', async () => {
	const script = await put('agent.mjs', '');
	const evil = { ...terminal, args: ['-e', 'evil()'] } as const;
	const node = launch(process.execPath, script);
	expect(await program().plan(node, evil, { isPlain: false, mustAgree: false })).toMatchObject({
		value: { isOwnProgram: true },
	});
	expect(await program().plan(node, evil, { isPlain: true, mustAgree: false })).toMatchObject({
		value: { isOwnProgram: false, args: ['-e', 'evil()'], line: expect.stringContaining('evil()') },
	});
	expect(
		await program().plan(launch('npx', '-y', 'agent'), terminal, { isPlain: true, mustAgree: false }),
	).toMatchObject({ value: { isOwnProgram: false } });
	const own = launch(await put('binary', '\x7fELF'), 'acp');
	expect(await program().plan(own, terminal, { isPlain: true, mustAgree: false })).toMatchObject({
		value: { isOwnProgram: true },
	});
});

test.each([
	['an escape sequence that would hide a part', 'true \x1b]0;; echo hidden\x07'],
	['a line break', 'true # all\necho hidden'],
	['a change of direction', 'echo \u202egnp'],
	['more than anybody reads', 'x'.repeat(5000)],
])('Another program’s line with %s is refused, as nobody could agree to it.', async (_, script) => {
	const command = { command: '/bin/sh', args: ['-c', script] };
	const older = { type: 'terminal-command', id: 'o', name: 'O', command, env: {} } as const;
	const refused = { failure: { code: 'could-not-start', hint: 'Choose another way to sign in.' } };
	expect(await program().plan(launch('/opt/agent'), older, { isPlain: false, mustAgree: false })).toMatchObject(
		refused,
	);
	const own = { ...terminal, args: [script] };
	expect(await program().plan(launch('/opt/agent'), own, { isPlain: false, mustAgree: true })).toMatchObject(refused);
});

test('It runs where the agent would, and how it ended is reported; wrong usage is known for what it is.', async () => {
	const run = async (text: string) => {
		const file = await put('login', `#!/bin/sh\n${text}\n`);
		const plan = must(await program().plan(launch(file), terminal, { isPlain: true, mustAgree: false }));
		return program().run(plan, UNCONFINED, still);
	};
	expect(await run(`echo "$@ $FROM $(pwd)" > ${join(folder, 'out')}`)).toMatchObject({
		value: { code: 0, isUsageError: false },
	});
	expect(await readFile(join(folder, 'out'), 'utf8')).toBe(`--login a b method ${folder}\n`);
	expect(await run('exit 1')).toMatchObject({ value: { code: 1, isUsageError: false } });
	expect(await run('exit 64')).toMatchObject({ value: { code: 64, isUsageError: true } });
	expect(await run('exit 2')).toMatchObject({ value: { code: 2, isUsageError: true } });
	expect(await run('kill -9 $$')).toMatchObject({ value: { code: null, signal: 'SIGKILL', isUsageError: false } });
	const gone = { line: 'gone', isOwnProgram: true, command: join(folder, 'gone'), args: [], cwd: folder, env: {} };
	expect(await program().run(gone, UNCONFINED, still)).toMatchObject({ failure: { code: 'could-not-start' } });
});

test('While it runs ctrl+c is its own, and what is given up ends.', async () => {
	const listener = vi.fn();
	process.on('SIGINT', listener);
	const giveUp = new AbortController();
	const file = await put('login', `#!/bin/sh\necho $$ > ${join(folder, 'pid')}\nexec sleep 60\n`);
	const plan = must(await program().plan(launch(file), terminal, { isPlain: true, mustAgree: false }));
	const running = program().run(plan, UNCONFINED, giveUp.signal);
	await vi.waitFor(async () => expect(await readFile(join(folder, 'pid'), 'utf8')).toMatch(/\d\n/));
	process.emit('SIGINT');
	expect(listener).not.toHaveBeenCalled();
	const pid = Number(await readFile(join(folder, 'pid'), 'utf8'));
	expect(guard.add).toHaveBeenLastCalledWith(pid);
	expect(guard.remove).not.toHaveBeenCalledWith(pid);
	giveUp.abort();
	expect(await running).toMatchObject({ value: { code: null, signal: 'SIGTERM' } });
	expect(guard.remove).toHaveBeenLastCalledWith(pid);
	process.emit('SIGINT');
	expect(listener).toHaveBeenCalledOnce();
	process.off('SIGINT', listener);
});

test('In a sandbox it has a terminal of its own, which it cannot type into for others, and nothing is started without the sandbox.', async () => {
	const file = await put('login', '#!/bin/sh\n[ -t 0 ] && [ -t 1 ] && tty > "$OUT"; exit 64\n');
	const closed = vi.fn(async () => {});
	const confine: Confine = async (inside, wanted) =>
		succeed({
			launch: { ...inside, env: { ...inside.env, OUT: join(folder, wanted.kind) } },
			confinement: { ...({} as Confinement), close: closed },
			started: () => {},
		});
	const fence = { kind: 'fence', access: 'read', writable: [], planFolders: [], denied: [] } as const;
	const outer = { keys: process.stdin, screen: process.stdout };
	const signIn = createTerminalSignIn({ prepare, cwd: folder, confine, terminal: outer, guard });
	const plan = must(await signIn.plan(launch(file), terminal, { isPlain: false, mustAgree: false }));
	expect(await signIn.run(plan, fence, still)).toMatchObject({ value: { code: 64, isUsageError: true } });
	expect(await readFile(join(folder, 'fence'), 'utf8')).toMatch(/^\/dev\/pts\/\d+\n$/);
	expect(closed).toHaveBeenCalledOnce();
	expect(await program().run(plan, fence, still)).toMatchObject({ failure: { message: 'no sandbox here' } });
});
