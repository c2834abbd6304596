import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { entriesOf, isFolder, isThere } from '../../../src/services/files/what-is-there.js';
import { temporaryFolder } from '../temporary-folder.js';

function workspace(): string {
	const top = temporaryFolder();
	mkdirSync(join(top, 'folder/inner'), { recursive: true });
	writeFileSync(join(top, 'file'), '');
	symlinkSync('folder', join(top, 'to-folder'));
	symlinkSync('file', join(top, 'to-file'));
	symlinkSync('nowhere', join(top, 'dangling'));
	return top;
}

test.each([
	['folder', true, true, ['inner']],
	['to-folder', true, true, ['inner']],
	['file', false, true, []],
	['to-file', false, true, []],
	['dangling', false, true, []],
	['nowhere', false, false, []],
	['file/below', false, false, []],
])('%s: a folder %s, there %s, with %j', async (name, isOne, exists, entries) => {
	const path = join(workspace(), name);
	expect([await isFolder(path), await isThere(path)]).toEqual([isOne, exists]);
	expect(entriesOf(path).map((entry) => entry.name)).toEqual(entries);
});
