import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CommandAccess } from '../../../../src/core/sandbox/command-access.js';
import { gitPlaces } from '../../../../src/services/sandbox/commands/git-places.js';
import { testRepository } from '../../command-checks/git-repositories.js';
import { temporaryFolder } from '../../temporary-folder.js';
import { commandsIn, READ, WRITE } from './sandboxed.js';

function runner(workspace: string, home: string, env: Readonly<Record<string, string>>) {
	const { run } = commandsIn({ workspace, home, env });
	return async (line: string, access?: CommandAccess): Promise<string> => (await run(line, access)).output;
}

const LINES = [
	'git status',
	'git diff',
	'git log --oneline --graph --all',
	// Without the time, which is that of the look for what is not committed.
	'git blame -s hello.txt',
	'git show --stat HEAD',
	'git branch -vv; git remote -v; git stash list',
	'git config user.name',
	'find . -name "*.ts"',
	'ls -la | wc -l; cat src/a.ts; grep -rn code src',
];
/** All of them by one command: each costs a shell in a namespace. */
const ALL = LINES.map((line) => `echo '$ ${line}'; ${line}`).join('; ');

describe.runIf(process.platform === 'linux')('git in a sandbox', () => {
	it('reads a repository as it does without', async () => {
		const { top, home, env } = testRepository();
		writeFileSync(join(top, 'hello.txt'), 'changed\n');
		const run = runner(top, home, env);
		const outside = await run(ALL);
		expect(outside).toContain('hello.txt');
		expect(await run(ALL, READ)).toBe(outside);
	});

	it('reads and commits in a linked worktree', async () => {
		const { top, home, env, gitIn } = testRepository();
		const tree = join(temporaryFolder(), 'tree');
		gitIn(top, 'worktree', 'add', '-q', '-b', 'other', tree);
		writeFileSync(join(tree, 'hello.txt'), 'changed\n');
		const run = runner(tree, home, env);
		const outside = await run(ALL);
		expect(outside).toContain('hello.txt');
		expect(await run(ALL, READ)).toBe(outside);
		expect(await run('git commit -qam two && git log -1 --format=%s', WRITE)).toBe('two');
		expect(await run(`ls ${top}/hello.txt`, READ)).toContain('No such file');
	});

	it('is not led out by a .git file that the other side knows nothing of', async () => {
		const { top, home, env } = testRepository();
		const workspace = temporaryFolder();
		writeFileSync(join(workspace, '.git'), `gitdir: ${top}/.git\n`);
		expect(await gitPlaces(workspace)).toEqual({ folders: [], around: null });
		expect(await runner(workspace, home, env)('git log', READ)).toContain('not a git repository');
	});

	it('knows a submodule by the folder that its repository names', async () => {
		const { top, gitIn } = testRepository();
		const library = temporaryFolder();
		gitIn(library, 'init', '-q');
		gitIn(library, 'commit', '-q', '--allow-empty', '-m', 'one');
		gitIn(top, 'submodule', 'add', '-q', library, 'library');
		expect(await gitPlaces(join(top, 'library'))).toEqual({
			folders: [join(top, '.git/modules/library')],
			around: null,
		});
	});

	it('commits in a folder of a repository, which it sees whole', async () => {
		const { top, home, env } = testRepository();
		const folder = join(top, 'src');
		writeFileSync(join(folder, 'a.ts'), 'more\n');
		const run = runner(folder, home, env);
		expect(
			await run('git commit -qam two && git status --short; cat ../hello.txt; echo x >../hello.txt', WRITE),
		).toMatch(/^hello\n.*Read-only file system$/);
		expect(readFileSync(join(top, 'hello.txt'), 'utf8')).toBe('hello\n');
	});
});
