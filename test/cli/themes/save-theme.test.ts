import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { saveTheme } from '../../../src/cli/themes/save-theme.js';
import { temporaryFolder } from '../../services/temporary-folder.js';

test('a theme that only a project has is not kept, one of the user or an imported one is', async () => {
	const dir = temporaryFolder();
	expect(await saveTheme(dir, 'sea')).toMatchObject({ ok: false });
	expect(existsSync(join(dir, 'config.json'))).toBe(false);
	mkdirSync(join(dir, 'themes'));
	writeFileSync(join(dir, 'themes', 'sea.json'), '{"base": "dark"}');
	expect(await saveTheme(dir, 'sea')).toMatchObject({ ok: true });
	writeFileSync(join(dir, 'config.json'), '{"themes": {"hill": {"base": "dark"}}}');
	expect(await saveTheme(dir, 'hill')).toMatchObject({ ok: true });
	expect(await saveTheme(dir, 'constructor')).toMatchObject({ ok: false });
});

test('a config with mistakes is not written over, and one that cannot be written says so', async () => {
	const dir = temporaryFolder();
	writeFileSync(join(dir, 'config.json'), '{"ui": {"theme": 7}}');
	expect(await saveTheme(dir, 'nord')).toMatchObject({
		ok: false,
		failure: { message: expect.stringContaining('ui.theme') },
	});
	expect(readFileSync(join(dir, 'config.json'), 'utf8')).toBe('{"ui": {"theme": 7}}');
	const blocked = temporaryFolder();
	writeFileSync(join(blocked, 'file'), '');
	expect(await saveTheme(join(blocked, 'file'), 'nord')).toMatchObject({ ok: false });
	mkdirSync(join(blocked, 'config.json'));
	expect(await saveTheme(blocked, 'nord')).toMatchObject({ ok: false });
});
