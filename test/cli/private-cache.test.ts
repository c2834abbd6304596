import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
// @ts-expect-error: the launcher is plain JavaScript, so that an old Node.js can load it.
import { makePrivateCache } from '../../bin/private-cache.js';
import { temporaryFolder } from '../services/temporary-folder.js';

const { chmodSync, existsSync, mkdirSync, statSync, symlinkSync, writeFileSync } = fs;
const bin = fileURLToPath(new URL('../../bin/acp-tui.js', import.meta.url));
const make = (folder: string): boolean => makePrivateCache(folder, { fs, path });

test('The cache of compiled code is for the user alone.', () => {
	const folder = path.join(temporaryFolder(), 'cache', 'acp-tui', 'compile');
	mkdirSync(path.join(folder, '..', '..'));
	expect(make(folder)).toBe(true);
	expect(statSync(folder).mode & 0o777).toBe(0o700);
	expect(make(folder)).toBe(true);
});

test.each([
	['the folder', (folder: string) => chmodSync(folder, 0o777)],
	[
		'a folder in it',
		(folder: string) => {
			mkdirSync(path.join(folder, 'v24'));
			chmodSync(path.join(folder, 'v24'), 0o770);
		},
	],
	['a link in it', (folder: string) => symlinkSync('/tmp', path.join(folder, 'v24'))],
])('Code that others could have put there is thrown away: %s.', (_, open) => {
	const folder = path.join(temporaryFolder(), 'acp-tui', 'compile');
	expect(make(folder)).toBe(true);
	writeFileSync(path.join(folder, 'code'), '');
	open(folder);
	expect(make(folder)).toBe(true);
	expect(existsSync(path.join(folder, 'code'))).toBe(false);
	expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test('A cache in a folder that all may write, or that cannot be made, is not used.', () => {
	const above = path.join(temporaryFolder(), 'acp-tui');
	mkdirSync(above);
	chmodSync(above, 0o777);
	expect(make(path.join(above, 'compile'))).toBe(false);
	expect(make('/proc/nowhere/acp-tui/compile')).toBe(false);
});

const own = (folder: string) => ({
	ACP_TUI_STATE_DIR: folder,
	ACP_TUI_CONFIG_DIR: folder,
	// Compiling the program anew would be most of its start.
	NODE_COMPILE_CACHE: fileURLToPath(new URL('../../node_modules/.cache/drive', import.meta.url)),
});

test.runIf(process.platform !== 'win32')('SIGUSR1 opens no debugger.', async () => {
	const folder = temporaryFolder();
	const env = { ...process.env, ...own(folder) };
	// It waits for its standard input to end, so it lives as long as this test wants.
	const child = spawn(process.execPath, [bin, '-p', '--timeout', '30', 'hi', '-C', folder], { env, stdio: 'pipe' });
	let said = '';
	child.stderr.on('data', (data: Buffer) => {
		said += data;
	});
	await loaded(child.pid ?? 0);
	for (let times = 0; times < 5; times += 1) child.kill('SIGUSR1');
	child.stdin.end();
	const [code] = await once(child, 'close');
	expect({ code, said }).toEqual({ code: 0, said: expect.not.stringContaining('Debugger') });
});

test.runIf(process.platform === 'linux')('A debugger that SIGUSR1 opened before is closed again.', async () => {
	const folder = temporaryFolder();
	// The signal is answered before the program has a line of its own.
	const early = path.join(folder, 'early.mjs');
	const waits = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);';
	writeFileSync(early, `process.kill(process.pid, 'SIGUSR1'); ${waits}`);
	const env = { ...process.env, ...own(folder), NODE_OPTIONS: `--import=${early}` };
	const child = spawn(process.execPath, [bin, '-p', '--timeout', '30', 'hi', '-C', folder], { env, stdio: 'pipe' });
	onTestFinished(() => void child.kill('SIGKILL'));
	const pid = child.pid ?? 0;
	await loaded(pid);
	await vi.waitFor(() => expect(listening(pid)).toEqual([]), { timeout: 500, interval: 10 });
	child.stdin.end();
	await once(child, 'close');
});

/** The sockets of the internet at which a process listens. */
function listening(pid: number): readonly string[] {
	const table = fs.readFileSync(`/proc/${pid}/net/tcp`, 'utf8').split('\n').slice(1);
	const inodes = new Set(
		table.map((line) => line.trim().split(/\s+/)).flatMap((row) => (row[3] === '0A' ? [row[9]] : [])),
	);
	const links = fs.readdirSync(`/proc/${pid}/fd`).flatMap((name) => {
		try {
			return [fs.readlinkSync(`/proc/${pid}/fd/${name}`)];
		} catch {
			return [];
		}
	});
	return links.filter((link) => inodes.has(/^socket:\[(\d+)\]$/.exec(link)?.[1]));
}

/** Settles once the program reads its standard input, which is long after it began to listen for signals. */
async function loaded(pid: number): Promise<void> {
	const isCaught = (): boolean => {
		const caught = /SigCgt:\s*([0-9a-f]+)/.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '0';
		// SIGHUP, which the program's own code takes over and Node.js does not.
		return (BigInt(`0x${caught}`) & 1n) !== 0n;
	};
	while (!isCaught()) await new Promise((resolve) => setTimeout(resolve, 10));
}
