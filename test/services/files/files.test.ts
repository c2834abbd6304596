import {
	chmodSync,
	existsSync,
	linkSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
	truncateSync,
	writeFileSync,
} from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import type { FilesPort } from '../../../src/core/ports.js';
import { fileFailure } from '../../../src/services/files/file-failure.js';
import { createFiles } from '../../../src/services/files/files.js';
import { isStillAt } from '../../../src/services/files/open-for-reading.js';
import { temporaryFolder } from '../temporary-folder.js';
import { buildFixture } from './workspace-fixture.js';

afterEach(() => {
	vi.restoreAllMocks();
});

function setUp(): { readonly folder: string; readonly files: FilesPort } {
	const folder = temporaryFolder();
	return { folder, files: createFiles({ workspace: folder }) };
}

async function codeOf(result: Promise<{ readonly ok: boolean; readonly failure?: { readonly code: string } }>) {
	const settled = await result;
	return settled.ok ? 'ok' : settled.failure?.code;
}

test.each([
	['src/a.txt', 'src/a.txt'],
	['src/../src/./a.txt', 'src/a.txt'],
	['inside-file', 'src/a.txt'],
	['inside-absolute', 'src/a.txt'],
	['inside-dir/a.txt', 'src/a.txt'],
	['up/work/src/a.txt', 'src/a.txt'],
	['new/folder/file.txt', 'new/folder/file.txt'],
	['inside-dir/new/file.txt', 'src/new/file.txt'],
	['inside-new', 'src/new-through-link.txt'],
	['', ''],
])('the path %j is inside as %j', async (name, relative) => {
	const { workspace } = buildFixture();
	const path = `${workspace}/${name}`;
	expect(await createFiles({ workspace }).inspect(path)).toEqual({
		given: path,
		real: relative === '' ? workspace : join(workspace, relative),
		relative,
		isInside: true,
		isPlanFile: false,
	});
});

test('a workspace that is given through a link takes paths through the link and real ones', async () => {
	const { top, workspace } = buildFixture();
	symlinkSync(workspace, join(top, 'alias'));
	const files = createFiles({ workspace: join(top, 'alias') });
	expect(await files.read(join(top, 'alias/src/a.txt'))).toEqual({ ok: true, value: 'one\ntwo\n' });
	expect(await files.read(join(workspace, 'src/a.txt'))).toEqual({ ok: true, value: 'one\ntwo\n' });
});

test('a way through /proc is no way in, even when it ends inside', async () => {
	const workspace = process.cwd();
	const files = createFiles({ workspace });
	expect(await files.inspect('/proc/self/cwd/package.json')).toMatchObject({ real: null, isInside: false });
	expect(await codeOf(files.read('/proc/self/cwd/package.json'))).toBe('outside-workspace');
});

test.each([
	['plans/a.md', true],
	['plans/deep/a.md', true],
	['plans', false],
	['plans-not/a.md', false],
	['plans/.envrc', false],
	['plans/.git/config', false],
	['gemini/1234abcd/plans/a.md', true],
	['gemini/1234abcd/other/a.md', false],
	['gemini/plans/a.md', false],
	['gemini/1234abcd/plans', false],
])('%s in the home folder is a plan file: %s', async (name, isPlanFile) => {
	const home = temporaryFolder();
	const folders = [`${home}/plans`, `${home}/gemini/*/plans`];
	const files = createFiles({ workspace: temporaryFolder(), planFolders: () => folders });
	expect(await files.inspect(join(home, name))).toMatchObject({ isInside: false, isPlanFile });
	expect(await codeOf(files.write(join(home, name), '# Plan'))).toBe(isPlanFile ? 'ok' : 'outside-workspace');
});

const LINES = 'one\r\ntwo\nthree\n\nfive';
test.each([
	[{}, LINES],
	[{ line: 1 }, LINES],
	[{ line: 0, limit: 1 }, 'one\r\n'],
	[{ line: 1, limit: 2 }, 'one\r\ntwo\n'],
	[{ line: 2, limit: 1 }, 'two\n'],
	[{ line: 4, limit: 1 }, '\n'],
	[{ line: 5 }, 'five'],
	[{ line: 5, limit: 10 }, 'five'],
	[{ line: 6 }, ''],
	[{ line: 1_000_000_000 }, ''],
	[{ limit: 0 }, ''],
	[{ limit: 3 }, 'one\r\ntwo\nthree\n'],
])('reading %j gives the lines as they are', async (options, expected) => {
	const { folder, files } = setUp();
	writeFileSync(join(folder, 'a.txt'), LINES);
	expect(await files.read(join(folder, 'a.txt'), options)).toEqual({ ok: true, value: expected });
});

