import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readBounded } from '../../../src/services/files/read-bounded.js';

let folder: string;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'acp-bounded-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

test('A file is read whole up to its bound; a folder, a pipe and what is larger are not read.', async () => {
	const file = join(folder, 'file');
	writeFileSync(file, 'words');
	expect(String(await readBounded(file, 5))).toBe('words');
	expect(await readBounded(file, 4)).toBe('too-large');
	expect(await readBounded(folder, 5)).toBe('not-a-file');
	execFileSync('mkfifo', [join(folder, 'pipe')]);
	expect(await readBounded(join(folder, 'pipe'), 5)).toBe('not-a-file');
	await expect(readBounded(join(folder, 'none'), 5)).rejects.toThrow('ENOENT');
});

test.runIf(process.platform === 'linux')('What claims to be empty is bounded as well.', async () => {
	expect(await readBounded('/proc/self/status', 10)).toBe('too-large');
});
