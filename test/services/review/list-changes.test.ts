import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ReviewList } from '../../../src/core/review/review.js';
import { createReview } from '../../../src/services/review/review.js';
import { must } from '../must.js';
import { temporaryFolder } from '../temporary-folder.js';
import { reviewed } from './reviewed.js';

const rows = ({ files }: ReviewList): readonly string[] =>
	files.map(({ path, oldPath, status, added, removed, isBinary, isWhole }) =>
		[
			...(oldPath === undefined ? [] : [`${oldPath} ->`]),
			...[path, status, added ?? '-', removed ?? '-'],
			...(isBinary === true ? ['binary'] : []),
			...(isWhole === true ? ['whole'] : []),
		].join(' '),
	);

test('a review lists whatever became of files, by names of any bytes', async () => {
	const { top, write, git, review, listed } = reviewed();
	const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`).join('\n');
	for (const name of ['moved', 'moved and changed', 'gone', 'mode', 'becomes a link'])
		write(name, `${name}\n${lines}\n`);
	write('line\nbreak', 'x\n');
	write('binary', 'a\0b');
	symlinkSync('a.txt', join(top, 'link'));
	git('add', '--all');
	git('commit', '--quiet', '-m', 'second');
	write('a.txt', 'one\ntwo\nthree\n');
	renameSync(join(top, 'moved'), join(top, 'sub/new name'));
	renameSync(join(top, 'moved and changed'), join(top, 'moved 2'));
	write('moved 2', `moved and changed\n${lines}\nmore\n`);
	for (const name of ['gone', 'becomes a link', 'link']) rmSync(join(top, name));
	symlinkSync('b', join(top, 'link'));
	symlinkSync('c', join(top, 'becomes a link'));
	chmodSync(join(top, 'mode'), 0o755);
	write('binary', 'a\0c');
	write('line\nbreak', 'y\n');
	for (const name of ['new "quoted"', '"in quotes"', 'tab\tand\nline', '\u202egnp.exe', '-dash', ':(top)magic', '*']) {
		write(name, 'new\n');
	}
	write('ignored/.env', '');
	writeFileSync(Buffer.concat([Buffer.from(`${top}/caf`), Buffer.from([0xe9]), Buffer.from('.txt')]), 'latin\n');
	mkdirSync(join(top, 'nested'));
	git('init', '--quiet', 'nested');

	const list = must(await review.list('HEAD'));

	expect(list).toMatchObject({
		title: 'working tree against HEAD',
		top,
		notes: [],
		can: { stage: true, takeBack: true },
	});
	expect(list.files.every(({ added, staged }) => added === null && staged === 'none')).toBe(true);
	expect(rows(await listed())).toEqual(
		[
			'"\\"in quotes\\"" added 1 0',
			'"caf\\351.txt" added 1 0',
			'* added 1 0',
			'-dash added 1 0',
			':(top)magic added 1 0',
			'a.txt modified 2 0',
			'becomes a link modified 1 31 whole',
			'binary modified - - binary',
			'gone deleted 0 31',
			'line\nbreak modified 1 1',
			'link modified 1 1 whole',
			'mode modified 0 0',
			'moved and changed -> moved 2 renamed 1 0',
			'new "quoted" added 1 0',
			'moved -> sub/new name renamed 0 0',
			'tab\tand\nline added 1 0',
			'\u202egnp.exe added 1 0',
		].map((row) => row.replace('"\\"in quotes\\""', '"\\042in quotes\\042"')),
	);
	expect(git('status', '--porcelain', '--untracked-files=all', '--', 'a.txt')).toBe('M a.txt');
});

test('a range is a commit against the working tree, two trees, or what came since they parted', async () => {
	const { git, write, listed, review } = reviewed();
	git('switch', '--quiet', '-c', 'other');
	write('other.txt', 'x\n');
	git('add', '--all');
	git('commit', '--quiet', '-m', 'other');
	git('switch', '--quiet', 'main');
	write('sub/b.txt', 'main\n');
	git('commit', '--quiet', '-am', 'main');
	write('new.txt', '1\n');
	const table = [
		['', 'working tree against HEAD', ['new.txt added 1 0'], true, true],
		['main~1', 'working tree against main~1', ['new.txt added 1 0', 'sub/b.txt modified 1 1'], false, true],
		['other..main', 'other..main', ['other.txt deleted 0 1', 'sub/b.txt modified 1 1'], false, false],
		['other...', 'other...', ['sub/b.txt modified 1 1'], false, false],
		['main...other', 'main...other', ['other.txt added 1 0'], false, false],
	] as const;
	for (const [range, title, files, stage, takeBack] of table) {
		const list = await listed(range);
		expect([list.title, rows(list), list.can]).toEqual([title, files, { stage, takeBack }]);
	}
	const bad = ['nope', '-p', '--output=x', 'main..nope', '..-x', 'a b', '^main', 'HEAD:sub/b.txt', '....', 'x\ny'];
	for (const range of bad) {
		expect([range, await review.list(range)]).toMatchObject([range, { ok: false, failure: { code: 'usage' } }]);
	}
});

test('without a commit all is new; without a repository there is nothing to review', async () => {
	const folder = temporaryFolder();
	const scratch = async () => temporaryFolder();
	const { env, gitIn } = reviewed();
	const review = createReview({ workspace: folder, env, scratch });
	expect(await review.list('HEAD')).toMatchObject({ ok: false, failure: { code: 'usage' } });

	gitIn(folder, 'init', '--quiet');
	writeFileSync(join(folder, 'a'), '1\n');
	const list = await review.count(must(await review.list('HEAD')));
	expect(list.title).toBe('working tree, before the first commit');
	expect(rows(list)).toEqual(['a added 1 0']);
	const [file] = list.files;
	if (file === undefined) throw new Error('nothing listed');
	must(await review.stage(list, file, 'stage', null));
	expect(must(await review.list('HEAD')).files[0]?.staged).toBe('all');
	must(await review.stage(list, file, 'unstage', null));
	expect(gitIn(folder, 'ls-files')).toBe('');
	expect(await review.list('HEAD~1')).toMatchObject({ ok: false, failure: { code: 'usage' } });

	gitIn(folder, 'config', 'core.worktree', temporaryFolder());
	expect(await review.list('HEAD')).toMatchObject({ ok: false, failure: { code: 'usage' } });
});

test('a repository within is a commit, and files in conflict are listed once', async () => {
	const { folder, top, git, gitIn, write, listed, review } = reviewed();
	const other = join(folder, 'other');
	gitIn(folder, 'clone', '--quiet', top, other);
	git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', other, 'module');
	git('commit', '--quiet', '-m', 'with a module');
	const first = gitIn(join(top, 'module'), 'rev-parse', 'HEAD');
	gitIn(join(top, 'module'), 'commit', '--quiet', '--allow-empty', '-m', 'more');
	const second = gitIn(join(top, 'module'), 'rev-parse', 'HEAD');

	const list = await listed();
	expect(rows(list)).toEqual(['module modified 1 1 whole']);
	const [file] = list.files;
	if (file === undefined) throw new Error('nothing listed');
	expect(must(await review.texts(list, file))).toMatchObject({
		oldText: `Subproject commit ${first}\n`,
		newText: `Subproject commit ${second}\n`,
	});
	expect(await review.takeBack(list, file, null)).toMatchObject({ ok: false });
	must(await review.stage(list, file, 'stage', null));
	expect(git('diff', '--cached', '--name-only')).toBe('module');

	git('commit', '--quiet', '-m', 'more');
	git('switch', '--quiet', '-c', 'side');
	write('a.txt', 'side\n');
	git('commit', '--quiet', '-am', 'side');
	git('switch', '--quiet', 'main');
	write('a.txt', 'main\n');
	git('commit', '--quiet', '-am', 'main');
	expect(() => git('merge', '--quiet', 'side')).toThrow();
	expect(rows(await listed())).toEqual(['a.txt modified 4 0']);
});
