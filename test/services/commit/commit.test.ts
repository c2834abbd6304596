import { chmodSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type CommitEnd, type CommitFile, type CommitList, markedAtFirst } from '../../../src/core/commit/commit.js';
import { createCommitPort, makeCommit } from '../../../src/services/commit/commit.js';
import { processExists } from '../../../src/services/programs/process-list.js';
import { must } from '../must.js';
import { createRepository, type TestRepository } from '../worktrees/repository.js';

type Repo = TestRepository & {
	list(): Promise<CommitList>;
	commit(list: CommitList, chosen?: Iterable<string>, message?: string): Promise<CommitEnd>;
	hook(name: string, script: string): void;
	/** Paths and changes of the last commit, as git prints them. */
	last(): string;
	status(): string;
};

function open(): Repo {
	const repository = createRepository();
	const { top, env, git, write } = repository;
	const port = createCommitPort({ cwd: top, env });
	return {
		...repository,
		async list() {
			const listed = must(await port.list());
			return listed;
		},
		commit: (list, chosen = markedAtFirst(list), message = 'A subject') =>
			port.commit(
				{ list, chosen: new Set(chosen), message },
				{ signal: new AbortController().signal, onOutput: () => {} },
			),
		hook(hook, script) {
			write(`.git/hooks/${hook}`, `#!/bin/sh\n${script}\n`);
			chmodSync(join(top, '.git/hooks', hook), 0o755);
		},
		last: () => git('show', '--format=', '--name-status', '--no-renames', 'HEAD').replaceAll('\t', ' '),
		status: () => git('status', '--porcelain=v1', '--untracked-files=all'),
	};
}

const rowOf = (list: CommitList, group: CommitFile['group'], path: string): CommitFile => {
	const found = list.files.find((file) => file.group === group && file.path === path);
	if (found === undefined) throw new Error(`no ${group} ${path}`);
	return found;
};

const brief = ({ files }: CommitList): readonly string[] =>
	files.map(({ group, status, path, added, removed }) => `${group} ${status} ${path} ${added} ${removed}`);

describe('the list of what can be committed', () => {
	test('has what is staged, what is changed and what is new apart, with their lines', async () => {
		const repo = open();
		repo.write('a.txt', 'one\nmore\n');
		repo.git('add', 'a.txt');
		repo.write('a.txt', 'one\nmore\nand more\n');
		repo.git('mv', 'sub/b.txt', 'sub/moved.txt');
		repo.write('new\nline.txt', 'x\ny');
		const list = await repo.list();
		expect(brief(list)).toEqual([
			'staged modified a.txt 1 0',
			'changed modified a.txt 1 0',
			'staged renamed sub/moved.txt 0 0',
			'untracked added new\nline.txt 2 null',
		]);
		expect([...markedAtFirst(list)]).toEqual(['staged a.txt', 'staged sub/moved.txt']);
		expect([list.branch, list.underWay, list.hooks]).toEqual(['main', null, []]);
	});

	test('marks changes of tracked files where nothing is staged, and new files never', async () => {
		const repo = open();
		repo.write('n.txt', 'n\n');
		expect([...markedAtFirst(await repo.list())]).toEqual([]);
		repo.write('a.txt', 'two\n');
		rmSync(join(repo.top, 'sub/b.txt'));
		expect([...markedAtFirst(await repo.list())]).toEqual(['changed a.txt', 'changed sub/b.txt']);
	});

	test('names hooks that run, wherever the settings keep them, and runs none of them and no filter', async () => {
		const repo = open();
		repo.hook('pre-commit', 'touch ../ran');
		repo.write('tools/hooks/commit-msg', '#!/bin/sh\ntouch ../ran\n');
		chmodSync(join(repo.top, 'tools/hooks/commit-msg'), 0o755);
		expect((await repo.list()).hooks).toEqual(['pre-commit']);
		repo.git('config', 'core.hooksPath', 'tools/hooks');
		repo.git('config', 'filter.evil.clean', 'touch ../ran; cat');
		repo.write('.gitattributes', '*.txt filter=evil\n');
		repo.write('a.txt', 'changed\n');
		expect((await repo.list()).hooks).toEqual(['commit-msg']);
		expect(existsSync(join(repo.top, '../ran'))).toBe(false);
	});

	test('of a folder that is no repository says so', async () => {
		const repo = open();
		const listed = await createCommitPort({ cwd: repo.dataDir, env: repo.env }).list();
		expect(listed.ok).toBe(false);
	});
});

