import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, realpathSync, renameSync, rmSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createCommandChecks } from '../../../src/services/command-checks/command-checks.js';
import { natureOf } from '../../../src/services/command-checks/git-settings.js';
import { lines } from '../../core/lines.js';
import { forgeIndexName } from './forge-index.js';
import { type TestRepository, testRepository } from './git-repositories.js';

const look = (
	repository: TestRepository,
	parts: { folder?: string; folders?: readonly string[]; followsFolders?: boolean; commits?: readonly string[] } = {},
) =>
	createCommandChecks({ folders: () => parts.folders ?? [repository.top], env: repository.env }).repository(
		parts.folder ?? repository.top,
		{ followsFolders: parts.followsFolders ?? false, commits: parts.commits ?? null, isOurTerminal: false },
	);

/** What an ordinary day leaves in a repository: git only reads in it. */
const ORDINARY: readonly (readonly [string, (repository: TestRepository) => void])[] = [
	['a fresh repository', () => {}],
	['a changed file', ({ write }) => write('hello.txt', 'changed\n')],
	[
		'what clone, gh and editors write',
		({ git, top }) => {
			for (const [key, value] of [
				['remote.origin.url', 'git@example.org:me/it.git'],
				['remote.origin.fetch', '+refs/heads/*:refs/remotes/origin/*'],
				['remote.origin.gh-resolved', 'base'],
				['remote.local.url', '../other'],
				['branch.main.remote', 'origin'],
				['branch.main.merge', 'refs/heads/main'],
				['branch.main.vscode-merge-base', 'origin/main'],
				// Git passes over aliases for its own commands.
				['alias.status', '!./tool.sh'],
				['alias.lg', 'log --graph'],
				['user.signingkey', '~/.ssh/id.pub'],
				['commit.gpgsign', 'true'],
				['gpg.format', 'ssh'],
				['pull.rebase', 'true'],
				['core.autocrlf', 'input'],
				['core.fsmonitor', 'false'],
				['core.worktree', top],
				['core.sshCommand', 'ssh -i ~/.ssh/work'],
				['credential.helper', 'store'],
				['commit.template', '.gitmessage'],
				['lfs.repositoryformatversion', '0'],
				['lfs.https://example.org/me/it.git/info/lfs.access', 'basic'],
				['filter.lfs.clean', 'git-lfs clean -- %f'],
				['filter.lfs.smudge', 'git-lfs smudge -- %f'],
				['filter.lfs.process', 'git-lfs filter-process'],
				['filter.lfs.required', 'true'],
				['http.https://example.org/.extraheader', 'AUTHORIZATION: basic x'],
				['submodule.lib.url', 'https://example.org/lib.git'],
				['submodule.lib.active', 'true'],
				['diff.ts.xfuncname', '^export'],
				['merge.ours.driver', 'true'],
				['color.ui', 'auto'],
				['gc.auto', '0'],
			])
				git('config', key ?? '', value ?? '');
		},
	],
	[
		'hooks of husky',
		({ git, write }) => {
			git('config', 'core.hooksPath', '.husky/_');
			write('.husky/_/pre-commit', '');
		},
	],
	['a hook for commits that is a link', ({ top }) => symlinkSync('../../tool.sh', join(top, '.git/hooks/pre-commit'))],
	[
		'a file of revisions to ignore',
		({ git, write }) => {
			git('config', 'blame.ignoreRevsFile', '.revs');
			write('.revs', '');
		},
	],
	['a file of revisions that is not there', ({ git }) => git('config', 'blame.ignoreRevsFile', '.revs')],
	[
		'a partial clone',
		({ git }) => {
			git('config', 'remote.origin.url', 'https://example.org/x');
			git('config', 'remote.origin.promisor', 'true');
			git('config', 'extensions.partialClone', 'origin');
			git('config', 'core.repositoryFormatVersion', '1');
		},
	],
	[
		'programs in the user’s own configuration',
		({ gitIn, home }) => {
			gitIn(home, 'config', '--global', 'diff.external', 'difft --color always');
			gitIn(home, 'config', '--global', 'core.pager', 'delta');
			gitIn(home, 'config', '--global', 'diff.jpg.textconv', '/usr/bin/exif');
			gitIn(home, 'config', '--global', 'filter.lfs.process', 'git-lfs filter-process');
			gitIn(home, 'config', '--global', 'alias.lg', "log --format='%h %d' -- ./x");
			gitIn(home, 'config', '--global', 'core.excludesFile', '~/.ignored');
			gitIn(home, 'config', '--global', 'blame.ignoreRevsFile', '.git-blame-ignore-revs');
		},
	],
	[
		'merges and stashes under way',
		({ git, write }) => {
			write('hello.txt', 'changed\n');
			git('stash');
			git('checkout', '-qb', 'other');
		},
	],
	['a link among the files', ({ top }) => symlinkSync('/etc/passwd', join(top, 'notes'))],
	[
		'a submodule',
		({ git, home, gitIn }) => {
			gitIn(home, 'init', '-q', 'lib');
			gitIn(join(home, 'lib'), 'commit', '-qm', 'lib', '--allow-empty');
			git('submodule', 'add', '-q', join(home, 'lib'), 'lib');
		},
	],
	['no repository', ({ top }) => rmSync(join(top, '.git'), { recursive: true })],
];

