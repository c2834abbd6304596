import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { openDesk, root } from '../drive/desk.js';
import { launch } from '../drive/screen.js';

const AGENT = ['--agent-command', `${process.execPath} ${join(root, 'test', 'agents', 'works-beside.mjs')}`];

/** A desk with two folders beside the workspace. */
function deskWithFolders() {
	const desk = openDesk();
	const beside = (name: string) => join(dirname(desk.workspace), name);
	for (const [name, text] of [
		['lib/src/locks.ts', 'locks\n'],
		['docs/guide.md', 'guide\n'],
	] as const) {
		mkdirSync(dirname(beside(name)), { recursive: true });
		writeFileSync(beside(name), text);
	}
	return { desk, beside, read: (name: string) => readFileSync(beside(name), 'utf8') };
}

test('a folder beside the workspace is announced to the agent, found with @, edited, and put back with /undo', async () => {
	const { desk, beside, read } = deskWithFolders();
	const screen = await launch({
		desk,
		args: [...AGENT, '--add-dir', '../lib', '--mode', 'acceptEdits'],
		until: 'Scripted',
	});
	expect(screen.lines()[0]).toContain('+1');
	screen.type('write');
	await screen.until((now) => now.draft() === 'write');
	screen.type(' ../lib/src/locks.ts');
	await screen.until((now) => now.draft().endsWith('locks.ts'));
	screen.type(' @loc');
	await screen.until(/▸ .*lib\/src\/locks\.ts/);
	screen.press('tab');
	await screen.until((now) => now.draft().endsWith(`@${beside('lib/src/locks.ts')}`));
	screen.press('enter');
	await screen.until(`Folders: ${beside('lib')}.`);
	await screen.until(`file://${beside('lib/src/locks.ts')}`);
	await screen.until('1 file changed +1 −1 · /undo');
	expect(read('lib/src/locks.ts')).toBe('by the agent\n');
	await screen.send('/undo all');
	await screen.until('Undone: ');
	expect(read('lib/src/locks.ts')).toBe('locks\n');
});
