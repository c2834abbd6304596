import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Desk, openDesk } from '../drive/desk.js';
import { untouched } from '../drive/emulator.js';
import { launch, type Screen } from '../drive/screen.js';

/** An editor that takes a line from the keyboard, so that the test decides when it is done, and adds it, if any, to the file. */
const EDITOR = `#!/bin/sh
echo "editing"
read -r line
[ -z "$line" ] || printf '\\n%s\\n' "$line" >> "$1"
`;

function deskWithEditor(): { readonly desk: Desk; readonly env: Readonly<Record<string, string>> } {
	const desk = openDesk();
	const editor = join(desk.home, 'editor');
	writeFileSync(editor, EDITOR);
	chmodSync(editor, 0o755);
	return { desk, env: { EDITOR: editor } };
}

async function launchEditor(): Promise<Screen> {
	const screen = await launch(deskWithEditor());
	screen.type('first');
	await screen.until((now) => now.draft() === 'first');
	screen.press('ctrl+g');
	await screen.until(/^editing$/m);
	expect(screen.modes()).toEqual(untouched);
	return screen;
}

test('ctrl+g takes the draft to the editor, which gets every key, and brings it back', async () => {
	const screen = await launchEditor();
	screen.type('second\r');
	await screen.until((now) => now.draft() === 'first\nsecond' && now.modes().focusReports);
	expect(screen.modes()).toEqual({
		...untouched,
		alternateScreen: true,
		mouse: true,
		bracketedPaste: true,
		wraps: false,
		focusReports: true,
	});
	screen.type('!');
	await screen.until((now) => now.draft() === 'first\nsecond!');
	screen.press('ctrl+c');
	await screen.until((now) => now.draft().startsWith('Ask'));
	screen.press('ctrl+d');
	expect(await screen.exit()).toEqual({ code: 0, signal: 0 });
	expect(screen.text()).toContain('editing\nsecond');
});

test('a draft that the editor left as it was keeps the marks of what was pasted', async () => {
	const screen = await launch(deskWithEditor());
	screen.paste('line\n'.repeat(40));
	await screen.until((now) => now.draft().startsWith('[Pasted '));
	const before = screen.draft();
	screen.press('ctrl+g');
	await screen.until(/^editing$/m);
	screen.press('enter');
	await screen.until((now) => now.modes().alternateScreen && now.draft() === before);
});

test('for a screen reader, too, the draft stands there when the editor is gone', async () => {
	const screen = await launch({ ...deskWithEditor(), args: ['--screen-reader'], until: 'Demo agent is ready.' });
	screen.type('first');
	await screen.until('> first');
	screen.press('ctrl+g');
	await screen.until(/^editing$/m);
	screen.type('second\r');
	await screen.until(/^> first\n *second$/m);
});