test.each(ORDINARY)('Git only reads in a repository with %s.', async (_, prepare) => {
	const repository = testRepository();
	prepare(repository);
	expect(await look(repository, { followsFolders: true })).toEqual({ readOnly: true });
});

test('It does in a folder of the repository, in a worktree and in a submodule of its own.', async () => {
	const repository = testRepository();
	const { git, home, gitIn, top } = repository;
	expect(await look(repository, { folder: join(top, 'src') })).toEqual({ readOnly: true });
	const beside = join(home, 'beside');
	git('worktree', 'add', '-q', beside);
	expect(await look(repository, { folder: beside, folders: [beside] })).toEqual({ readOnly: true });
	git('worktree', 'add', '-q', '.worktrees/inside');
	expect(await look(repository, { folder: join(top, '.worktrees/inside') })).toEqual({ readOnly: true });
	gitIn(home, 'init', '-q', 'lib');
	gitIn(join(home, 'lib'), 'commit', '-qm', 'lib', '--allow-empty');
	git('submodule', 'add', '-q', join(home, 'lib'), 'lib');
	expect(await look(repository, { folder: join(top, 'lib'), folders: [join(top, 'lib')] })).toEqual({ readOnly: true });
	expect(await look(repository, { folder: beside, folders: [top, beside] })).toEqual({ readOnly: true });
});

const config =
	(key: string, value?: string) =>
	({ git, program }: TestRepository) =>
		git('config', key, value ?? program);

