import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Desk, openDesk } from '../drive/desk.js';
import { launch, type Screen } from '../drive/screen.js';

const FILE = 'acp-tui-demo-stubborn.txt';
const WRITTEN = 'Written behind your back, directly on the disk.\n';

function withoutGit(): Desk {
	const desk = openDesk();
	rmSync(join(desk.workspace, '.git'), { recursive: true });
	return desk;
}

/** The demo agent has written a file behind the client's back, in plan mode, and it was reported. */
async function launchTampered(desk: Desk): Promise<Screen> {
	const screen = await launch({ desk, rows: 50, args: ['--mode', 'plan'] });
	await screen.send('/stubborn');
	await screen.until('Files changed while plan mode is on');
	await screen.until((now) => now.draft().startsWith('Ask for a plan'));
	expect(desk.read(FILE)).toBe(WRITTEN);
	return screen;
}

test.each([
	['with git', openDesk],
	['without git', withoutGit],
])('what was written behind the back is reported, put back, and brought back again (%s)', async (_, open) => {
	const desk = open();
	const screen = await launchTampered(desk);
	const report = await screen.until('alt+u or /undo undoes this');
	expect(report).toMatch(/acp-tui-demo-stubborn\.txt new \+1/);
	expect(report).toContain('+ Written behind your back');
	expect(report).toMatch(/▪ plan \(watched\)/);
	screen.press('alt+u');
	await screen.until('Undo · enter chooses');
	screen.press('enter');
	await screen.until(`Undone: ${FILE} (deleted).`);
	expect(desk.read(FILE)).toBeNull();
	await screen.send('/redo');
	await screen.until(`Redone: ${FILE}.`);
	expect(desk.read(FILE)).toBe(WRITTEN);
	await screen.send('/undo all');
	await screen.until(() => desk.read(FILE) === null);
});

test('an edit of the user stays, uncommitted work too, and git’s index and status are as they were', async () => {
	const desk = openDesk();
	desk.write('notes.md', '# Notes\n\n- not committed\n');
	desk.write('loose.txt', 'untracked\n');
	const git = (...args: string[]): string =>
		execFileSync('git', args, { cwd: desk.workspace, env: desk.env, encoding: 'utf8' });
	const before = [git('status', '--porcelain'), git('stash', 'list'), git('for-each-ref')];
	const screen = await launchTampered(desk);
	desk.write(FILE, 'mine\n');
	await screen.send('/undo all');
	await screen.until(`${FILE} was left alone`);
	expect(desk.read(FILE)).toBe('mine\n');
	expect(desk.read('notes.md')).toContain('not committed');
	rmSync(join(desk.workspace, FILE));
	expect([git('status', '--porcelain'), git('stash', 'list'), git('for-each-ref')]).toEqual(before);
});
