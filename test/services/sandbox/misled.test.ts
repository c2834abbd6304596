import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { CommandAccess } from '../../../src/core/sandbox/command-access.js';
import type { ConfinementOptions } from '../../../src/core/sandbox/confinement.js';
import { type CommandSandboxes, createCommandSandbox } from '../../../src/services/sandbox/commands/command-sandbox.js';
import { fence, madeFolder } from './agents/fenced.js';

const READ: CommandAccess = { files: 'read' };
const WRITE: CommandAccess = { files: 'write', network: false, folders: [] };

let at: ReturnType<typeof madeFolder>;

beforeEach(() => {
	at = madeFolder('home/.ssh', 'home/.agent', 'home/dot/aws', 'home/work/src', 'root');
	writeFileSync(at('home/.ssh/id'), 'SECRET\n');
	writeFileSync(at('home/dot/aws/credentials'), 'SECRET\n');
});

/** What a line of an agent in a sandbox wrote. */
async function agent(line: string, workspace: string, change: Partial<ConfinementOptions> = {}): Promise<string> {
	const fenced = await fence(at, {
		options: { workspace },
		launch: { args: ['-c', line], env: process.env },
		access: 'read',
		...change,
	});
	const said = fenced.launch();
	await fenced.confinement.close();
	return said;
}

/** The sandbox of a session's commands. */
function commands(folders: readonly string[]): CommandSandboxes {
	const sandbox = createCommandSandbox({
		setting: 'auto',
		env: { PATH: '/usr/bin:/bin' },
		session: () => ({ folders, home: at('home'), ownFolders: [] }),
		folder: async () => at('root'),
	});
	onTestFinished(() => sandbox.close());
	return sandbox;
}

/** Runs a line there; what it wrote, or why it did not run. */
async function inSandbox(
	sandbox: CommandSandboxes,
	line: string,
	{ access, env = {} }: { readonly access: CommandAccess; readonly env?: Readonly<Record<string, string>> },
): Promise<string> {
	const entered = await sandbox.enter({
		access,
		program: '/bin/sh',
		args: ['-c', line],
		cwd: at('home/work'),
		env: { PATH: '/usr/bin:/bin', HOME: at('home'), ...env },
	});
	if (!entered.ok) return `refused: ${entered.failure.code}`;
	if (entered.value === null) return 'not in a sandbox';
	const started = entered.value;
	const ran = spawnSync(started.file, [...started.args], { cwd: '/', env: { ...started.env }, encoding: 'utf8' });
	started.leave();
	return `${ran.stdout}${ran.stderr}`;
}

describe.runIf(process.platform === 'linux')('a link', () => {
	it.each(['../.ssh', '/'])('in the place of the repository around the workspace opens nothing: %s', async (target) => {
		symlinkSync(target === '/' ? at('home/.ssh') : target, at('home/work/.git'));
		const line = `cat ${at('home/.ssh/id')}; echo x >${at('home/.ssh/new')}`;
		expect(await inSandbox(commands([at('home/work/src')]), line, { access: WRITE })).not.toContain('SECRET');
		expect(await agent(line, at('home/work/src'), { access: 'write' })).not.toContain('SECRET');
		expect(existsSync(at('home/.ssh/new'))).toBe(false);
	});

	it('to credentials, as managers of dotfiles make them, leads nowhere', async () => {
		symlinkSync('dot/aws', at('home/.aws'));
		symlinkSync('/dev/null', at('home/.bash_history'));
		const line = `cat ${at('home/.aws/credentials')} ${at('home/dot/aws/credentials')}; echo x >/dev/null && echo done`;
		for (const said of [
			await inSandbox(commands([at('home/work')]), line, { access: WRITE }),
			await agent(line, at('home/work')),
		]) {
			expect(said).toContain('done');
			expect(said).not.toContain('SECRET');
		}
	});

	it('in the place of a folder for plans makes nothing writable in plan mode', async () => {
		const plans = at('home/work/.agent/plans');
		mkdirSync(at('home/work/.agent'));
		for (const target of ['../src', at('home')]) {
			symlinkSync(target, plans);
			await agent(`echo x >src/new; echo x >${at('home/new')}`, at('home/work'), { planFolders: [plans] });
			rmSync(plans);
		}
		// What the agent may write, it may make links in for its next start.
		symlinkSync(at('home/.ssh'), at('home/.agent/plans'));
		const own = { writable: [`${at('home/.agent')}/`], planFolders: [at('home/.agent/plans')] };
		const said = await agent(`cat ${at('home/.ssh/id')}; echo x >${at('home/.ssh/new')}`, at('home/work'), own);
		expect(said).not.toContain('SECRET');
		expect(['work/src/new', 'new', '.ssh/new'].filter((name) => existsSync(at('home', name)))).toEqual([]);
	});
});

