import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDesk } from '../drive/desk.js';
import { launch } from '../drive/screen.js';

/** A question of one of several sessions. */
const asks = (number: number): RegExp => new RegExp(`^╭─ Permission · session ${number}, `, 'm');

test('Two sessions work side by side in one agent process; one asks while the other is in front.', async () => {
	const desk = openDesk();
	const screen = await launch({ desk });
	await screen.send('/session new');
	await screen.until('works in this folder as well');
	await screen.until('runs in one process for this session and others');
	await screen.send('/edit second.txt');
	await screen.until(asks(2));
	// To the first one, which asks too; the other waits and is marked.
	screen.press('alt+1');
	await screen.until('1 other: 1 asks');
	await screen.send('/edit first.txt');
	await screen.until(asks(1));
	await screen.until('1 answer');
	screen.press('n');
	await screen.until((now) => !now.text().includes('Permission ·') && now.text().includes('? keys'));
	screen.press('alt+l');
	await screen.until(/2 ◆ .*waits for you/);
	screen.press('escape');
	await screen.until((now) => !now.text().includes('Open sessions'));
	screen.press('alt+w');
	await screen.until(asks(2));
	expect(existsSync(join(desk.workspace, 'second.txt'))).toBe(false);
	// Keys count once the question has been seen for a moment.
	await screen.until('1 answer');
	screen.press('1');
	await screen.until('1 file changed');
	expect(readFileSync(join(desk.workspace, 'second.txt'), 'utf8')).toContain('demo agent');
	expect(existsSync(join(desk.workspace, 'first.txt'))).toBe(false);
	await screen.send('/session close');
	await screen.until('Closed session 2');
	// The first one goes on in the process that it shared.
	await screen.send('Hello, are you still there?');
	await screen.until('minutes.');
	screen.press('ctrl+d');
	expect((await screen.exit()).code).toBe(0);
});
