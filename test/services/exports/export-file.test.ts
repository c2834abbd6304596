import { chmod, mkdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { editorArguments } from '../../../src/services/desktop/editor.js';
import { openExports } from '../../../src/services/exports/export-file.js';
import { temporaryFolder } from '../temporary-folder.js';

async function setUp() {
	const base = await temporaryFolder();
	const workspace = join(base, 'work');
	const home = join(base, 'home');
	await mkdir(workspace);
	await mkdir(join(home, 'notes'), { recursive: true });
	return { workspace, home, exports: openExports({ workspace, home }) };
}

test('a transcript goes into the workspace, for its user alone', async () => {
	const { workspace, exports } = await setUp();
	const path = join(workspace, 'acp-tui-x.md');
	expect(await exports.write({ file: null, name: 'acp-tui-x.md' }, 'text')).toEqual({ ok: true, value: path });
	expect(await readFile(path, 'utf8')).toBe('text');
	expect((await stat(path)).mode & 0o777).toBe(0o600);
});

test('a file that exists is never touched', async () => {
	const { workspace, exports } = await setUp();
	await writeFile(join(workspace, 'a.md'), 'mine');
	await symlink(join(workspace, 'nowhere'), join(workspace, 'a-2.md'));
	const written = await exports.write({ file: 'a.md', name: 'x.md' }, 'new');
	expect(written).toEqual({ ok: true, value: join(workspace, 'a-3.md') });
	expect(await readFile(join(workspace, 'a.md'), 'utf8')).toBe('mine');
	await expect(stat(join(workspace, 'nowhere'))).rejects.toThrow();
});

test.each([
	['~/notes', 'home/notes/x.md'],
	['~/b.md', 'home/b.md'],
	['../c.json', 'c.json'],
	['.', 'work/x.md'],
])('%s is %s', async (file, expected) => {
	const { workspace, exports } = await setUp();
	const written = await exports.write({ file, name: 'x.md' }, '');
	expect(written).toEqual({ ok: true, value: join(workspace, '..', expected) });
});

test('what cannot be written is said', async () => {
	const { exports } = await setUp();
	expect(await exports.write({ file: 'no/such/a.md', name: 'x' }, '')).toMatchObject({
		failure: { code: 'not-found' },
	});
	expect(await exports.write({ file: 'a\0b', name: 'x' }, '')).toMatchObject({ ok: false });
});

// Root may write anywhere.
test.skipIf(process.getuid?.() === 0)('a folder that may not be written to is said', async () => {
	const { workspace, exports } = await setUp();
	await mkdir(join(workspace, 'shut'));
	await chmod(join(workspace, 'shut'), 0o500);
	expect(await exports.write({ file: 'shut/a.md', name: 'x' }, '')).toMatchObject({
		failure: { code: 'no-permission' },
	});
});

test.each<readonly [string, readonly string[]]>([
	['vi', ['+7', '/a b.ts']],
	['/usr/bin/nvim', ['+7', '/a b.ts']],
	['nano', ['+7', '/a b.ts']],
	['emacs', ['+7', '/a b.ts']],
	['code', ['--goto', '/a b.ts:7']],
	['hx', ['/a b.ts:7']],
	['my-editor', ['/a b.ts']],
])('%s gets the line its own way', (editor, args) => {
	expect(editorArguments(editor, '/a b.ts', 7)).toEqual(args);
	expect(editorArguments(editor, '/a b.ts', undefined)).toEqual(['/a b.ts']);
	expect(editorArguments(editor, '/a b.ts', 0)).toEqual(['/a b.ts']);
});
