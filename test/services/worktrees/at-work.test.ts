import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ownMark } from '../../../src/services/state/process-mark.js';
import { beginUse, countUses, isAtWork } from '../../../src/services/worktrees/worktree-uses.js';
import { temporaryFolder } from '../temporary-folder.js';

const own = await ownMark();

test('A worktree that is not ready is worked on while somebody uses it', async () => {
	const folder = temporaryFolder();
	const making = { name: 'one', state: 'making' } as const;
	expect(await isAtWork(folder, making)).toBe(false);
	const use = await beginUse(folder, 'one');
	expect(await isAtWork(folder, making)).toBe(true);
	expect(await isAtWork(folder, { ...making, state: 'ready' })).toBe(false);
	await use.release();
	expect(await isAtWork(folder, making)).toBe(false);
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
