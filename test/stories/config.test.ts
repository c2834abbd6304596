import { expect, test } from 'vitest';
import { openDesk } from '../drive/desk.js';
import { launch } from '../drive/screen.js';

test('a setting is changed from the command line in a project’s file with comments', async () => {
	const desk = openDesk();
	desk.write('.acp-tuirc.json', '// ours\n{ "ui": { "diff": "split", }, }\n');
	const screen = await launch({
		desk,
		args: ['config', 'set', 'ui.theme', 'nord', '--project'],
		until: 'Set ui.theme',
	});
	expect(await screen.exit()).toEqual({ code: 0, signal: 0 });
	expect(desk.read('.acp-tuirc.json')).toBe('// ours\n{ "ui": { "diff": "split", "theme": "nord" }, }\n');
});
