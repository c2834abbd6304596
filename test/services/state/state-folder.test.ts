import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { stateFolderProblem } from '../../../src/services/state/state-folder.js';
import { temporaryFolder } from '../temporary-folder.js';

test('A state folder that can be written is made, private and empty.', async () => {
	const folder = join(temporaryFolder(), 'a', 'state');
	expect(await stateFolderProblem(folder)).toBeNull();
	expect(statSync(folder).mode & 0o777).toBe(0o700);
	expect(readdirSync(folder)).toEqual([]);
});

test('What is wrong with a state folder is said.', async () => {
	const file = join(temporaryFolder(), 'file');
	writeFileSync(file, '');
	expect(await stateFolderProblem(file)).toBe('a file is in its place');
	expect(await stateFolderProblem(join(file, 'deeper', 'still'))).toBe('a file is in its place');
	if (existsSync('/proc/self')) expect(await stateFolderProblem('/proc/nowhere')).toBe('no folder can be made there');
});