describe('a commit', () => {
	test('holds exactly what is chosen, and what is staged and left out stays staged', async () => {
		const repo = open();
		for (const name of ['a.txt', 'sub/b.txt']) repo.write(name, 'changed\n');
		repo.write('staged.txt', 's\n');
		repo.git('add', 'a.txt', 'staged.txt');
		repo.write('a.txt', 'changed again\n');
		repo.write('new.txt', 'n\n');
		repo.write('other.txt', 'o\n');
		const list = await repo.list();
		const end = await repo.commit(
			list,
			['changed sub/b.txt', 'staged a.txt', 'untracked new.txt'],
			'Change\n\nBody #1',
		);
		expect(end).toMatchObject({ type: 'committed', subject: 'Change', files: 3, added: 3, removed: 2 });
		expect(repo.last()).toBe('M a.txt\nA new.txt\nM sub/b.txt');
		expect(repo.git('show', 'HEAD:a.txt')).toBe('changed');
		expect(repo.git('log', '-1', '--format=%B')).toBe('Change\n\nBody #1');
		expect(repo.status()).toBe('M a.txt\nA  staged.txt\n?? other.txt'.replace(/^M/, ' M').trim());
	});

	test('is refused, and shown anew, when anything in it changed since it was shown', async () => {
		const changes: readonly (readonly [string, (repo: Repo) => void])[] = [
			['a chosen file', (repo) => repo.write('a.txt', 'another\n')],
			['the mode of a chosen file', (repo) => chmodSync(join(repo.top, 'a.txt'), 0o755)],
			['HEAD', (repo) => repo.git('commit', '--quiet', '--allow-empty', '-m', 'theirs')],
			[
				'the index',
				(repo) => {
					repo.write('sneaked.txt', 's\n');
					repo.git('add', 'sneaked.txt');
				},
			],
		];
		const repo = open();
		repo.write('a.txt', 'shown\n');
		let list = await repo.list();
		for (const [what, change] of changes) {
			change(repo);
			const before = [repo.git('rev-parse', 'HEAD'), repo.status()];
			const end = await repo.commit(list);
			expect(end.type, what).toBe('changed');
			expect([repo.git('rev-parse', 'HEAD'), repo.status()], what).toEqual(before);
			if (end.type === 'changed') ({ list } = end);
		}
		// What is shown now can be committed.
		expect((await repo.commit(list)).type).toBe('committed');
		expect(repo.last()).toBe('A sneaked.txt');
	});

	test('is not kept by what was written again with the same bytes, or beside it', async () => {
		const repo = open();
		repo.write('a.txt', 'shown\n');
		repo.write('log.txt', '1\n');
		const list = await repo.list();
		repo.write('a.txt', 'shown\n');
		repo.write('log.txt', '1\n2\n');
		repo.write('sub/b.txt', 'theirs\n');
		expect((await repo.commit(list)).type).toBe('committed');
		expect(repo.last()).toBe('M a.txt');
	});

	test('can be of anything that git can hold, whatever it is called', async () => {
		const repo = open();
		repo.git('switch', '--quiet', '--detach');
		rmSync(join(repo.top, 'a.txt'));
		rmSync(join(repo.top, 'sub'), { recursive: true });
		repo.write('sub', 'a file in place of a folder\n');
		symlinkSync('sub', join(repo.top, 'link'));
		chmodSync(join(repo.top, '.gitignore'), 0o755);
		for (const name of ['-n', 'q"u', 'a\nb', ':(top)x']) repo.write(name, 'x\n');
		const list = await repo.list();
		expect(list.branch).toBeNull();
		const all = list.files.map(({ id }) => id);
		expect((await repo.commit(list, all)).type).toBe('committed');
		expect(repo.last().split('\n').sort()).toEqual(
			[
				...['M .gitignore', 'D a.txt', 'A link', 'A sub', 'D sub/b.txt'],
				...['A -n', 'A :(top)x', 'A "a\\nb"', 'A "q\\"u"'],
			].sort(),
		);
		expect(repo.git('ls-tree', 'HEAD', 'link', '.gitignore')).toMatch(/^100755.*\n120000/);
		expect(repo.status()).toBe('');
	});

	test('can be the first one', async () => {
		const repo = open();
		repo.git('update-ref', '-d', 'HEAD');
		repo.git('rm', '--quiet', '--cached', 'sub/b.txt');
		expect(await repo.commit(await repo.list())).toMatchObject({ type: 'committed', files: 2 });
		expect(repo.last()).toBe('A .gitignore\nA a.txt');
	});

	test('leaves out both names of a staged rename, and takes a name that is no text', async () => {
		const repo = open();
		repo.git('mv', 'sub/b.txt', 'sub/c.txt');
		const odd = Buffer.concat([Buffer.from(`${repo.top}/o`), Buffer.from([0xff])]);
		writeFileSync(odd, 'x');
		repo.git('add', '--all', '.');
		repo.write('a.txt', '2\n');
		const list = await repo.list();
		const [staged = ''] = list.files.filter(({ path }) => path === '"o\\377"').map(({ id }) => id);
		const end = await repo.commit(list, ['changed a.txt', staged]);
		expect(end).toMatchObject({ type: 'committed', files: 2 });
		expect(repo.status()).toBe('R  sub/b.txt -> sub/c.txt');
	});

	test('ends a merge with its message and both parents, and leaves nothing of it out', async () => {
		const repo = open();
		repo.git('switch', '--quiet', '-c', 'side');
		repo.write('a.txt', 'side\n');
		repo.git('commit', '--quiet', '-am', 'side');
		repo.git('switch', '--quiet', 'main');
		repo.write('a.txt', 'main\n');
		repo.git('commit', '--quiet', '-am', 'main');
		expect(() => repo.git('merge', 'side')).toThrow();
		const begun = await repo.list();
		expect(begun).toMatchObject({ underWay: 'merge', template: "Merge branch 'side'" });
		expect(rowOf(begun, 'conflict', 'a.txt').why).toMatch(/conflict/);
		repo.write('a.txt', 'both\n');
		repo.git('add', 'a.txt');
		const list = await repo.list();
		expect((await repo.commit(list, undefined, list.template)).type).toBe('committed');
		expect(repo.git('log', '-1', '--format=%s %p').split(' ')).toHaveLength(5);
	});

	test.each(['cherry-pick', 'revert'] as const)('ends a %s with its message, in a linked worktree too', async (how) => {
		const repo = open();
		repo.write('a.txt', 'second\n');
		repo.git('commit', '--quiet', '-am', 'Second', '--author=Else <else@example.org>');
		repo.write('a.txt', 'third\n');
		repo.git('commit', '--quiet', '-am', 'Third');
		const linked = join(repo.folder, 'linked');
		repo.git('worktree', 'add', '--quiet', linked, '-b', 'linked', how === 'revert' ? 'main' : 'main~2');
		if (how === 'cherry-pick') repo.gitIn(linked, 'rm', '--quiet', 'a.txt');
		if (how === 'cherry-pick') repo.gitIn(linked, 'commit', '--quiet', '-m', 'Gone');
		expect(() => repo.gitIn(linked, how, 'main~1')).toThrow();
		const port = createCommitPort({ cwd: linked, env: repo.env });
		repo.write('a.txt', 'resolved\n', linked);
		repo.gitIn(linked, 'add', 'a.txt');
		const listed = must(await port.list());
		const list = listed;
		expect(list.underWay).toBe(how);
		expect(list.template).toMatch(how === 'revert' ? /^Revert "Second"/ : /^Second/);
		const wanted = { list, chosen: markedAtFirst(list), message: list.template };
		const end = await port.commit(wanted, { signal: new AbortController().signal, onOutput: () => {} });
		expect(end).toMatchObject({ type: 'committed', files: 1 });
		expect(repo.gitIn(linked, 'log', '-1', '--format=%an')).toBe(how === 'revert' ? 'T' : 'Else');
		const over = await port.list();
		expect(over).toMatchObject({ ok: true, value: { underWay: null, files: [] } });
	});

	test('is one step of a rebase, which goes on after it', async () => {
		const repo = open();
		repo.git('switch', '--quiet', '-c', 'side');
		for (const [file, subject] of [
			['a.txt', 'Side'],
			['new.txt', 'More'],
		] as const) {
			repo.write(file, 'side\n');
			repo.git('add', file);
			repo.git('commit', '--quiet', '-m', subject);
		}
		repo.git('switch', '--quiet', 'main');
		repo.write('a.txt', 'main\n');
		repo.git('commit', '--quiet', '-am', 'Main');
		repo.git('switch', '--quiet', 'side');
		expect(() => repo.git('rebase', 'main')).toThrow();
		repo.write('a.txt', 'both\n');
		repo.git('add', 'a.txt');
		const list = await repo.list();
		expect(list).toMatchObject({ underWay: 'rebase', branch: null, template: 'Side' });
		expect(await repo.commit(list, undefined, list.template)).toMatchObject({ type: 'committed', subject: 'Side' });
		repo.git('rebase', '--continue');
		expect(repo.git('log', '--format=%s', '-3').split('\n')).toEqual(['More', 'Side', 'Main']);
		expect(repo.git('show', 'HEAD:a.txt')).toBe('both');
	});

	test('works in a linked worktree, with a submodule, and in a folder below the top', async () => {
		const repo = open();
		const inner = join(repo.folder, 'inner');
		repo.git('clone', '--quiet', repo.top, inner);
		repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner, 'mod');
		repo.git('commit', '--quiet', '-m', 'module');
		const linked = join(repo.folder, 'linked');
		repo.git('worktree', 'add', '--quiet', linked, '-b', 'linked');
		repo.write('sub/b.txt', 'linked\n', linked);
		const below = createCommitPort({ cwd: join(linked, 'sub'), env: repo.env });
		const listed = must(await below.list());
		const how = { signal: new AbortController().signal, onOutput: () => {} };
		const wanted = { list: listed, chosen: markedAtFirst(listed), message: 'Linked' };
		expect(await below.commit(wanted, how)).toMatchObject({ type: 'committed', files: 1 });
		expect(repo.gitIn(linked, 'status', '--porcelain')).toBe('');
		repo.gitIn(join(repo.top, 'mod'), 'commit', '--quiet', '--allow-empty', '-m', 'inner');
		const list = await repo.list();
		expect(rowOf(list, 'changed', 'mod').kind).toBe('submodule');
		expect((await repo.commit(list)).type).toBe('committed');
		expect(repo.status()).toBe('');
	});
});