/** Commands that run the program of a repository, as git does when nobody looks. */
const RUNS: readonly (readonly [string, (repository: TestRepository) => unknown, readonly (readonly string[])[]])[] = [
	['diff.external', config('diff.external'), [['diff']]],
	['a diff driver', config('diff.evil.command'), [['diff']]],
	[
		'a text conversion',
		config('diff.evil.textconv'),
		[['log', '-p'], ['show'], ['blame', 'hello.txt'], ['log', '-Shello']],
	],
	['a filter', config('filter.evil.clean'), [['diff'], ['status'], ['ls-files', '-m'], ['blame', 'hello.txt']]],
	['a filter process', config('filter.evil.process'), [['status']]],
	['a monitor', config('core.fsmonitor'), [['status']]],
	[
		'a hook',
		({ git, top, program }) => {
			git('config', 'core.hooksPath', 'hooks');
			mkdirSync(join(top, 'hooks'));
			symlinkSync(program, join(top, 'hooks/post-index-change'));
		},
		[['status']],
	],
	[
		'a hook in its own folder',
		({ top, program }) => symlinkSync(program, join(top, '.git/hooks/post-index-change')),
		[['status']],
	],
	[
		'an included file',
		({ git, write, program }) => {
			git('config', 'include.path', '../included');
			write('included', `[diff]\n\texternal = ${program}\n`);
		},
		[['diff']],
	],
	[
		'a file that is included there',
		({ git, write, top, program }) => {
			git('config', `includeIf.gitdir:${top}/.path`, '../included');
			write('included', `[diff]\n\texternal = ${program}\n`);
		},
		[['diff']],
	],
	[
		'the configuration of a worktree',
		({ git, program }) => {
			git('config', 'extensions.worktreeConfig', 'true');
			git('config', '--worktree', 'diff.external', program);
		},
		[['diff']],
	],
	[
		'a file of the workspace that the user includes',
		({ gitIn, home, write, program }) => {
			gitIn(home, 'config', '--global', 'include.path', write('included', `[diff]\n\texternal = ${program}\n`));
		},
		[['diff']],
	],
	[
		'a program of the workspace that the user names',
		({ gitIn, home, program }) => gitIn(home, 'config', '--global', 'diff.external', program),
		[['diff']],
	],
	[
		'a program of the current folder that the user names',
		({ gitIn, home }) => gitIn(home, 'config', '--global', 'diff.external', './tool.sh'),
		[['diff']],
	],
	[
		'a filter of a submodule',
		({ git, home, gitIn, write, program, top }) => {
			gitIn(home, 'init', '-q', 'lib');
			write(join(home, 'lib/f.txt'), 'text\n');
			write(join(home, 'lib/.gitattributes'), '* filter=evil\n');
			gitIn(join(home, 'lib'), 'add', '.');
			gitIn(join(home, 'lib'), 'commit', '-qm', 'lib');
			git('submodule', 'add', '-q', join(home, 'lib'), 'lib');
			gitIn(join(top, 'lib'), 'config', 'filter.evil.clean', program);
			write('lib/f.txt', 'tExt\n');
		},
		[['status']],
	],
	[
		'a submodule that only a commit names',
		(repository) => {
			const { git, gitIn, top, program } = repository;
			addSubmodule(repository);
			gitIn(join(top, 'lib'), 'config', 'diff.external', program);
			git('rm', '-q', '--cached', 'lib');
			git('config', 'diff.submodule', 'diff');
		},
		[['show'], ['log', '-p']],
	],
	[
		'a submodule that is not checked out and lacks objects',
		(repository) => {
			const { git } = repository;
			lackObjects(repository);
			git('config', 'diff.submodule', 'log');
		},
		[['show'], ['diff', '--cached', 'HEAD~1']],
	],
	[
		'such a submodule, where the user’s own settings open it',
		(repository) => {
			const { gitIn, home } = repository;
			lackObjects(repository);
			gitIn(home, 'config', '--global', 'diff.submodule', 'log');
		},
		[['show']],
	],
];

/** A submodule of two commits in the workspace's history, with its git folder where only older versions put it. */
function addSubmodule({ git, gitIn, top, write }: TestRepository): void {
	gitIn(top, 'init', '-q', 'lib');
	for (const text of ['one\n', 'two\n']) {
		write('lib/f.txt', text);
		gitIn(join(top, 'lib'), 'add', '.');
		gitIn(join(top, 'lib'), 'commit', '-qm', text);
		git('add', 'lib');
		git('commit', '-qm', text);
	}
}

/** A repository whose git folder fetches what is missing with a program. */
function lackObjects(repository: TestRepository): void {
	const { git, gitIn, top, write, program } = repository;
	addSubmodule(repository);
	for (const [key, value] of [
		['extensions.partialClone', 'o'],
		['remote.o.promisor', 'true'],
		['remote.o.url', top],
		['remote.o.uploadpack', `${program} </dev/null #`],
	])
		gitIn(join(top, 'lib'), 'config', key ?? '', value ?? '');
	rmSync(join(top, 'lib/.git/objects'), { recursive: true });
	mkdirSync(join(top, 'lib/.git/objects'));
	mkdirSync(join(top, '.git/modules'));
	renameSync(join(top, 'lib/.git'), join(top, '.git/modules/lib'));
	write('.gitmodules', '[submodule "lib"]\n\tpath = lib\n\turl = ./lib\n');
	git('config', 'submodule.lib.url', './lib');
}

test('Searching in submodules opens those that are not checked out.', async () => {
	const repository = testRepository();
	lackObjects(repository);
	repository.git('config', 'submodule.recurse', 'true');
	expect(await look(repository)).toEqual({ readOnly: true });
	expect(await look(repository, { followsFolders: true })).toMatchObject({ readOnly: false });
	spawnSync('git', ['grep', '--cached', 'two'], { cwd: repository.top, env: repository.env });
	expect(existsSync(repository.mark)).toBe(true);
});

