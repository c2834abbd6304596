import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFiles } from '../../../src/services/files/files.js';
import { temporaryFolder } from '../temporary-folder.js';

test('A mark is another one after a write, and says nothing of what has to be read, or lies outside', async () => {
	const top = temporaryFolder();
	const workspace = join(top, 'work');
	mkdirSync(join(workspace, 'src'), { recursive: true });
	writeFileSync(join(workspace, 'src/a.txt'), 'one');
	writeFileSync(join(top, 'outside.txt'), 'one');
	symlinkSync(join(workspace, 'src/a.txt'), join(workspace, 'link'));
	symlinkSync(top, join(workspace, 'out'));
	const files = createFiles({ workspace });
	const marks = async () =>
		files.marks?.(
			['src/a.txt', 'src/none.txt', 'none/b.txt', 'src', 'link', 'out/outside.txt'].map((path) =>
				join(workspace, path),
			),
		);
	const [mark, ...others] = (await marks()) ?? [];
	expect(mark).toEqual(expect.any(String));
	expect(others).toEqual([null, null, undefined, undefined, undefined]);
	expect((await marks())?.[0]).toBe(mark);
	writeFileSync(join(workspace, 'src/a.txt'), 'other');
	expect((await marks())?.[0]).not.toBe(mark);
	rmSync(join(workspace, 'src/a.txt'));
	expect((await marks())?.[0]).toBeNull();
});