test.each([{ line: -1 }, { line: 1.5 }, { limit: Number.NaN }, { limit: -2 }])('%j is refused', async (options) => {
	const { folder, files } = setUp();
	writeFileSync(join(folder, 'a.txt'), LINES);
	expect(await codeOf(files.read(join(folder, 'a.txt'), options))).toBe('invalid');
});

test('pages of a file put together are the file, wherever chunks end', async () => {
	const { folder, files } = setUp();
	const text = Array.from({ length: 20_000 }, (_, index) => `${index} ${'ü'.repeat(index % 17)}\n`).join('');
	writeFileSync(join(folder, 'long.txt'), text);
	const pages: string[] = [];
	for (let line = 1; line <= 20_000; line += 3000) {
		const page = await files.read(join(folder, 'long.txt'), { line, limit: 3000 });
		pages.push(page.ok ? page.value : page.failure.message);
	}
	expect(pages.join('')).toBe(text);
});

test('a file over the limit is read in parts only, and a part over the limit is refused', async () => {
	const folder = temporaryFolder();
	const files = createFiles({ workspace: folder, maxReadBytes: 1000 });
	writeFileSync(join(folder, 'big.txt'), `${'x'.repeat(99)}\n`.repeat(50_000));
	const whole = await files.read(join(folder, 'big.txt'));
	expect(whole).toMatchObject({ ok: false, failure: { code: 'too-large', hint: expect.stringContaining('limit') } });
	expect(await files.read(join(folder, 'big.txt'), { line: 40_000, limit: 1 })).toEqual({
		ok: true,
		value: `${'x'.repeat(99)}\n`,
	});
	expect(await codeOf(files.read(join(folder, 'big.txt'), { line: 40_000, limit: 11 }))).toBe('too-large');
	expect(await codeOf(files.read(join(folder, 'big.txt'), { line: 2 }))).toBe('too-large');
	expect(await codeOf(files.read(join(folder, 'big.txt'), { line: 40_000, limit: 10 }))).toBe('ok');
	for (const [length, code] of [
		[1000, 'ok'],
		[1001, 'too-large'],
	] as const) {
		writeFileSync(join(folder, 'edge.txt'), 'x'.repeat(length));
		expect(await codeOf(files.read(join(folder, 'edge.txt')))).toBe(code);
	}
});

test.each([
	['a byte order mark', Buffer.from('\ufeffhello'), '\ufeffhello'],
	['an empty file', Buffer.alloc(0), ''],
	['UTF-16 little endian', Buffer.from('\ufeffhello', 'utf16le'), 'not-text'],
	['UTF-16 big endian', Buffer.from('\ufeffhello', 'utf16le').swap16(), 'not-text'],
	['the first byte of UTF-16 alone', Buffer.from([0xff, 0x41]), 'not-text'],
	['the other first byte of UTF-16 alone', Buffer.from([0xfe, 0x41]), 'not-text'],
	['the second byte of UTF-16 alone', Buffer.from([0x41, 0xfe]), 'not-text'],
	['a NUL', Buffer.from('a\0b'), 'not-text'],
	['Latin-1', Buffer.from('caf\xe9 au lait', 'latin1'), 'not-text'],
	['a surrogate in UTF-8', Buffer.from([0xed, 0xa0, 0x80]), 'not-text'],
	['an overlong slash', Buffer.from([0xc0, 0xaf]), 'not-text'],
])('a file with %s is read or refused as it must be', async (name, bytes, expected) => {
	const { folder, files } = setUp();
	writeFileSync(join(folder, 'a'), bytes);
	const result = await files.read(join(folder, 'a'));
	expect(result.ok ? result.value : result.failure.code).toBe(expected);
	expect(!result.ok && result.failure.message.includes('UTF-16')).toBe(name.startsWith('UTF-16'));
	// By its lines, too, wherever they stand in it.
	const lines = await files.read(join(folder, 'a'), { line: 1, limit: 1 });
	expect(lines.ok ? lines.value : lines.failure.code).toBe(expected);
	if (bytes.includes(0)) {
		writeFileSync(join(folder, 'a'), Buffer.concat([bytes, Buffer.from('\nwords\n')]));
		expect(await codeOf(files.read(join(folder, 'a'), { line: 2, limit: 1 }))).toBe('not-text');
	}
});

