import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Desk, openDesk } from '../drive/desk.js';
import { launch } from '../drive/screen.js';
import { permissionPrompt, quit } from './prompts.js';

/** The folder of a worktree of the desk's repository. */
function worktree({ home }: Desk, name: string): string {
	const root = join(home, 'state/data/worktrees');
	return join(root, readdirSync(root)[0] ?? '', name);
}

function git(desk: Desk, ...args: string[]): string {
	return execFileSync('git', args, { cwd: desk.workspace, env: desk.env, encoding: 'utf8' }).trim();
}

test('a session in a worktree leaves the work tree alone, and merges when it is left', async () => {
	const desk = openDesk();
	const screen = await launch({ desk, args: ['demo', '--worktree', 'otter'] });
	await screen.until('⎇ acp-tui/otter (worktree)');
	await screen.send('/edit');
	await screen.until(permissionPrompt);
	screen.press('y');
	await screen.until('1 file changed');
	expect(desk.read('acp-tui-demo.md')).toBe(null);
	expect(readFileSync(join(worktree(desk, 'otter'), 'acp-tui-demo.md'), 'utf8')).toContain('Notes');
	await quit(screen);
	await screen.until('1–4, enter keeps it:');
	screen.press('up');
	screen.type('4');
	// Nothing is shown of the key before.
	await screen.until('1–4, enter keeps it: 4');
	screen.press('enter');
	await screen.until('Discard 1 uncommitted file of otter for good? [y/N]');
	screen.press('enter');
	await screen.until((now) => now.text().split('1–4, enter keeps it:').length === 3);
	screen.type('2');
	screen.press('enter');
	await screen.until('Merged 1 commit into main; the worktree is gone.');
	expect(await screen.exit()).toEqual({ code: 0, signal: 0 });
	expect(desk.read('acp-tui-demo.md')).toContain('Notes');
	expect(git(desk, 'branch', '--list', 'acp-tui/*')).toBe('');
});

test('ctrl+c at the question keeps the worktree, and says so', async () => {
	const desk = openDesk();
	const screen = await launch({ desk, args: ['demo', '--worktree', 'heron'] });
	await screen.until('⎇ acp-tui/heron (worktree)');
	await screen.send('/edit');
	await screen.until(permissionPrompt);
	screen.press('y');
	await screen.until('1 file changed');
	await quit(screen);
	await screen.until('1–4, enter keeps it:');
	screen.press('ctrl+c');
	await screen.until('Kept. To go on there: acp-tui --worktree heron');
	await screen.exit();
	expect(readFileSync(join(worktree(desk, 'heron'), 'acp-tui-demo.md'), 'utf8')).toContain('Notes');
});
