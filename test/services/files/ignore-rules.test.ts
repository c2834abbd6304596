import { mkdtempSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readIgnoreRules } from '../../../src/services/files/ignore-rules.js';

test('Rules behind a link count no more than they do to git.', async () => {
	const folder = realpathSync(mkdtempSync(join(tmpdir(), 'acp-tui-rules-')));
	writeFileSync(join(folder, 'rules'), 'a.txt\n');
	symlinkSync('rules', join(folder, '.gitignore'));
	const rules = async () =>
		(await readIgnoreRules(folder, null, new Set(['.gitignore', '.ignore']))).isIgnored('a.txt');
	expect(await rules()).toBe(false);
	writeFileSync(join(folder, '.ignore'), 'a.txt\n');
	expect(await rules()).toBe(true);
});
