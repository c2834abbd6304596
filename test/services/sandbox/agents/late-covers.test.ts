import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { Confinement } from '../../../../src/core/sandbox/confinement.js';
import { createAgentSandboxes } from '../../../../src/services/sandbox/agents/agent-sandboxes.js';

let folder = '';
const at = (...names: readonly string[]): string => join(folder, ...names);

beforeEach(() => {
	folder = realpathSync(mkdtempSync(join(tmpdir(), 'late-')));
	for (const name of ['work', 'home/.config', 'temporary']) mkdirSync(at(name), { recursive: true });
	writeFileSync(at('home/.netrc'), 'old password\n');
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A fenced agent that runs, and what comes of a line of shell in its sandbox. */
async function fenced(): Promise<{ readonly confinement: Confinement; readonly run: (script: string) => string }> {
	const sandboxes = createAgentSandboxes({
		workspace: at('home'),
		roots: () => [],
		home: at('home'),
		hidden: [],
		keys: [],
		// What is below the temporary folder is not shown otherwise.
		readable: [dirname(process.execPath)],
		temporary: async () => at('temporary'),
	});
	const confined = await sandboxes.confine(
		{ type: 'ready', command: '/bin/sh', args: [], cwd: at('home'), env: {} },
		{ kind: 'fence', access: 'write', writable: [], planFolders: [], denied: [] },
	);
	if (!confined.ok) throw new Error(`${confined.failure.message} ${confined.failure.detail}`);
	const { confinement } = confined.value;
	onTestFinished(() => confinement.close());
	const namespace = sandboxes.current()?.namespace;
	if (namespace === undefined) throw new Error('there is no sandbox');
	return {
		confinement,
		run(script) {
			const { command, args } = namespace.enter({ command: '/bin/sh', args: ['-c', script] }, at('home'));
			const { stdout, stderr } = spawnSync(command, [...args], { encoding: 'utf8' });
			return `${stdout}${stderr}`.trim();
		},
	};
}

describe.runIf(process.platform === 'linux')('what appears while an agent works in the home folder', () => {
	it('is hidden when it is seen: keys, in folders that were not there either, and those that are replaced', async () => {
		const { run } = await fenced();
		expect(run('cat .netrc')).not.toContain('password');
		mkdirSync(at('home/.ssh'));
		writeFileSync(at('home/.ssh/id'), 'key\n');
		mkdirSync(at('home/.cargo'));
		writeFileSync(at('home/.cargo/credentials.toml'), 'token\n');
		writeFileSync(at('home/.config/other'), 'other\n');
		writeFileSync(at('home/.netrc.new'), 'new password\n');
		renameSync(at('home/.netrc.new'), at('home/.netrc'));
		await expect.poll(() => run('cat .ssh/id .cargo/credentials.toml .netrc .config/other 2>/dev/null')).toBe('other');
		// Again, as git and others do it.
		writeFileSync(at('home/.netrc.new'), 'newer password\n');
		renameSync(at('home/.netrc.new'), at('home/.netrc'));
		await expect.poll(() => run('cat .netrc')).toContain('Permission denied');
	});

	it('is hidden when somebody asks: sockets, but not those of the agent itself', async () => {
		const { confinement, run } = await fenced();
		const server = createServer();
		await new Promise<void>((resolve) => server.listen(at('home/.config/socket'), () => resolve()));
		onTestFinished(() => void server.close());
		const own = `${process.execPath} -e "require('net').createServer().listen('own.sock', () => console.log('listening'))"`;
		run(`${own} >told 2>&1 &`);
		await expect.poll(() => run('cat told')).toBe('listening');
		expect(await confinement.hideNew()).toBeNull();
		const kind = 'test -S .config/socket && echo theirs; test -S own.sock && echo own';
		expect(run(kind)).toBe('own');
	});
});
