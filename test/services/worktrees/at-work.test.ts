import { spawn } from 'node:child_process';
import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ownMark } from '../../../src/services/state/process-mark.js';
import { beginWork, endWork, isAtWork } from '../../../src/services/worktrees/at-work.js';
import { beginUse, countUses } from '../../../src/services/worktrees/uses.js';
import { temporaryFolder } from '../temporary-folder.js';

const own = await ownMark();

test('Who makes a worktree is known by more than a number, which may be given out again', async () => {
	const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
	onTestFinished(() => void child.kill('SIGKILL'));
	const other = child.pid ?? 0;
	const record = { path: '/w/one', state: 'making', at: Date.now() } as const;
	expect(await isAtWork({ ...record, by: { ...own, pid: other, startedAt: '1' } })).toBe(false);
	expect(await isAtWork({ ...record, by: { ...own, pid: process.pid, startedAt: '1' } })).toBe(false);
	expect(await isAtWork({ ...record, by: { pid: 7, startedAt: '1', machine: 'another' } })).toBe(true);
	expect(await isAtWork({ ...record, at: 0, by: { pid: 7, startedAt: '1', machine: 'another' } })).toBe(false);
	expect(await isAtWork({ ...record, state: 'ready', by: own })).toBe(false);
	expect(await isAtWork({ ...record, at: 0, by: { pid: 0, startedAt: '', machine: '' } })).toBe(false);
	expect(await isAtWork({ ...record, by: own })).toBe(false);
	beginWork('/w/one');
	expect(await isAtWork({ ...record, by: own })).toBe(true);
	endWork('/w/one');
});

test('A use counts while its program lives, here or in another container', async () => {
	const folder = temporaryFolder();
	const use = await beginUse(folder, 'one');
	const put = (id: string, mark: object, secondsAgo: number): void => {
		const file = join(folder, `.one.use.${id}`);
		writeFileSync(file, JSON.stringify({ token: '0123456789abcdef', since: 0, ...mark }));
		utimesSync(file, Date.now() / 1000 - secondsAgo, Date.now() / 1000 - secondsAgo);
	};
	put('a1', { ...own, startedAt: '1' }, 0);
	put('a2', { ...own, machine: 'another' }, 10);
	put('a3', { ...own, machine: 'another' }, 600);
	writeFileSync(join(folder, `.one.use.${process.pid}-abc`), '');
	expect(await countUses(folder, 'one', null)).toBe(2);
	expect(await countUses(folder, 'one', use.id)).toBe(1);
	await use.release();
	await use.release();
	expect(await countUses(folder, 'one', null)).toBe(1);
	expect(readdirSync(folder)).toEqual(['.one.use.a2']);
});