test.each(RUNS)('A repository with %s is not one in which git only reads.', async (_, prepare, commands) => {
	const repository = testRepository();
	prepare(repository);
	repository.write('hello.txt', 'hellO\n');
	const verdict = await look(repository);
	expect(verdict).toMatchObject({ readOnly: false, because: expect.stringMatching(/./) });
	expect(existsSync(repository.mark)).toBe(false);
	// The check is worth something only when git does run the program. `git status` writes the index,
	// which runs a hook, only when it finds an unchanged file under another time.
	for (const words of commands) {
		rmSync(repository.mark, { force: true });
		utimesSync(join(repository.top, 'src/a.ts'), 1_000_000_000, 1_000_000_000);
		spawnSync('git', words, { cwd: repository.top, env: repository.env });
		expect([words, existsSync(repository.mark)]).toEqual([words, true]);
	}
});

/** Another repository of the user, whose contents are nobody's business. */
function secretIn({ home, gitIn, write }: TestRepository): string {
	const secret = join(home, 'secret');
	mkdirSync(secret);
	gitIn(secret, 'init', '-q');
	write(join(secret, 's.txt'), 'SECRET\n');
	gitIn(secret, 'add', '.');
	gitIn(secret, 'commit', '-qm', 'SECRET');
	return secret;
}

const PRINTS: readonly (readonly [string, (repository: TestRepository) => unknown, readonly string[]])[] = [
	[
		'a .git file that leads elsewhere',
		(repository) => {
			const secret = secretIn(repository);
			rmSync(join(repository.top, '.git'), { recursive: true });
			repository.write('.git', `gitdir: ${secret}/.git\n`);
		},
		['show', 'HEAD:s.txt'],
	],
	[
		'a .git link',
		(repository) => {
			const secret = secretIn(repository);
			rmSync(join(repository.top, '.git'), { recursive: true });
			symlinkSync(join(secret, '.git'), join(repository.top, '.git'));
		},
		['show', 'HEAD:s.txt'],
	],
	[
		'a .git file that leads to a worktree of another repository',
		(repository) => {
			const secret = secretIn(repository);
			repository.gitIn(secret, 'worktree', 'add', '-q', join(repository.home, 'tree'));
			rmSync(join(repository.top, '.git'), { recursive: true });
			repository.write('.git', `gitdir: ${secret}/.git/worktrees/tree\n`);
		},
		['show', 'HEAD:s.txt'],
	],
	[
		'a common folder elsewhere',
		(repository) => {
			const secret = secretIn(repository);
			repository.write('.git/commondir', `${secret}/.git\n`);
			repository.write('.git/HEAD', 'ref: refs/heads/main\n');
		},
		['show', 'HEAD:s.txt'],
	],
	[
		'a made-up worktree with a common folder elsewhere',
		(repository) => {
			const secret = secretIn(repository);
			const { top, write } = repository;
			renameSync(join(top, '.git'), join(top, 'old'));
			write('meta/worktrees/x/commondir', `${secret}/.git\n`);
			write('meta/worktrees/x/gitdir', `${top}/.git\n`);
			write('meta/worktrees/x/HEAD', 'ref: refs/heads/main\n');
			write('.git', 'gitdir: meta/worktrees/x\n');
		},
		['show', 'HEAD:s.txt'],
	],
	[
		'objects of another repository',
		(repository) => {
			const secret = secretIn(repository);
			repository.write('.git/objects/info/alternates', `${secret}/.git/objects\n`);
			repository.write('.git/refs/heads/stolen', repository.gitIn(secret, 'rev-parse', 'HEAD'));
		},
		['show', 'stolen:s.txt'],
	],
	[
		'objects that are a link',
		(repository) => {
			const secret = secretIn(repository);
			const { top } = repository;
			rmSync(join(top, '.git/objects'), { recursive: true });
			symlinkSync(join(secret, '.git/objects'), join(top, '.git/objects'));
			repository.write('.git/refs/heads/main', repository.gitIn(secret, 'rev-parse', 'HEAD'));
		},
		['show', 'main:s.txt'],
	],
	[
		'files of revisions elsewhere',
		({ git, home, write }) => git('config', 'blame.ignoreRevsFile', write(join(home, 'secret'), 'SECRET\n')),
		['blame', 'hello.txt'],
	],
	[
		'a file of revisions that is a link',
		({ git, home, write, top }) => {
			symlinkSync(write(join(home, 'secret'), 'SECRET\n'), join(top, '.revs'));
			git('config', 'blame.ignoreRevsFile', '.revs');
		},
		['blame', 'hello.txt'],
	],
	[
		'one that the user always has, here a link',
		({ gitIn, home, write, top }) => {
			symlinkSync(write(join(home, 'secret'), 'SECRET\n'), join(top, '.revs'));
			gitIn(home, 'config', '--global', 'blame.ignoreRevsFile', '.revs');
		},
		['blame', 'hello.txt'],
	],
	[
		'patterns that are a link',
		({ home, write, top }) => {
			rmSync(join(top, '.git/info/exclude'));
			symlinkSync(write(join(home, 'secret'), 'SECRET\n'), join(top, '.git/info/exclude'));
		},
		['check-ignore', '-v', 'SECRET'],
	],
	[
		'patterns elsewhere',
		({ git, home, write }) => git('config', 'core.excludesFile', write(join(home, 'secret'), 'SECRET\n')),
		['check-ignore', '-v', 'SECRET'],
	],
	[
		'an included file elsewhere',
		({ git, home, write }) => git('config', 'include.path', write(join(home, 'secret'), '[key]\n\tname = SECRET\n')),
		['config', '--list'],
	],
	[
		'a name in the index that leads out',
		({ top, home, write }) => {
			write(join(home, 'secrets/a'), 'SECRET\n');
			forgeIndexName(join(top, '.git/index'), 'src/a.ts', '../secrets/a');
		},
		['diff'],
	],
	[
		'a folder of tracked files that is a link, grep',
		({ top, home, write }) => {
			write(join(home, 'secrets/a.ts'), 'SECRET\n');
			rmSync(join(top, 'src'), { recursive: true });
			symlinkSync('../secrets', join(top, 'src'));
		},
		['grep', 'SECRET'],
	],
	[
		'files elsewhere',
		({ git, home, write }) => {
			write(join(home, 'secrets/hello.txt'), 'SECRET\n');
			git('config', 'core.worktree', join(home, 'secrets'));
		},
		['diff'],
	],
];

