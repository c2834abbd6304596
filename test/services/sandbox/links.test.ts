import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ConfinementOptions } from '../../../src/core/sandbox/confinement.js';
import { createAgentSandboxes } from '../../../src/services/sandbox/agents/agent-sandboxes.js';
import { createCommandSandbox } from '../../../src/services/sandbox/commands/command-sandbox.js';

let folder = '';
const at = (...names: readonly string[]): string => join(folder, ...names);

beforeEach(() => {
	folder = realpathSync(mkdtempSync(join(tmpdir(), 'links-')));
	for (const name of ['home/.ssh', 'home/.agent', 'home/dot/aws', 'home/work/src', 'temporary', 'root']) {
		mkdirSync(at(name), { recursive: true });
	}
	writeFileSync(at('home/.ssh/id'), 'SECRET\n');
	writeFileSync(at('home/dot/aws/credentials'), 'SECRET\n');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What a line of an agent in a sandbox wrote. */
async function agent(line: string, workspace: string, change: Partial<ConfinementOptions> = {}): Promise<string> {
	const sandboxes = createAgentSandboxes({
		workspace,
		roots: () => [],
		home: at('home'),
		hidden: [],
		keys: [],
		readable: [at('home')],
		temporary: async () => at('temporary'),
	});
	const wanted: ConfinementOptions = {
		kind: 'fence',
		access: 'read',
		writable: [],
		planFolders: [],
		denied: [],
		...change,
	};
	const launch = { type: 'ready', command: '/bin/sh', args: ['-c', line], cwd: workspace, env: process.env } as const;
	const confined = await sandboxes.confine(launch, wanted);
	if (!confined.ok) throw new Error(`${confined.failure.message} ${confined.failure.detail}`);
	const { launch: inside, confinement } = confined.value;
	const { stdout, stderr } = spawnSync(inside.command, [...inside.args], { cwd: '/', encoding: 'utf8' });
	await confinement.close();
	return `${stdout}${stderr}`;
}

/** What a line of a command that was let through wrote. */
async function command(line: string, workspace: string): Promise<string> {
	const sandbox = createCommandSandbox({
		setting: 'require',
		env: process.env,
		session: () => ({ folders: [workspace], home: at('home'), ownFolders: [] }),
		folder: async () => at('root'),
	});
	const entered = await sandbox.enter({
		access: { files: 'write', network: false, folders: [] },
		program: '/bin/sh',
		args: ['-c', line],
		cwd: workspace,
		env: { PATH: '/usr/bin:/bin', HOME: at('home') },
	});
	if (!entered.ok || entered.value === null) throw new Error('there is no sandbox');
	const { file, args, env, leave } = entered.value;
	const { stdout, stderr } = spawnSync(file, [...args], { cwd: '/', env: { ...env }, encoding: 'utf8' });
	leave();
	await sandbox.close();
	return `${stdout}${stderr}`;
}

describe.runIf(process.platform === 'linux')('a link', () => {
	it.each(['../.ssh', '/'])('in the place of the repository around the workspace opens nothing: %s', async (target) => {
		symlinkSync(target === '/' ? at('home/.ssh') : target, at('home/work/.git'));
		const line = `cat ${at('home/.ssh/id')}; echo x >${at('home/.ssh/new')}`;
		expect(await command(line, at('home/work/src'))).not.toContain('SECRET');
		expect(await agent(line, at('home/work/src'), { access: 'write' })).not.toContain('SECRET');
		expect(existsSync(at('home/.ssh/new'))).toBe(false);
	});

	it('to credentials, as managers of dotfiles make them, leads nowhere', async () => {
		symlinkSync('dot/aws', at('home/.aws'));
		symlinkSync('/dev/null', at('home/.bash_history'));
		const line = `cat ${at('home/.aws/credentials')} ${at('home/dot/aws/credentials')}; echo x >/dev/null && echo done`;
		for (const said of [await command(line, at('home/work')), await agent(line, at('home/work'))]) {
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
				'covered\n',
			);
		} finally {
			server.close();
		}
	});
});
