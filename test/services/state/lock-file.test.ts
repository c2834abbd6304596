import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withLock } from '../../../src/services/state/lock-file.js';

const folder = () => mkdtempSync(join(tmpdir(), 'acp-tui-lock-'));

function lockFile(content: string, secondsAgo: number): string {
	const lock = join(folder(), 'rules.lock');
	writeFileSync(lock, content);
	const then = Date.now() / 1000 - secondsAgo;
	utimesSync(lock, then, then);
	return lock;
}

async function processThatEnded(): Promise<number> {
	const child = spawn(process.execPath, ['--version'], { stdio: 'ignore' });
	await once(child, 'exit');
	return child.pid ?? 0;
}

test('The lock of a killed program does not keep others waiting', async () => {
	const lock = lockFile(`${await processThatEnded()}-0123456789abcdef`, 2);
	expect(await withLock(lock, async () => 'done', 500)).toEqual({ ok: true, value: 'done' });
	expect(readdirSync(join(lock, '..'))).toEqual([]);
});

test.each([
	['of a running program', `${process.pid}-0123456789abcdef`, 2],
	['that was just taken, by a process that is not seen from here', '999999999-0123456789abcdef', 0],
	['that does not say whose it is', 'somebody', 2],
])('A lock %s is respected', async (_what, content, secondsAgo) => {
	const lock = lockFile(content, secondsAgo);
	const outcome = await withLock(lock, async () => 'done', 60);
	expect(outcome).toMatchObject({ ok: false, failure: { code: 'timed-out' } });
	expect(readdirSync(join(lock, '..'))).toEqual(['rules.lock']);
});

test('A lock that nobody gave back for long is forgotten, whoever took it', async () => {
	for (const content of [`${process.pid}-0123456789abcdef`, 'somebody', '']) {
		const lock = lockFile(content, 60);
		expect(await withLock(lock, async () => 'done', 500)).toEqual({ ok: true, value: 'done' });
	}
});

test('Many who want the lock get it one after the other, also past one that was left behind', async () => {
	const lock = lockFile(`${await processThatEnded()}-0123456789abcdef`, 60);
	let inside = 0;
	const works = Array.from({ length: 20 }, () =>
		withLock(lock, async () => {
			inside += 1;
			expect(inside).toBe(1);
			await new Promise((resolve) => setImmediate(resolve));
			inside -= 1;
		}),
	);
	expect((await Promise.all(works)).every(({ ok }) => ok)).toBe(true);
});