test('a path that leads elsewhere since it was judged is neither read nor written', async () => {
	const { folder, files } = setUp();
	for (const name of ['src', '.git/hooks']) mkdirSync(join(folder, name), { recursive: true });
	writeFileSync(join(folder, 'src/a'), 'harmless');
	writeFileSync(join(folder, '.git/hooks/a'), 'hook');
	symlinkSync('src', join(folder, 'link'));
	const path = join(folder, 'link/a');
	const { real } = await files.inspect(path);
	expect(await files.read(path, { real })).toEqual({ ok: true, value: 'harmless' });
	rmSync(join(folder, 'link'));
	symlinkSync('.git/hooks', join(folder, 'link'));
	expect(await codeOf(files.read(path, { real }))).toBe('outside-workspace');
	expect(await codeOf(files.write(path, 'evil', real))).toBe('outside-workspace');
	expect(await codeOf(files.write(join(folder, 'link/new'), 'evil', join(folder, 'src/new')))).toBe(
		'outside-workspace',
	);
	expect(readdirSync(join(folder, '.git/hooks'))).toEqual(['a']);
	expect(readFileSync(join(folder, '.git/hooks/a'), 'utf8')).toBe('hook');
});

test('of an endless file the lines at its beginning are read, and the whole is not', async () => {
	const { folder, files } = setUp();
	const path = join(folder, 'endless');
	writeFileSync(path, `${'x'.repeat(9000)}\nsecond\n`);
	truncateSync(path, 10_000_000_000);
	expect(await files.read(path, { line: 2, limit: 1 })).toEqual({ ok: true, value: 'second\n' });
	expect(await codeOf(files.read(path))).toBe('too-large');
});

test('a file with several names is replaced under one of them, and stays as it was under the others', async () => {
	const { folder, files } = setUp();
	const outside = join(temporaryFolder(), 'outside');
	writeFileSync(outside, 'theirs');
	linkSync(outside, join(folder, 'hard'));
	expect(await codeOf(files.write(join(folder, 'hard'), 'ours'))).toBe('ok');
	expect(readFileSync(outside, 'utf8')).toBe('theirs');
	expect(readFileSync(join(folder, 'hard'), 'utf8')).toBe('ours');
});

test('writing makes the folders and the file, and leaves nothing else', async () => {
	const { folder, files } = setUp();
	expect(await codeOf(files.write(join(folder, 'a/b/c.txt'), 'hello\n'))).toBe('ok');
	expect(readFileSync(join(folder, 'a/b/c.txt'), 'utf8')).toBe('hello\n');
	expect(readdirSync(folder, { recursive: true }).sort()).toEqual(['a', 'a/b', 'a/b/c.txt']);
});

test.each([
	['CRLF stays', 'a\r\nb\r\n', 'x\ny\n', 'x\r\ny\r\n'],
	['a text with its own CRLF is not touched', 'a\r\nb\r\n', 'x\r\ny\n', 'x\r\ny\n'],
	['LF stays', 'a\nb\n', 'x\ny\n', 'x\ny\n'],
	['a mixed file has no form to keep', 'a\r\nb\n', 'x\ny\n', 'x\ny\n'],
	['one line has no form', 'a', 'x\ny\n', 'x\ny\n'],
	['the byte order mark stays', '\ufeffa\n', 'x\n', '\ufeffx\n'],
	['a byte order mark is not doubled', '\ufeffa\n', '\ufeffx\n', '\ufeffx\n'],
	['both stay', '\ufeffa\r\n', 'x\n', '\ufeffx\r\n'],
	['a binary file may be replaced', 'a\0b', 'x\n', 'x\n'],
])('%s when a file is replaced', async (_, old, text, expected) => {
	const { folder, files } = setUp();
	writeFileSync(join(folder, 'a.txt'), old);
	expect(await codeOf(files.write(join(folder, 'a.txt'), text))).toBe('ok');
	expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe(expected);
});

test.each([0o755, 0o600, 0o644, 0o640])('the mode %o stays when a file is replaced', async (mode) => {
	const { folder, files } = setUp();
	writeFileSync(join(folder, 'a'), 'old');
	chmodSync(join(folder, 'a'), mode);
	expect(await codeOf(files.write(join(folder, 'a'), 'new'))).toBe('ok');
	expect(statSync(join(folder, 'a')).mode & 0o777).toBe(mode);
});

test('a link inside the workspace is written through and stays a link', async () => {
	const { workspace } = buildFixture();
	const files = createFiles({ workspace });
	expect(await codeOf(files.write(join(workspace, 'inside-file'), 'changed\n'))).toBe('ok');
	expect(await codeOf(files.write(join(workspace, 'inside-new'), 'made\n'))).toBe('ok');
	expect(lstatSync(join(workspace, 'inside-file')).isSymbolicLink()).toBe(true);
	expect(readFileSync(join(workspace, 'src/a.txt'), 'utf8')).toBe('changed\n');
	expect(readFileSync(join(workspace, 'src/new-through-link.txt'), 'utf8')).toBe('made\n');
});

