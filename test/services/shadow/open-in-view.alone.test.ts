import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openForWriting } from '../../../src/services/sandbox/agents/open-files.js';
import { temporaryFolder } from '../temporary-folder.js';

const SCRIPT = `
const fs = require('node:fs');
for (let each = 0; each < 200; each += 1) fs.openSync(process.argv[1] + '/' + each, 'w');
fs.stat('/', () => console.log('ready'));
setInterval(() => {}, 1000);
`;

/** A process with hundreds of threads that has 200 files open; resolves when it has. */
async function withThreads(folder: string): Promise<number> {
	const env = { ...process.env, UV_THREADPOOL_SIZE: '300' };
	const child = spawn(process.execPath, ['-e', SCRIPT, folder], { env, stdio: ['ignore', 'pipe', 'ignore'] });
	onTestFinished(() => void child.kill('SIGKILL'));
	await new Promise((resolve) => child.stdout.once('data', resolve));
	return child.pid ?? 0;
}

/** Microseconds of a core; what the machine does besides does not count. */
function leastOf(act: () => unknown): number {
	const times = [1, 2, 3].map(() => {
		const before = process.cpuUsage();
		act();
		const { user, system } = process.cpuUsage(before);
		return user + system;
	});
	return Math.min(...times);
}

describe.runIf(process.platform === 'linux')('files that a process has open to be written', () => {
	test('are found once for all of its threads', async () => {
		const folder = temporaryFolder();
		const pid = await withThreads(folder);
		expect(openForWriting(pid).filter(({ path }) => path === join(folder, '7'))).toHaveLength(1);
		const ofOne = `/proc/${pid}/fdinfo`;
		const one = leastOf(() => readdirSync(ofOne).map((name) => readFileSync(`${ofOne}/${name}`, 'utf8')));
		expect(leastOf(() => openForWriting(pid))).toBeLessThan(100 * one);
	});
});
