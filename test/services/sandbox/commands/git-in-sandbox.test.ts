import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { CommandAccess } from '../../../../src/core/sandbox/command-access.js';
import { createCommandSandbox } from '../../../../src/services/sandbox/commands/command-sandbox.js';
import { gitPlaces } from '../../../../src/services/sandbox/commands/git-places.js';
import { createTerminals } from '../../../../src/services/terminals/terminals.js';
import { testRepository } from '../../command-checks/git-repositories.js';
import { temporaryFolder } from '../../temporary-folder.js';

const never = new AbortController().signal;
const READ: CommandAccess = { files: 'read' };
const WRITE: CommandAccess = { files: 'write', network: false, folders: [] };

/** Runs commands in a folder, as agents do, with a sandbox and without. */
function runner(workspace: string, home: string, env: Readonly<Record<string, string>>) {
	const empty = temporaryFolder();
	const sandbox = createCommandSandbox({
		setting: 'require',
		env,
		session: () => ({ folders: [workspace], home, ownFolders: [] }),
		folder: async () => empty,
	});
	const terminals = createTerminals({ env, folders: () => [workspace], sandbox });
	onTestFinished(async () => {
		await terminals.closeAll();
		await sandbox.close();
	});
	return async (line: string, access?: CommandAccess): Promise<string> => {
		const created = await terminals.create(
			{
				sessionId: 's',
				command: 'sh',
				args: ['-c', line],
				env: [],
				cwd: workspace,
				...(access === undefined ? {} : { sandbox: access }),
				...(access?.files === 'write' ? {} : { notFrom: workspace }),
			},
			{ onData: () => {}, onExit: () => {} },
		);
		if (!created.ok) throw new Error(created.failure.message);
		await terminals.waitForExit(created.value.terminalId, never);
		const output = terminals.output(created.value.terminalId);
		return output.ok ? output.value.output : '';
	};
}

const LINES = [
	'git status',
	'git diff',
	'git log --oneline --graph --all',
	'git blame hello.txt',
	'git show --stat HEAD',
	'git branch -vv; git remote -v; git stash list',
	'git config user.name',
	'find . -name "*.ts"',
	'ls -la | wc -l; cat src/a.ts; grep -rn code src',
];

describe.runIf(process.platform === 'linux')('git in a sandbox', () => {
	it('reads a repository as it does without', async () => {
		const { top, home, env } = testRepository();
		writeFileSync(join(top, 'hello.txt'), 'changed\n');
		const run = runner(top, home, env);
		for (const line of LINES) expect([line, await run(line, READ)]).toEqual([line, await run(line)]);
	});

	it('reads and commits in a linked worktree', async () => {
		const { top, home, env, gitIn } = testRepository();
		const tree = join(temporaryFolder(), 'tree');
		gitIn(top, 'worktree', 'add', '-q', '-b', 'other', tree);
		writeFileSync(join(tree, 'hello.txt'), 'changed\n');
		const run = runner(tree, home, env);
		for (const line of LINES) expect([line, await run(line, READ)]).toEqual([line, await run(line)]);
		expect(await run('git commit -qam two && git log -1 --format=%s', WRITE)).toBe('two\n');
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
		).toMatch(/^hello\n.*Read-only file system\n$/);
		expect(readFileSync(join(top, 'hello.txt'), 'utf8')).toBe('hello\n');
	});
});