describe('Names that git prints and no disk has, where another program opens them', () => {
	const commitWith = ({ git, top }: TestRepository, name: string): void => {
		git('update-index', '--add', '--cacheinfo', `100644,${git('hash-object', '-w', 'hello.txt').trim()},${name}`);
		git('commit', '-qm', 'odd');
		expect(existsSync(join(top, name))).toBe(false);
	};

	test.each(['x /etc/passwd', 'hello.txt -o/etc/x', '-oout', 'src/-oout', 'a:b'])('%s in the index', async (name) => {
		const repository = testRepository();
		commitWith(repository, name);
		const folder = name.startsWith('src') ? join(repository.top, 'src') : repository.top;
		expect(await look(repository, { folder })).toEqual({ readOnly: true });
		expect(await look(repository, { folder, commits: [] })).toMatchObject({ readOnly: false });
		repository.git('rm', '-q', '--cached', '--', name);
		expect(await look(repository, { folder, commits: [] })).toMatchObject({ readOnly: false });
		repository.git('commit', '-qm', 'gone');
		expect(await look(repository, { folder, commits: [] })).toEqual({ readOnly: true });
	});

	test('A name on the disk is for whoever looks at the folder.', async () => {
		const repository = testRepository();
		repository.write('a b', 'text');
		repository.git('add', '.');
		expect(await look(repository, { commits: [] })).toEqual({ readOnly: true });
	});

	test('A word that is a commit', async () => {
		const repository = testRepository();
		expect(await look(repository, { commits: ['src'] })).toEqual({ readOnly: true });
		expect(await look(repository, { commits: ['main'] })).toMatchObject({ readOnly: false });
		expect(await look(repository, { commits: ['src', 'HEAD:src'] })).toMatchObject({ readOnly: false });
	});
});

test.each(PRINTS)('A repository with %s is not one that git reads alone.', async (_, prepare, words) => {
	const repository = testRepository();
	prepare(repository);
	expect(await look(repository, { followsFolders: words[0] === 'grep' })).toMatchObject({ readOnly: false });
	const { stdout, stderr } = spawnSync('git', words, { cwd: repository.top, env: repository.env, encoding: 'utf8' });
	expect(stdout + stderr).toContain('SECRET');
});

