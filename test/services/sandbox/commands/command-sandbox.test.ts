import { mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { CommandAccess } from '../../../../src/core/sandbox/command-access.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { commandsIn, never, type Ran, READ } from './sandboxed.js';

/** A home folder with secrets and a workspace in it, and what runs commands there in sandboxes. */
function place() {
	const top = temporaryFolder();
	const home = join(top, 'home');
	const workspace = join(home, 'workspace');
	for (const folder of [workspace, join(home, '.ssh'), join(top, 'outside')]) mkdirSync(folder, { recursive: true });
	writeFileSync(join(home, '.ssh/id'), 'secret\n');
	writeFileSync(join(home, 'private.txt'), 'private\n');
	writeFileSync(join(home, '.gitconfig'), '[user]\nname = Test\n');
	writeFileSync(join(workspace, 'a.txt'), 'a\n');
	return { top, home, workspace, ...commandsIn({ workspace, home, env: { PATH: process.env['PATH'], HOME: home } }) };
}

const run = ({ run }: Pick<ReturnType<typeof place>, 'run'>, argv: readonly string[], access = READ): Promise<Ran> =>
	run(argv, access);

const sh = (at: Parameters<typeof run>[0], line: string, access?: CommandAccess) => run(at, ['sh', '-c', line], access);

describe.runIf(process.platform === 'linux')('a command that only reads', () => {
	it('sees the workspace and not the rest of the home folder, and changes nothing', async () => {
		const at = place();
		const { home } = at;
		expect(await run(at, ['cat', 'a.txt'])).toEqual({
			output: 'a',
			exit: { code: 0, signal: null },
			isSandboxed: true,
		});
		expect((await sh(at, `ls -A ${home}`)).output.split(/\s+/).sort()).toEqual(['.gitconfig', 'workspace']);
		expect((await sh(at, `cat ${home}/.ssh/id ${home}/private.txt`)).output).toMatch(/^(?:.*No such file.*\n?){2}$/);
		expect((await sh(at, 'echo x >b.txt; rm a.txt; mv a.txt c.txt')).output).toMatch(
			/(?:.*Read-only file system.*\n?){3}/,
		);
		expect((await sh(at, `echo x >${home}/.bashrc; ls ${home}/..`)).output).toMatch(
			/.bashrc: (?:Permission denied|Read-only file system)\nhome$/,
		);
		expect(readdirSync(at.workspace)).toEqual(['a.txt']);
	});

	it('reaches no network and no socket of the user', async () => {
		const at = place();
		const server = createServer((socket) => socket.end('reached'));
		const inside = createServer((socket) => socket.end('reached'));
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		await new Promise<void>((resolve) => inside.listen(join(at.workspace, 'socket'), resolve));
		onTestFinished(() => void [server.close(), inside.close()]);
		const address = server.address();
		const port = typeof address === 'object' ? address?.port : 0;
		const connect = (to: string) =>
			run(at, [
				process.execPath,
				'-e',
				`require('net').connect(${to}).on('data', (d) => console.log(String(d))).on('error', (e) => console.log(e.code))`,
			]);
		expect((await connect(`${port}, '127.0.0.1'`)).output).toBe('ECONNREFUSED');
		expect((await connect(`'${at.workspace}/socket'`)).output).toMatch(/EAFNOSUPPORT|ENOTSOCK|ECONNREFUSED/);
	});

	it.each([
		['exit 3', { code: 3, signal: null }],
		['kill -TERM $$', { code: null, signal: 'SIGTERM' }],
		['kill -KILL $$', { code: null, signal: 'SIGKILL' }],
		['kill -SEGV $$', { code: null, signal: 'SIGSEGV' }],
		['exit 143', { code: 143, signal: null }],
	])('that says «%s» ends as it does without a sandbox', async (line, exit) => {
		expect((await sh(place(), line)).exit).toEqual(exit);
	});

	it('is ended as it is without a sandbox: asked first, and it ends in its own time', async () => {
		const at = place();
		const created = await at.terminals.create(
			{
				sessionId: 's',
				command: 'sh',
				args: ['-c', 'trap "echo bye; exit 7" TERM; echo ready; while :; do sleep 0.01; done'],
				env: [],
				cwd: at.workspace,
				sandbox: READ,
			},
			{ onData: () => {}, onExit: () => {} },
		);
		const id = created.ok ? created.value.terminalId : '';
		const text = () => {
			const output = at.terminals.output(id);
			return output.ok ? output.value.output : '';
		};
		await vi.waitFor(() => expect(text()).toContain('ready'));
		expect(await at.terminals.kill(id)).toEqual({ ok: true, value: undefined });
		expect(await at.terminals.waitForExit(id, never)).toEqual({ ok: true, value: { code: 7, signal: null } });
		expect(text()).toContain('bye');
	});

	it('leaves no process behind', async () => {
		const at = place();
		const { output } = await sh(
			at,
			'setsid sleep 4711 >/dev/null 2>&1 & cut -d" " -f1 /proc/self/stat; readlink /proc/self/ns/pid',
		);
		expect(output).toContain('pid:[');
		await sh(at, 'true');
		await at.sandbox.close();
		const living = readdirSync('/proc').filter((pid) => {
			try {
				return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('sleep\x004711');
			} catch {
				return false;
			}
		});
		expect(living).toEqual([]);
	});

	it('has its environment and not what only enters', async () => {
		const at = place();
		const { output } = await run(at, ['env']);
		expect(output).toContain(`HOME=${realpathSync(at.home)}`);
		expect(output).not.toMatch(/ACP_TUI|LC_ALL/);
	});
});

const WRITE: CommandAccess = { files: 'write', network: false, folders: [] };

describe.runIf(process.platform === 'linux')('a command that was allowed', () => {
	it('changes the workspace and temporary files, sees nothing else of the home folder', async () => {
		const at = place();
		const { home } = at;
		const { output } = await sh(at, `echo x >b.txt; echo y >/tmp/t; cat b.txt /tmp/t; ls -A1 ${home}`, WRITE);
		expect(output).toBe('x\ny\n.gitconfig\nworkspace');
		expect(readFileSync(join(at.workspace, 'b.txt'), 'utf8')).toBe('x\n');
		expect(
			(
				await sh(
					at,
					`cat ${home}/.ssh/id ${home}/private.txt 2>/dev/null; echo x >${home}/new; mkdir ${home}/.other`,
					WRITE,
				)
			).output,
		).toMatch(/^(?:.*(?:Read-only file system|Permission denied)\n?){2}$/);
		expect(readdirSync(home).sort()).toEqual(['.gitconfig', '.ssh', 'private.txt', 'workspace']);
	});

	it('reaches the network and changes other folders where that was said', async () => {
		const at = place();
		const server = createServer((socket) => socket.end('reached'));
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		onTestFinished(() => void server.close());
		const address = server.address();
		const port = typeof address === 'object' ? address?.port : 0;
		const script = `require('net').connect(${port}, '127.0.0.1').on('data', (d) => console.log(String(d))).on('error', (e) => console.log(e.code))`;
		mkdirSync(join(at.home, 'cache'));
		const open: CommandAccess = { files: 'write', network: true, folders: ['~/cache', '/', at.home, '/no/such'] };
		expect((await run(at, [process.execPath, '-e', script], WRITE)).output).toBe('ECONNREFUSED');
		expect((await run(at, [process.execPath, '-e', script], open)).output).toBe('reached');
		expect((await sh(at, `echo x >${at.home}/cache/x; echo x >${at.home}/x`, open)).output).toMatch(
			/Read-only|Permission denied/,
		);
		expect(readdirSync(join(at.home, 'cache'))).toEqual(['x']);
	});
});
