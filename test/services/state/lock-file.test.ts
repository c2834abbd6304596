import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { succeed } from '../../../src/core/failure.js';
import { takeInstallLock } from '../../../src/services/agents/install/install-lock.js';
import { takeLock } from '../../../src/services/sessions/session-lock.js';
import { withLock } from '../../../src/services/state/lock-file.js';
import { ownMark } from '../../../src/services/state/process-mark.js';
import { withFolderLock } from '../../../src/services/worktrees/worktree-uses.js';
import { must } from '../must.js';

const { machine, startedAt } = await ownMark();
const TOKEN = '0123456789abcdef';

function lockFile(content: object | string, secondsAgo: number): string {
	const lock = join(mkdtempSync(join(tmpdir(), 'acp-tui-lock-')), '.lock');
	writeFileSync(lock, typeof content === 'string' ? content : JSON.stringify({ token: TOKEN, since: 0, ...content }));
	const then = Date.now() / 1000 - secondsAgo;
	utimesSync(lock, then, then);
	return lock;
}

async function processThatEnded(): Promise<number> {
	const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
	await once(child, 'exit');
	return child.pid ?? 0;
}

/** A node program that lives, of which only its number is known. */
function otherProcess(): number {
	const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
	onTestFinished(() => void child.kill('SIGKILL'));
	return child.pid ?? 0;
}

/** Each way in which this program locks; null when it is not had in a moment. */
const WAYS: Readonly<Record<string, (lock: string) => Promise<string | null>>> = {
	'a file of the state folder': async (lock) => {
		const done = await withLock(lock, async () => succeed('done'), 60);
		return done.ok ? done.value : null;
	},
	'a repository’s worktrees': async (lock) => {
		const work = withFolderLock(join(lock, '..'), async () => succeed('done'));
		const done = await Promise.race([work, new Promise<null>((resolve) => setTimeout(() => resolve(null), 500))]);
		if (done === null) {
			rmSync(lock);
			await work;
		}
		return done?.ok === true ? done.value : null;
	},
	'an agent’s folder': async (lock) => {
		const turn = await takeInstallLock(lock, { signal: new AbortController().signal, patience: 60 });
		if (turn.ok) await turn.value.release();
		return turn.ok ? 'done' : null;
	},
	'a session or a shadow': async (lock) => {
		const taken = await takeLock(lock);
		if (taken.ok) await taken.value.release();
		return taken.ok ? 'done' : null;
	},
};

test.each(Object.keys(WAYS))(
	'What a killed program left is taken at once, whoever has its number now: %s',
	async (way) => {
		const cases: readonly (readonly [what: string, content: object | string, secondsAgo: number])[] = [
			['killed', { pid: await processThatEnded(), startedAt: '1', machine }, 0],
			['its number is that of another program now', { pid: otherProcess(), startedAt: '1', machine }, 0],
			['its number is ours now', { pid: process.pid, startedAt: '1', machine }, 0],
			['its number is that of the first process', { pid: 1, startedAt: '1', machine }, 0],
			['in another container, which is gone', { pid: 7, startedAt: '1', machine: 'another' }, 600],
			[
				'in another container, which showed life often',
				{ pid: 7, startedAt: '1', machine: 'another', touchEvery: 500 },
				5,
			],
			['hangs, and had it for moments', { pid: process.pid, startedAt, machine, touchEvery: 2000 }, 60],
			['nothing was written', '', 60],
			['something else was written', '{"pid":', 60],
			['something else, by a clock that was ahead', '{"pid":', -86_400],
			['in another container, by a clock that was ahead', { pid: 7, startedAt: '1', machine: 'another' }, -86_400],
		];
		for (const [what, content, secondsAgo] of cases) {
			const lock = lockFile(content, secondsAgo);
			expect([what, await WAYS[way]?.(lock)]).toEqual([what, 'done']);
			expect([what, readFolder(lock)]).toEqual([what, []]);
		}
	},
);

test.each(Object.keys(WAYS))('A lock of a program that lives, or may, is respected: %s', async (way) => {
	const cases: readonly (readonly [what: string, content: object | string, secondsAgo: number])[] = [
		['this one', { pid: process.pid, startedAt, machine }, 600],
		['in another container', { pid: 7, startedAt: '1', machine: 'another' }, 20],
		['in another container, with our number', { pid: process.pid, startedAt, machine: 'another' }, 0],
		['one of which nothing can be read yet', 'somebody', 2],
	];
	for (const [what, content, secondsAgo] of cases) {
		expect([what, await WAYS[way]?.(lockFile(content, secondsAgo))]).toEqual([what, null]);
	}
});

test('A lock that somebody else took over is not given back', async () => {
	const lock = lockFile('', 60);
	const other = JSON.stringify({ pid: 7, startedAt: '1', machine: 'another', token: TOKEN, since: 0 });
	await withLock(lock, async () => succeed(writeFileSync(lock, other)));
	expect(readFileSync(lock, 'utf8')).toBe(other);
	const turn = must(await takeInstallLock(`${lock}.turn`, { signal: new AbortController().signal }));
	expect(await turn.isHeld()).toBe(true);
	writeFileSync(`${lock}.turn`, other);
	expect(await turn.isHeld()).toBe(false);
	await turn.release();
	expect(readFileSync(`${lock}.turn`, 'utf8')).toBe(other);
});

test('Many who want the lock get it one after the other, also past one that was left behind', async () => {
	const lock = lockFile({ pid: await processThatEnded(), startedAt: '1', machine }, 60);
	let inside = 0;
	const works = Array.from({ length: 20 }, () =>
		withLock(lock, async () => {
			inside += 1;
			expect(inside).toBe(1);
			await new Promise((resolve) => setImmediate(resolve));
			inside -= 1;
			return succeed(undefined);
		}),
	);
	expect((await Promise.all(works)).every(({ ok }) => ok)).toBe(true);
});

function readFolder(lock: string): readonly string[] {
	try {
		return readdirSync(join(lock, '..'));
	} catch {
		// It went with the lock.
		return [];
	}
}