describe('Git reads more than the workspace', () => {
	test('when the workspace is a folder of a repository.', async () => {
		const repository = testRepository();
		const folders = [join(repository.top, 'src')];
		expect(await look(repository, { folders, folder: folders[0] ?? '' })).toMatchObject({
			readOnly: false,
			because: expect.stringContaining('above the workspace'),
		});
	});

	test('when a folder looks like a repository.', async () => {
		const repository = testRepository();
		const { top, gitIn } = repository;
		gitIn(top, 'init', '-q', '--bare', 'planted');
		expect(await look(repository, { folder: join(top, 'planted') })).toMatchObject({ readOnly: false });
		gitIn(top, 'init', '-q', 'nested');
		gitIn(join(top, 'nested'), 'config', 'diff.external', repository.program);
		expect(await look(repository, { folder: join(top, 'nested') })).toMatchObject({ readOnly: false });
	});

	test.each(['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE', 'GIT_ALTERNATE_OBJECT_DIRECTORIES'])(
		'when %s is set.',
		async (name) => {
			const repository = testRepository();
			const env = { ...repository.env, [name]: '/elsewhere' };
			expect(await look({ ...repository, env })).toMatchObject({
				readOnly: false,
				because: expect.stringContaining(name),
			});
		},
	);

	test('when a file of its folder is a pipe, which keeps nobody waiting.', async () => {
		// Git waits for a pipe until its time limit: all of them wait at once.
		const names = ['.git/objects/info/alternates', '.git/config', '.git/index', '.git/HEAD'];
		const looks = names.map(async (name) => {
			const repository = testRepository();
			rmSync(join(repository.top, name), { force: true });
			execFileSync('mkfifo', [join(repository.top, name)]);
			expect(await look(repository), name).toMatchObject({ readOnly: false });
		});
		await Promise.all(looks);
	}, 60_000);

	test('when its configuration is broken.', async () => {
		const repository = testRepository();
		repository.write('.git/config', '[core\n');
		expect(await look(repository)).toMatchObject({ readOnly: false });
	});
});

/** A setting that nobody listed is not known to be harmless. */
const UNKNOWN = [
	...['core.pager', 'core.editor', 'core.alternateRefsCommand', 'core.gitProxy', 'core.askPass'],
	...['pager.log', 'gpg.program', 'gpg.ssh.program', 'gpg.x509.program', 'log.showSignature', 'format.pretty'],
	...lines`
		pretty.evil ¦ interactive.diffFilter ¦ diff.orderFile ¦ diff.x.cachetextconv ¦ log.diffMerges
		merge.x.driver
	`,
	...['remote.origin.uploadpack', 'remote.origin.vcs', 'remote.origin.proxy'],
	...['protocol.ext.allow', 'uploadpack.packObjectsHook', 'lfs.customtransfer.x.path', 'lfs.extension.x.clean'],
	...['filter.lfs.clean', 'filter.x.smudge', 'filter.x.required', 'submodule.x.update', 'status.submoduleSummary'],
	...lines`
		trace2.normalTarget ¦ sendemail.smtpServer ¦ sequence.editor ¦ made.up ¦ made.up.too ¦ gc.recentObjectsHook
	`,
	...['include.path', 'includeIf.gitdir:/.path', 'diff.evil.command', 'DIFF.EXTERNAL'],
];

test.each(UNKNOWN)('%s in a repository’s configuration is not known to be harmless.', (key) => {
	const setting = { scope: 'local', origin: 'file:.git/config', key: key.toLowerCase(), value: '!./evil' };
	expect(natureOf(setting, false)).toBe('unknown');
});

test.each([
	['core.fsmonitor', '.git/x'],
	['tag.sort', 'signature'],
	['branch.sort', '-signature:key'],
	['filter.lfs.clean', 'git-lfs clean -- %f; ./evil'],
	['filter.lfs.process', './git-lfs filter-process'],
	['log.showsignature', 'true'],
	['merge.x.driver', './true'],
	...['~root/x', '~/x', '%(prefix)/x', ':(optional)x', '../x', 'link/../x', 'x/..', '..'].flatMap((value) =>
		['blame.ignorerevsfile', 'mailmap.file', 'core.excludesfile', 'core.hookspath'].map((key): [string, string] => [
			key,
			value,
		]),
	),
])('%s is harmless for some values, not for %s.', (key, value) => {
	expect(natureOf({ scope: 'local', origin: '', key, value }, false)).toBe('unknown');
});

