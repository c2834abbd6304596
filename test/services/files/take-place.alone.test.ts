import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { link } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { takePlace } from '../../../src/services/files/replace-file.js';
import { temporaryFolder } from '../temporary-folder.js';

vi.mock(import('node:fs/promises'), async (load) => {
	const original = await load();
	return { ...original, link: vi.fn(original.link) };
});

test.each([
	['a free path', undefined, false, true],
	['a path that is taken', undefined, true, false],
	['a free path of a file system without hard links', 'EPERM', false, true],
])('A temporary file takes %s: %#', async (_, code, isTaken, takes) => {
	if (code !== undefined) vi.mocked(link).mockRejectedValueOnce(Object.assign(new Error('no links'), { code }));
	const folder = temporaryFolder();
	const [temporary, path] = [join(folder, 'temporary'), join(folder, 'file')];
	writeFileSync(temporary, 'new');
	if (isTaken) writeFileSync(path, 'theirs');
	expect(await takePlace(temporary, path)).toBe(takes);
	expect(readFileSync(path, 'utf8')).toBe(isTaken ? 'theirs' : 'new');
	expect(existsSync(temporary)).toBe(code === undefined);
});
