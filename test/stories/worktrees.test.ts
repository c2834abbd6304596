import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Desk, openDesk } from '../drive/desk.js';
import { run } from '../drive/run.js';
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
	screen.type('4');
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

test('/worktree NAME opens a session in a worktree beside the open one, and lists it', async () => {
	const desk = openDesk();
	const screen = await launch({ desk, args: ['demo', '-c'] });
	await screen.until('no session here to continue');
	await screen.send('/worktree otter');
	await screen.until('⎇ acp-tui/otter (worktree)');
	await screen.until(/New worktree otter/);
	await screen.until(/runs in one process/);
	expect(screen.text(), '-c was about the first session').not.toContain('no session here to continue');
	await screen.send('/worktree');
	await screen.until('otter  no changes, in use by 1 session');
	await screen.send('/worktree ../x');
	await screen.until('a name consists of letters');
	for (const _ of '/worktree ../x') screen.press('backspace');
	screen.press('ctrl+c');
	await screen.until('again to quit');
	screen.press('ctrl+c');
	await screen.exit();
	expect(existsSync(join(desk.home, 'state/data/worktrees', '.lock'))).toBe(false);
});

test('-p --worktree keeps the worktree and prints path and branch on standard error', async () => {
	const desk = openDesk();
	const made = await run(desk, 'demo', '-p', '--worktree', '--', 'hello');
	expect(made.code).toBe(0);
	const [, name, path] = /New worktree (\S+): (\S+) \(branch acp-tui\/\1\)\./.exec(made.err) ?? [];
	expect(existsSync(path ?? '')).toBe(true);
	const listed = await run(desk, 'worktrees', '--json');
	expect(JSON.parse(listed.out)).toMatchObject([
		{
			name,
			path,
			branch: `acp-tui/${name}`,
			base: { branch: 'main' },
			changes: { uncommitted: 0, unmerged: 0 },
			users: 0,
		},
	]);
	desk.write('x', '');
	execFileSync('cp', [join(desk.workspace, 'x'), join(path ?? '', 'x')]);
	const refused = await run(desk, 'worktrees', 'remove', name ?? '');
	expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('1 uncommitted file')]);
	expect((await run(desk, 'worktrees', 'remove', name ?? '', '--yes')).code).toBe(0);
	expect(existsSync(path ?? '')).toBe(false);
	const wrong = await run(desk, 'demo', '-p', '--worktree', 'a/b', '--', 'hello');
	expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('is no name for a worktree')]);
	expect((await run(desk, 'worktrees', 'remove', 'nothing')).code).toBe(2);
});
