import {
	chmodSync,
	closeSync,
	lstatSync,
	openSync,
	readFileSync,
	truncateSync,
	writeFileSync,
	writeSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { copySparse } from '../../../src/services/files/sparse-copy.js';
import { temporaryFolder } from '../temporary-folder.js';

const MB = 1024 * 1024;

/** Data at these places of a file that is otherwise a hole. */
function sparse(path: string, size: number, places: readonly number[]): void {
	writeFileSync(path, '');
	truncateSync(path, size);
	const file = openSync(path, 'r+');
	for (const place of places) writeSync(file, `data at ${place}`, place);
	closeSync(file);
}

async function copied(from: string, to: string, mode = 0o644) {
	const handle = await open(from);
	let bytes = 0;
	await copySparse(handle, to, { mode, onBytes: (more) => (bytes += more) }).finally(() => handle.close());
	return bytes;
}

test.each([
	['nothing but a hole', 8 * MB, []],
	['data at the beginning', 8 * MB, [0]],
	['data at the end', 8 * MB, [8 * MB - 20]],
	['data between holes', 8 * MB, [MB, 3 * MB + 77, 5 * MB - 5]],
	['an odd size', 3 * MB + 12345, [2 * MB]],
	['an empty file', 0, []],
])('a copy holds the same and takes no more room: %s', async (_, size, places) => {
	const folder = temporaryFolder();
	const [from, to] = [join(folder, 'from'), join(folder, 'to')];
	sparse(from, size, places);
	await copied(from, to, 0o640);
	expect(readFileSync(to).equals(readFileSync(from))).toBe(true);
	expect(lstatSync(to).blocks).toBeLessThanOrEqual(lstatSync(from).blocks + 256 * places.length);
	expect(lstatSync(to).mode & 0o7777).toBe(0o640);
});

test.runIf(process.platform === 'linux')('a hole of a terabyte costs neither room nor time', async () => {
	const folder = temporaryFolder();
	const [from, to] = [join(folder, 'from'), join(folder, 'to')];
	const size = 2 ** 40;
	sparse(from, size, [0, size - 100]);
	const bytes = await copied(from, to);
	expect(lstatSync(to).size).toBe(size);
	expect(lstatSync(to).blocks * 512).toBeLessThan(MB);
	expect(bytes).toBeLessThan(MB);
});

test('zeros that take room in the one file take none in its copy, and a program keeps no rights of its owner', async () => {
	const folder = temporaryFolder();
	const [from, to] = [join(folder, 'from'), join(folder, 'to')];
	writeFileSync(from, Buffer.concat([Buffer.alloc(2 * MB), Buffer.from('end')]));
	chmodSync(from, 0o4755);
	await copied(from, to, 0o755);
	expect(readFileSync(to).equals(readFileSync(from))).toBe(true);
	expect(lstatSync(to).blocks * 512).toBeLessThan(MB);
	expect(lstatSync(to).mode & 0o7777).toBe(0o755);
});

test('what is there already is never replaced', async () => {
	const folder = temporaryFolder();
	const [from, to] = [join(folder, 'from'), join(folder, 'to')];
	writeFileSync(from, 'new');
	writeFileSync(to, 'old');
	await expect(copied(from, to)).rejects.toMatchObject({ code: 'EEXIST' });
	expect(readFileSync(to, 'utf8')).toBe('old');
});