describe('hooks of a commit', () => {
	test('that fail are shown, and leave index, files and HEAD as they were', async () => {
		const repo = open();
		repo.hook('pre-commit', 'echo checking; echo "no good" >&2; exit 3');
		repo.write('a.txt', 'two\n');
		repo.write('staged.txt', 's\n');
		repo.git('add', 'staged.txt');
		const before = [repo.git('rev-parse', 'HEAD'), repo.git('ls-files', '--stage'), repo.status()];
		let output = '';
		const list = await repo.list();
		const end = await createCommitPort({ cwd: repo.top, env: repo.env }).commit(
			{ list, chosen: new Set(['changed a.txt', 'staged staged.txt']), message: 'x' },
			{ signal: new AbortController().signal, onOutput: (text) => (output += text) },
		);
		expect(end).toMatchObject({ type: 'failed' });
		expect(output).toContain('checking\n');
		expect(output).toContain('no good\n');
		expect([repo.git('rev-parse', 'HEAD'), repo.git('ls-files', '--stage'), repo.status()]).toEqual(before);
	});

	test('may format and stage files, and change the message', async () => {
		const repo = open();
		repo.hook('pre-commit', 'echo formatted > a.txt; echo made > made.txt; git add a.txt made.txt');
		repo.hook('commit-msg', 'echo "$(head -1 "$1") (checked)" > "$1"');
		repo.write('a.txt', 'two\n');
		repo.write('left.txt', 'l\n');
		repo.git('add', 'left.txt');
		const end = await repo.commit(await repo.list(), ['changed a.txt']);
		expect(end).toMatchObject({ type: 'committed', subject: 'A subject (checked)', files: 2 });
		expect(repo.last()).toBe('M a.txt\nA made.txt');
		expect(repo.status()).toBe('A  left.txt');
	});

	test('have the user’s environment, no terminal, and no git of the workspace', async () => {
		const repo = open();
		repo.write('bin/git', '#!/bin/sh\ntouch ../../fooled\n');
		chmodSync(join(repo.top, 'bin/git'), 0o755);
		repo.hook(
			'pre-commit',
			'echo "$SECRET_TOKEN|$GPG_TTY|$(test -t 0 && echo tty)" > ../seen; (: < /dev/tty) 2>> ../seen; exit 0',
		);
		repo.write('a.txt', 'two\n');
		const more = { SECRET_TOKEN: 'kept', GPG_TTY: '/dev/pts/9', GIT_DIR: '/nowhere' };
		const env = { ...repo.env, ...more, PATH: `${join(repo.top, 'bin')}:${repo.env['PATH']}` };
		const list = await repo.list();
		const wanted = { list, chosen: markedAtFirst(list), message: 'x' };
		const how = { signal: new AbortController().signal, onOutput: () => {} };
		expect((await makeCommit({ cwd: repo.top, env }, wanted, how)).type).toBe('committed');
		expect(readFileSync(join(repo.top, '../seen'), 'utf8')).toMatch(/^kept\|\|\n.*\/dev\/tty/);
		expect(existsSync(join(repo.folder, '../fooled'))).toBe(false);
	});

	test('that hang are ended with all that they started, by the user and by the time', async () => {
		const repo = open();
		repo.hook('pre-commit', 'sleep 300 & echo $! > ../pid; echo waiting; wait');
		repo.write('a.txt', 'two\n');
		const list = await repo.list();
		const wanted = { list, chosen: markedAtFirst(list), message: 'x' };
		const stopped = new AbortController();
		const place = { cwd: repo.top, env: repo.env };
		const byUser = await makeCommit(place, wanted, { signal: stopped.signal, onOutput: () => stopped.abort() });
		expect(byUser).toMatchObject({ type: 'failed', because: expect.stringMatching(/^Stopped;/) });
		const pid = Number(readFileSync(join(repo.top, '../pid'), 'utf8'));
		await expect.poll(() => processExists(pid)).toBe(false);
		const never = new AbortController().signal;
		const late = await makeCommit(place, wanted, { signal: never, onOutput: () => {}, longest: 400 });
		expect(late).toMatchObject({ type: 'failed', because: expect.stringMatching(/^Stopped after/) });
		expect([repo.git('rev-list', '--count', 'HEAD'), existsSync(join(repo.top, '.git/index.lock'))]).toEqual([
			'1',
			false,
		]);
	});

	test('that fail after the commit do not hide that it was made', async () => {
		const repo = open();
		repo.hook('post-commit', 'echo waiting; sleep 300');
		repo.write('a.txt', 'two\n');
		const list = await repo.list();
		const stopped = new AbortController();
		const end = await makeCommit(
			{ cwd: repo.top, env: repo.env },
			{ list, chosen: markedAtFirst(list), message: 'Made' },
			{ signal: stopped.signal, onOutput: () => stopped.abort() },
		);
		expect(end).toMatchObject({ type: 'committed', subject: 'Made', remark: expect.stringContaining('stopped') });
		expect(repo.status()).toBe('');
	});

	test('see what a commit of theirs made, which ours does not take for its own', async () => {
		const repo = open();
		repo.write('a.txt', 'two\n');
		const list = await repo.list();
		repo.hook(
			'pre-commit',
			'GIT_INDEX_FILE= ; unset GIT_INDEX_FILE; rm .git/hooks/pre-commit; git commit --quiet --allow-empty -m theirs',
		);
		expect(await repo.commit(list)).toMatchObject({ type: 'failed' });
		expect(repo.git('log', '-1', '--format=%s')).toBe('theirs');
		expect(repo.status()).toBe('M a.txt');
	});
});

