import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { succeed } from '../../../src/core/failure.js';
import { checkAdditionalDirectories, FOLDERS } from '../../../src/services/folders/additional-directories.js';
import { temporaryFolder } from '../temporary-folder.js';

function setUp() {
	const top = temporaryFolder();
	const at = (path: string) => join(top, path);
	for (const path of ['home/work/src', 'home/lib/sub', 'home-2']) mkdirSync(at(path), { recursive: true });
	writeFileSync(at('home/file'), '');
	symlinkSync(at('home/lib'), at('home/link'));
	symlinkSync('/', at('home/root-link'));
	const check = (...paths: string[]) =>
		checkAdditionalDirectories(
			paths.map((path) => ({ path: path.startsWith('/') ? path : at(path), where: '--add-dir' })),
			{ workspace: at('home/work'), home: at('home'), own: [] },
		);
	return { at, check };
}

test.each([
	['/', FOLDERS.root],
	['home/root-link', FOLDERS.root],
	['home', FOLDERS.home],
	['.', FOLDERS.aboveHome],
	['home/none', FOLDERS.missing],
	['home/file/deeper', FOLDERS.missing],
	['home/file', FOLDERS.noFolder],
])('%s is refused: %s', async (path, why) => {
	expect(await setUp().check(path)).toMatchObject({
		failure: { code: 'usage', message: expect.stringMatching(new RegExp(`^--add-dir ".*": ${why}$`)) },
	});
});

test('a folder above the workspace is refused', async () => {
	const { at } = setUp();
	const around = { workspace: at('home/lib/sub'), home: at('home-2'), own: [] };
	const checked = await checkAdditionalDirectories([{ path: at('home/lib'), where: '--add-dir' }], around);
	expect(checked).toMatchObject({ failure: { message: expect.stringContaining(FOLDERS.aboveWorkspace) } });
});

test('a link counts as its target, and what is part of another is left out with a word', async () => {
	const { at, check } = setUp();
	expect(await check('home/link', 'home-2')).toEqual(
		succeed({ directories: [at('home/lib'), at('home-2')], notices: [] }),
	);
	expect(await check('home/lib/sub', 'home/lib')).toMatchObject({
		value: { directories: [at('home/lib')], notices: [expect.stringContaining('lib/sub is already part of')] },
	});
	expect(await check('home/lib', 'home/link')).toMatchObject({
		value: { directories: [at('home/lib')], notices: [expect.stringMatching(/link is/)] },
	});
	expect(await check('home/work/src')).toMatchObject({
		value: { directories: [], notices: [expect.stringMatching(/already part of the workspace/)] },
	});
});
