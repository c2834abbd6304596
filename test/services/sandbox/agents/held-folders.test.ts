import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { fence, madeFolder } from './fenced.js';

/** What a script wrote that an agent runs in plan mode, whose workspace is a home folder with keys deep in it. */
async function run(script: string): Promise<string> {
	const at = madeFolder(
		...['.config/Code/User/globalStorage', '.local/share/fish', '.local/share/agent'].map((name) => `home/${name}`),
	);
	const home = at('home');
	writeFileSync(join(home, '.config/Code/User/globalStorage/key'), 'key\n');
	writeFileSync(join(home, '.local/share/fish/fish_history'), 'typed\n');
	const server = createServer().listen(join(home, '.config/Code/main.sock'));
	onTestFinished(() => void server.close());
	await new Promise((resolve) => server.once('listening', resolve));
	const { launch } = await fence(at, {
		options: { workspace: home },
		launch: { args: ['-c', script], env: { ...process.env } },
		access: 'read',
		writable: [join(home, '.local/share/agent/')],
	});
	return launch();
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