test.each(['ext::sh -c ./evil', '/srv/x.git', 'file:///srv/x', '-oProxyCommand=x', 'ssh://-oProxyCommand=x/y', 'x::y'])(
	'What a partial clone lacks is not fetched from %s.',
	(value) => {
		const setting = { scope: 'local', origin: '', key: 'remote.origin.url', value };
		expect(natureOf(setting, true)).toBe('unknown');
		expect(natureOf(setting, false)).toBe('harmless');
	},
);

test('Who asks while a look is under way gets its answer.', async () => {
	const repository = testRepository();
	const checks = createCommandChecks({ folders: () => [repository.top], env: repository.env });
	const ask = () => checks.repository(repository.top, { followsFolders: false, isOurTerminal: true });
	const answers = await Promise.all(Array.from({ length: 200 }, ask));
	expect(new Set(answers).size).toBe(1);
	repository.git('config', 'diff.external', repository.program);
	expect(await ask()).toMatchObject({ readOnly: false });
});

test.each(lines`
	core.sshcommand ¦ credential.helper ¦ credential.https://x.helper ¦ http.proxy ¦ url.ext::sh.insteadof
`)('%s is for remotes, which git asks while it reads only where objects are missing.', (key) => {
	const setting = { scope: 'local', origin: '', key, value: './evil' };
	expect(natureOf(setting, false)).toBe('harmless');
	expect(natureOf(setting, true)).toBe('unknown');
});

test('Objects are fetched by what the user’s own configuration says, too.', async () => {
	const repository = testRepository();
	const { git, gitIn, home } = repository;
	git('config', 'core.sshCommand', './evil');
	expect(await look(repository)).toEqual({ readOnly: true });
	gitIn(home, 'config', '--global', 'remote.origin.promisor', 'true');
	expect(await look(repository)).toMatchObject({ readOnly: false });
});

test('A program that the user’s own configuration names is not one of the workspace, where it would be found there.', async () => {
	const repository = testRepository();
	const { gitIn, home, top, program, env } = repository;
	const brought = join(top, 'node_modules/.bin');
	mkdirSync(brought, { recursive: true });
	symlinkSync(program, join(brought, 'git-lfs'));
	const checks = createCommandChecks({
		folders: () => [top],
		env: { ...env, PATH: `${brought}:${env['PATH'] ?? ''}` },
	});
	const ask = (isOurTerminal: boolean) => checks.repository(top, { followsFolders: false, isOurTerminal });
	expect(await ask(false)).toEqual({ readOnly: true });
	gitIn(home, 'config', '--global', 'filter.lfs.process', 'git-lfs filter-process');
	expect(await ask(false)).toMatchObject({ readOnly: false, because: expect.stringContaining('git-lfs') });
	// A terminal of ours does not look there.
	expect(await ask(true)).toEqual({ readOnly: true });
});

test('The folders may be named through links.', async () => {
	const repository = testRepository();
	const linked = join(repository.home, 'linked');
	symlinkSync(repository.top, linked);
	expect(await look(repository, { folder: realpathSync(linked), folders: [linked] })).toEqual({ readOnly: true });
});

test('A repository around the workspace is read once the user opened it, if nothing else is wrong with it.', async () => {
	const { top, env, git } = testRepository();
	const checks = createCommandChecks({ folders: () => [join(top, 'src')], env });
	const found = () => checks.repository(join(top, 'src'), { followsFolders: false, isOurTerminal: false });
	expect(await found()).toMatchObject({ readOnly: false, repository: top });
	checks.openRepository?.(top);
	expect(await found()).toEqual({ readOnly: true });
	git('config', 'core.fsmonitor', './tool.sh');
	expect(await found()).toMatchObject({ readOnly: false, because: expect.stringContaining('core.fsmonitor') });
});

test('A repository around the workspace of which more is wrong, or that is all of the home folder, is opened by nobody.', async () => {
	const { top, env, git } = testRepository();
	const look = (home: string) =>
		createCommandChecks({ folders: () => [join(top, 'src')], env: { ...env, HOME: home } }).repository(
			join(top, 'src'),
			{ followsFolders: false, isOurTerminal: false },
		);
	for (const home of [top, join(top, 'src')]) expect(await look(home)).not.toHaveProperty('repository');
	git('config', 'core.fsmonitor', './tool.sh');
	expect(await look(env['HOME'] ?? '')).not.toHaveProperty('repository');
});
