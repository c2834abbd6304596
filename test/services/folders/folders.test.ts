import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFolders, FOLDERS } from '../../../src/services/folders/additional-directories.js';
import { temporaryFolder } from '../temporary-folder.js';

function setUp() {
	const top = temporaryFolder();
	const at = (path: string) => join(top, path);
	for (const path of ['home/work/src', 'home/lib/sub', 'home/more', 'home/own/state'])
		mkdirSync(at(path), { recursive: true });
	symlinkSync(at('home/lib'), at('home/link'));
	return { at, folders: createFolders({ workspace: at('home/work'), home: at('home'), own: [at('home/own')] }, []) };
}

test('A folder is added relative to the workspace or to the home folder, and a link counts as its target.', async () => {
	const { at, folders } = setUp();
	expect(await folders.add('../link')).toMatchObject({ value: { added: at('home/lib'), note: null } });
	expect(await folders.add('~/more')).toMatchObject({ value: { added: at('home/more') } });
	expect(folders.list()).toEqual([at('home/lib'), at('home/more')]);
});

test.each([
	['/', FOLDERS.root],
	['~', FOLDERS.home],
	['..', FOLDERS.home],
	['../none', FOLDERS.missing],
	['~/own/state', FOLDERS.own],
])('%s is refused, and the list stays as it is.', async (path, why) => {
	const { folders } = setUp();
	const before = folders.list();
	expect(await folders.add(path)).toMatchObject({
		failure: { code: 'usage', message: expect.stringContaining(`was not added: ${why}`) },
	});
	expect(folders.list()).toBe(before);
});

test('What is part of another is not added, and a folder takes the place of those inside it.', async () => {
	const { at, folders } = setUp();
	await folders.add('../lib/sub');
	const before = folders.list();
	expect(await folders.add('src')).toMatchObject({
		value: { added: null, note: expect.stringContaining('the workspace') },
	});
	expect(await folders.add('../lib/sub')).toMatchObject({ value: { added: null } });
	expect(folders.list()).toBe(before);
	const added = await folders.add('../lib');
	expect(added).toMatchObject({ value: { added: at('home/lib'), note: expect.stringContaining('already part of') } });
	expect(folders.list()).toEqual([at('home/lib')]);
});

test('Folders that cannot be worked in any more are named with the reason.', async () => {
	const { at, folders } = setUp();
	await folders.add('../lib');
	await folders.add('../more');
	expect(await folders.unusable()).toEqual([]);
	rmSync(at('home/lib'), { recursive: true });
	rmSync(at('home/more'), { recursive: true });
	writeFileSync(at('home/more'), '');
	expect(await folders.unusable()).toEqual([
		{ folder: at('home/lib'), because: FOLDERS.gone },
		{ folder: at('home/more'), because: FOLDERS.noLongerFolder },
	]);
});
