import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { outsideServers } from '../../../../src/services/sandbox/agents/outside-servers.js';

/** Its number is that of no process, so that nobody is inside. */
const NOBODY = 2 ** 30;

const LISTENS = `require('node:net').createServer().listen(process.argv[2] ?? 0, '127.0.0.1', () => console.log('ready'))`;
const HOLDS = `require('node:fs').openSync(process.argv[1], 'w');`;

test.runIf(process.platform === 'linux').each([
	['listens on a port and has a file of the agent open', (file: string) => [HOLDS + LISTENS, file], true],
	['listens on a socket', (file: string) => [HOLDS + LISTENS, file, `${file}.sock`], true],
	['listens alone', (file: string) => [LISTENS, file], false],
	[
		'has a file open alone',
		(file: string) => [`${HOLDS}setInterval(() => {}, 1e9); console.log('ready')`, file],
		false,
	],
])('Who %s.', async (_, words, isFound) => {
	const folder = realpathSync(mkdtempSync(join(tmpdir(), 'outside-')));
	const [code = '', ...args] = words(join(folder, 'db'));
	const child = spawn(process.execPath, ['-e', code, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
	try {
		await once(child.stdout, 'data');
		const found = await outsideServers([folder], NOBODY);
		expect(found.map(({ pid }) => pid)).toEqual(isFound ? [child.pid] : []);
		expect(await outsideServers([join(folder, 'other')], NOBODY)).toEqual([]);
	} finally {
		child.kill('SIGKILL');
		rmSync(folder, { recursive: true });
	}
});
