import {
	chmodSync,
	lstatSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { replaceFile, replaceFileSync, writeNewFile } from '../../../src/services/files/replace-file.js';

let folder = '';
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'replace-file-'));
});

const permissions = (file: string): number => statSync(file).mode & 0o777;

test.each([
	['later', replaceFile],
	['at once', async (file: string, text: string) => replaceFileSync(file, text)],
])('a file is replaced whole (%s), private and without anything left beside it', async (_, replace) => {
	const file = join(folder, 'a');
	writeFileSync(file, 'old', { mode: 0o644 });
	await replace(file, 'new');
	expect([readFileSync(file, 'utf8'), permissions(file), readdirSync(folder)]).toEqual(['new', 0o600, ['a']]);
});

test.each([
	['later', replaceFile],
	['at once', async (file: string, text: string) => replaceFileSync(file, text)],
])('a link is replaced, and what it leads to is left as it is (%s)', async (_, replace) => {
	const [link, target] = [join(folder, 'link'), join(folder, 'target')];
	writeFileSync(target, 'theirs');
	symlinkSync(target, link);
	await replace(link, 'ours');
	expect([lstatSync(link).isSymbolicLink(), readFileSync(link, 'utf8'), readFileSync(target, 'utf8')]).toEqual([
		false,
		'ours',
		'theirs',
	]);
});

test('permissions are exactly those that are asked for', async () => {
	const file = join(folder, 'program');
	await replaceFile(file, '', { adjust: (handle) => handle.chmod(0o755) });
	expect(permissions(file)).toBe(0o755);
});

test('after a failure the old file is whole and nothing else is left', async () => {
	const file = join(folder, 'a');
	writeFileSync(file, 'old');
	await expect(replaceFile(file, 'new', { adjust: () => Promise.reject(new Error('no')) })).rejects.toThrow('no');
	expect([readFileSync(file, 'utf8'), readdirSync(folder)]).toEqual(['old', ['a']]);
});

test.skipIf(process.getuid?.() === 0)(
	'a folder that may not be written is an error, not a part of a file',
	async () => {
		chmodSync(folder, 0o500);
		await expect(replaceFile(join(folder, 'a'), 'new')).rejects.toMatchObject({ code: 'EACCES' });
		expect(() => replaceFileSync(join(folder, 'a'), 'new')).toThrow(/EACCES/);
		chmodSync(folder, 0o700);
		expect(readdirSync(folder)).toEqual([]);
	},
);

test('a new file takes no place that is taken, not even by a link to nowhere', async () => {
	const file = join(folder, 'a');
	symlinkSync(join(folder, 'nowhere'), file);
	await expect(writeNewFile(file, 'new')).rejects.toMatchObject({ code: 'EEXIST' });
	expect(readdirSync(folder)).toEqual(['a']);
});