test.each([
	'gpg: signing failed: Inappropriate ioctl for device',
	'gpg: signing failed: No pinentry',
	'gpg: signing failed: Operation cancelled',
	'error: Load key "/home/me/.ssh/id": incorrect passphrase supplied to decrypt private key',
])('a signature that cannot be made says how git gets a terminal, and changes nothing: %s', async (words) => {
	const repo = open();
	const gpg = join(repo.folder, 'gpg');
	writeFileSync(gpg, `#!/bin/sh\ncat >/dev/null\necho '${words}' >&2\nexit 2\n`, { mode: 0o755 });
	repo.git('config', 'gpg.program', gpg);
	repo.git('config', 'commit.gpgSign', 'true');
	repo.write('a.txt', 'two\n');
	const before = [repo.status(), repo.git('rev-parse', 'HEAD')];
	expect(await repo.commit(await repo.list())).toMatchObject({ type: 'failed', hint: expect.stringContaining('!git') });
	expect([repo.status(), repo.git('rev-parse', 'HEAD')]).toEqual(before);
});

test('material for the message has subjects and the chosen changes, bounded, without secrets', async () => {
	const repo = open();
	repo.write('a.txt', `two\nAPI_KEY=sk-${'a1'.repeat(20)}\n`);
	repo.write('sub/b.txt', 'not chosen\n');
	repo.write('new.txt', 'x\n'.repeat(10_000));
	const list = await repo.list();
	const port = createCommitPort({ cwd: repo.top, env: repo.env });
	const found = must(await port.material(list, new Set(['changed a.txt', 'untracked new.txt'])));
	const { subjects, patch, isCut } = found;
	expect(subjects).toEqual(['first']);
	expect(patch).toContain('+API_KEY=[redacted]');
	expect(patch).toContain('+++ b/a.txt');
	expect(patch).not.toContain('not chosen');
	expect([isCut, patch.length < 8000]).toEqual([true, true]);
});
