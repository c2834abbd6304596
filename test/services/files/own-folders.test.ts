import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFiles } from '../../../src/services/files/files.js';
import { temporaryFolder } from '../temporary-folder.js';

test.each([
	['there already', true],
	['not made yet', false],
])('the program’s own folders are outside although the workspace holds them: %s', async (_, isMade) => {
	const home = temporaryFolder();
	mkdirSync(join(home, 'real'));
	symlinkSync(join(home, 'real'), join(home, 'link'));
	const state = join(home, 'link', 'acp-tui');
	if (isMade) mkdirSync(state);
	const files = createFiles({
		workspace: home,
		additionalDirectories: () => [join(home, 'real')],
		ownFolders: [state],
	});
	for (const path of [join(state, 'rules.json'), join(home, 'real/acp-tui/rules.json')]) {
		expect(await files.inspect(path)).toMatchObject({ isInside: false, relative: null });
		expect(await files.write(path, '{}')).toMatchObject({ ok: false, failure: { code: 'outside-workspace' } });
	}
	expect(await files.write(join(home, 'real/acp-tui-notes.md'), 'x')).toMatchObject({ ok: true });
});

test('a user who works in such a folder may have it edited', async () => {
	const config = temporaryFolder();
	const files = createFiles({ workspace: config, ownFolders: [config] });
	expect(await files.write(join(config, 'config.json'), '{}')).toMatchObject({ ok: true });
});