test('UTF-16 is not replaced by UTF-8, and half characters are not written', async () => {
	const { folder, files } = setUp();
	const utf16 = Buffer.from('\ufeffhello', 'utf16le');
	writeFileSync(join(folder, 'a.rc'), utf16);
	expect(await codeOf(files.write(join(folder, 'a.rc'), 'x'))).toBe('not-text');
	expect(readFileSync(join(folder, 'a.rc'))).toEqual(utf16);
	expect(await codeOf(files.write(join(folder, 'b.txt'), 'a\ud800'))).toBe('invalid');
	expect(existsSync(join(folder, 'b.txt'))).toBe(false);
});

test('writes to one path happen one after another, in order', async () => {
	const { folder, files } = setUp();
	const path = join(folder, 'new/a.txt');
	const texts = Array.from({ length: 30 }, (_, index) => `${index} `.repeat(50));
	const results = await Promise.all(
		texts.map((text, index) => files.write(index % 3 === 0 ? `${folder}/x/../new/./a.txt` : path, text)),
	);
	expect(results.every((result) => result.ok)).toBe(true);
	expect(readFileSync(path, 'utf8')).toBe(texts.at(-1));
	expect(readdirSync(join(folder, 'new'))).toEqual(['a.txt']);
});

test.each([
	['ENOSPC', 'disk-full'],
	['EDQUOT', 'disk-full'],
	['EIO', 'internal'],
])('after %s while writing the old file is whole and nothing is left behind', async (errno, code) => {
	const { folder, files } = setUp();
	writeFileSync(join(folder, 'a.txt'), 'old');
	const handle = await open(join(folder, 'a.txt'));
	const prototype: FileHandle = Object.getPrototypeOf(handle);
	await handle.close();
	vi.spyOn(prototype, 'sync').mockRejectedValue(Object.assign(new Error('no'), { code: errno }));
	expect(await codeOf(files.write(join(folder, 'a.txt'), 'new'))).toBe(code);
	expect(await codeOf(files.write(join(folder, 'new/folder/b.txt'), 'new'))).toBe(code);
	expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('old');
	expect(readdirSync(folder, { recursive: true })).toEqual(['a.txt']);
});

test.skipIf(process.getuid?.() === 0)('a read-only file and a read-only folder are left alone', async () => {
	const { folder, files } = setUp();
	writeFileSync(join(folder, 'a.txt'), 'old', { mode: 0o444 });
	mkdirSync(join(folder, 'locked'), { mode: 0o555 });
	expect(await codeOf(files.write(join(folder, 'a.txt'), 'new'))).toBe('no-permission');
	expect(await codeOf(files.write(join(folder, 'locked/b.txt'), 'new'))).toBe('no-permission');
	expect(readFileSync(join(folder, 'a.txt'), 'utf8')).toBe('old');
});

test.each([
	['ENOENT', 'not-found'],
	['ENOTDIR', 'not-a-file'],
	['EISDIR', 'not-a-file'],
	['ENXIO', 'not-a-file'],
	['EACCES', 'no-permission'],
	['EPERM', 'no-permission'],
	['EROFS', 'no-permission'],
	['ENOSPC', 'disk-full'],
	['EFBIG', 'disk-full'],
	['ELOOP', 'outside-workspace'],
	['ENAMETOOLONG', 'invalid'],
	['EMFILE', 'internal'],
])('%s becomes %s with one sentence and a hint', (errno, code) => {
	const result = fileFailure(Object.assign(new Error('x'), { code: errno }), 'src/a.txt', 'write');
	expect(result).toMatchObject({
		ok: false,
		failure: { code, message: expect.stringMatching(/src\/a\.txt.*\.$/), hint: expect.stringMatching(/\.$/) },
	});
});

test('a workspace that is gone fails without throwing', async () => {
	const { folder, files } = setUp();
	rmSync(folder, { recursive: true });
	expect(await codeOf(files.read(join(folder, 'a.txt')))).toBe('not-found');
});

test('where descriptors have no names, files are known by device and number', async () => {
	const { workspace, outside } = buildFixture();
	const files = createFiles({ workspace });
	const platform = Object.getOwnPropertyDescriptor(process, 'platform') ?? {};
	Object.defineProperty(process, 'platform', { ...platform, value: 'freebsd' });
	onTestFinished(() => {
		Object.defineProperty(process, 'platform', platform);
	});
	expect(await files.read(join(workspace, 'inside-dir/a.txt'))).toEqual({ ok: true, value: 'one\ntwo\n' });
	expect(await codeOf(files.write(join(workspace, 'new/folder/b.txt'), 'x'))).toBe('ok');
	expect(await codeOf(files.write(join(workspace, 'to-dir/new.txt'), 'x'))).toBe('outside-workspace');
	const real = join(workspace, 'src/a.txt');
	const handle = await open(join(outside, 'secret.txt'));
	expect(await isStillAt(handle, real)).toBe(false);
	expect(await isStillAt(handle, join(workspace, 'gone.txt'))).toBe(false);
	await handle.close();
});