describe.runIf(process.platform === 'linux')('an agent in a sandbox', () => {
	it('changes nothing in plan mode where the workspace lies in its own folder, and writes plans beside it', async () => {
		mkdirSync(at('home/.agent/project/plans'), { recursive: true });
		const workspace = at('home/.agent/project');
		const own = { writable: [`${at('home/.agent')}/`], planFolders: [join(workspace, 'plans')] };
		await agent('echo x >new; echo x >plans/a.md; echo x >../own', workspace, own);
		expect(existsSync(join(workspace, 'new'))).toBe(false);
		expect(existsSync(at('home/.agent/own'))).toBe(true);
	});

	it('reaches no socket in a workspace that lies in the folder for temporary files', async () => {
		const server = createServer();
		await new Promise<void>((resolve) => server.listen(at('home/work/socket'), resolve));
		try {
			expect(await agent('[ -S socket ] && echo there; [ -e socket ] && echo covered', at('home/work'))).toBe(
				'covered',
			);
		} finally {
			server.close();
		}
	});
});

describe.runIf(process.platform === 'linux')('a command in a sandbox', () => {
	it('is shown nothing by what the agent sets for it', async () => {
		mkdirSync(at('home/private'));
		writeFileSync(at('home/private/a'), 'SECRET');
		const sandbox = commands([at('home/work')]);
		for (const env of [{ PATH: `${at('home/private')}:/usr/bin` }, { RIPGREP_CONFIG_PATH: at('home/private/a') }]) {
			const said = await inSandbox(sandbox, `cat ${at('home/private/a')}`, { access: READ, env });
			expect(said).toContain('No such file');
		}
	});

	it('follows no link in the place of a folder that the session works in', async () => {
		mkdirSync(at('home/work/deep/more'), { recursive: true });
		const sandbox = commands([at('home/work'), at('home/work/deep/more')]);
		const move = `mv deep other; mkdir deep; ln -s ${at('home/.ssh')} deep/more; ls`;
		expect(await inSandbox(sandbox, move, { access: WRITE })).toContain('other');
		const said = await inSandbox(sandbox, `cat ${at('home/.ssh/id')}; echo x >${at('home/.ssh/new')}`, {
			access: WRITE,
		});
		expect(said).not.toContain('SECRET');
		expect(existsSync(at('home/.ssh/new'))).toBe(false);
	});

	it('does not run without one where one has worked, and says so where none has', async () => {
		const sandbox = commands([at('home/work')]);
		expect(await sandbox.isAvailable()).toBe(true);
		rmSync(at('root'), { recursive: true });
		expect(await inSandbox(sandbox, 'echo ran', { access: WRITE })).toBe('refused: could-not-start');
		const other = commands([at('home/work')]);
		expect(await other.isAvailable()).toBe(false);
		expect(await inSandbox(other, 'echo ran', { access: WRITE })).toBe('not in a sandbox');
		expect(await commands(['/']).isAvailable()).toBe(false);
	});
});
