import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkAdditionalDirectories } from '../../src/cli/additional-directories.js';
import { additionalDirectory as refusals } from '../../src/cli/messages.js';
import { temporaryFolder } from '../services/temporary-folder.js';

function setUp() {
	const top = temporaryFolder();
	const at = (path: string) => join(top, path);
	for (const path of ['home/work/src', 'home/lib/sub', 'home-2']) mkdirSync(at(path), { recursive: true });
	writeFileSync(at('home/file'), '');
	symlinkSync(at('home/lib'), at('home/link'));
	symlinkSync('/', at('home/root-link'));
	const check = (...paths: string[]) =>
		checkAdditionalDirectories(
			paths.map((path) => (path.startsWith('/') ? path : at(path))),
			{ workspace: at('home/work'), home: at('home') },
		);
	return { at, check };
}

test.each([
	['/', refusals.root],
	['home/root-link', refusals.root],
	['home', refusals.home],
	['.', refusals.aboveHome],
	['home/none', refusals.missing],
	['home/file/deeper', refusals.missing],
	['home/file', refusals.noFolder],
])('%s is refused: %s', async (path, why) => {
	await expect(setUp().check(path)).rejects.toThrow(why);
});

test('a folder above the workspace is refused', async () => {
	const { at } = setUp();
	const around = { workspace: at('home/lib/sub'), home: at('home-2') };
	await expect(checkAdditionalDirectories([at('home/lib')], around)).rejects.toThrow(refusals.aboveWorkspace);
});

test('a link counts as its target, and what is part of another is left out with a word', async () => {
	const { at, check } = setUp();
	expect(await check('home/link', 'home-2')).toEqual({ directories: [at('home/lib'), at('home-2')], notices: [] });
	expect(await check('home/lib/sub', 'home/lib')).toMatchObject({
		directories: [at('home/lib')],
		notices: [expect.stringContaining('lib/sub is already part of')],
	});
	expect(await check('home/lib', 'home/link')).toMatchObject({
		directories: [at('home/lib')],
		notices: [expect.stringMatching(/link is/)],
	});
	expect(await check('home/work/src')).toMatchObject({
		directories: [],
		notices: [expect.stringMatching(/already part of the workspace/)],
	});
});
