import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createAgentSandboxes } from '../../../../src/services/sandbox/agents/agent-sandboxes.js';
import { temporaryFolder } from '../../temporary-folder.js';

/** What a script wrote that an agent runs in plan mode, whose workspace is a home folder with keys deep in it. */
async function run(script: string): Promise<string> {
	const folder = temporaryFolder();
	const home = join(folder, 'home');
	for (const name of ['.config/Code/User/globalStorage', '.local/share/fish', '.local/share/agent'])
		mkdirSync(join(home, name), { recursive: true });
	mkdirSync(join(folder, 'temporary'));
	writeFileSync(join(home, '.config/Code/User/globalStorage/key'), 'key\n');
	writeFileSync(join(home, '.local/share/fish/fish_history'), 'typed\n');
	const server = createServer().listen(join(home, '.config/Code/main.sock'));
	onTestFinished(() => void server.close());
	await new Promise((resolve) => server.once('listening', resolve));
	const { confine } = createAgentSandboxes({
		...{ workspace: home, home, roots: () => [], hidden: [], keys: [], readable: [] },
		temporary: async () => join(folder, 'temporary'),
	});
	const confined = await confine(
		{ type: 'ready', command: '/bin/sh', args: ['-c', script], cwd: home, env: { ...process.env } },
		{ kind: 'fence', access: 'read', writable: [join(home, '.local/share/agent/')], planFolders: [], denied: [] },
	);
	if (!confined.ok) throw new Error(`${confined.failure.message} ${confined.failure.detail}`);
	onTestFinished(() => confined.value.confinement.close());
	const { command, args, cwd, env } = confined.value.launch;
	const { stdout, stderr } = spawnSync(command, [...args], { cwd, env: { ...env }, encoding: 'utf8' });
	return `${stdout}${stderr}`.trim();
}

describe.runIf(process.platform === 'linux')('folders that hold keys, mounted so that they cannot be renamed', () => {
	it('leave a socket covered that is in one of them', async () => {
		expect(await run('test -S .config/Code/main.sock && echo a socket')).toBe('');
	});

	it('leave what is the agent’s own as it is', async () => {
		const said = await run('echo 1 >.local/share/agent/new && echo 2 >new; cat .local/share/fish/fish_history');
		expect(said).toMatch(/^\S+ \d+: cannot create new: Read-only file system$/);
	});
});
