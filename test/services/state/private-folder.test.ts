import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { makePrivateFolder, makePrivateFolderSync } from '../../../src/services/state/private-folder.js';
import { temporaryFolder } from '../temporary-folder.js';

const before = process.umask();
afterEach(() => void process.umask(before));

const both = [
	['at once', async (folder: string) => makePrivateFolderSync(folder)],
	['in its time', makePrivateFolder],
] as const;

test.each(both)('A folder is made with those above it, for the user alone under any umask, %s.', async (_, make) => {
	const root = temporaryFolder();
	process.umask(0);
	await Promise.all([make(join(root, 'a', 'b', 'c')), make(join(root, 'a', 'b', 'd'))]);
	for (const path of ['a', 'a/b', 'a/b/c', 'a/b/d']) expect(statSync(join(root, path)).mode & 0o777).toBe(0o700);
	await make(join(root, 'a'));
});

test.each(both)('A folder that is there keeps its permissions, %s.', async (_, make) => {
	const root = temporaryFolder();
	mkdirSync(join(root, 'there'), { mode: 0o755 });
	await make(join(root, 'there'));
	expect(statSync(join(root, 'there')).mode & 0o777).toBe(0o755 & ~before);
});

// Node's own recursive mkdir never returns in /proc.
test.runIf(process.platform === 'linux').each(both)(
	'What cannot be made is said, not tried for ever, %s.',
	async (_, make) => {
		const root = temporaryFolder();
		writeFileSync(join(root, 'file'), '');
		for (const folder of ['/proc/nowhere', '/proc/nowhere/deeper', join(root, 'file'), join(root, 'file', 'deeper')])
			await expect(make(folder)).rejects.toThrow(/E[A-Z]+/);
	},
);
