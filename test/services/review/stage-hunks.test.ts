import { chmodSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hunksBetween, patchOf, textWith } from '../../../src/view/code/hunks.js';
import { must } from '../must.js';
import { type Reviewed, reviewed, texts } from './reviewed.js';

/** Stages or unstages the hunk of this number, as the panel does. */
async function hunk(place: Reviewed, path: string, how: 'stage' | 'unstage', number: number): Promise<void> {
	const [list, found] = await place.file(path);
	const { oldText, newText, indexText } = must(await place.review.texts(list, found));
	const both =
		how === 'stage' ? hunksBetween(indexText ?? '', newText ?? '') : hunksBetween(oldText ?? '', indexText ?? '');
	must(await place.review.stage(list, found, how, patchOf(both, both.hunks.slice(number, number + 1))));
}

test('hunks go into the index and out of it, one by one', async () => {
	const place = reviewed();
	const { write, git, file } = place;
	const name = 'a "b"\nc.txt';
	write(name, texts({}));
	git('add', '--all');
	git('commit', '--quiet', '-m', 'more');
	write(name, texts({ 2: 'two\n', 20: 'twenty\n', 39: 'no end' }));
	write('new', 'not tracked\n');

	await hunk(place, name, 'stage', 1);
	expect(git('show', `:${name}`)).toBe(texts({ 20: 'twenty\n' }).trim());
	expect((await file(name))[1].staged).toBe('part');
	await hunk(place, name, 'stage', 1);
	await hunk(place, name, 'stage', 0);
	expect((await file(name))[1].staged).toBe('all');
	await hunk(place, name, 'unstage', 1);
	expect(git('show', `:${name}`)).toBe(texts({ 2: 'two\n', 39: 'no end' }));
	await hunk(place, name, 'unstage', 1);
	await hunk(place, name, 'unstage', 0);
	expect(git('diff', '--cached', '--name-only')).toBe('');
});

test('hunks of new, deleted, renamed and executable files are staged with what belongs to them', async () => {
	const place = reviewed();
	const { top, write, git } = place;
	write('old name', texts({}));
	write('gone', 'gone\n');
	git('add', '--all');
	git('commit', '--quiet', '-m', 'more');
	write('new', 'a\nb\n');
	chmodSync(join(top, 'new'), 0o755);
	rmSync(join(top, 'gone'));
	renameSync(join(top, 'old name'), join(top, 'new name'));
	write('new name', texts({ 3: 'x\n', 30: 'y\n' }));

	await hunk(place, 'new', 'stage', 0);
	await hunk(place, 'gone', 'stage', 0);
	await hunk(place, 'new name', 'stage', 1);
	expect(git('diff', '--cached', '--raw', '--abbrev=4', '-M').replaceAll(/ [0-9a-f]{4}(?= )/g, '')).toBe(
		[':100644 000000 D\tgone', ':000000 100755 A\tnew', ':100644 100644 R097\told name\tnew name'].join('\n'),
	);
	expect(git('show', ':new name')).toBe(texts({ 30: 'y\n' }).trim());

	await hunk(place, 'new', 'unstage', 0);
	await hunk(place, 'gone', 'unstage', 0);
	await hunk(place, 'new name', 'unstage', 0);
	expect(git('diff', '--cached', '--raw', '--abbrev=4', '-M').replaceAll(/ [0-9a-f]{4}(?= )/g, '')).toBe(
		':100644 100644 R100\told name\tnew name',
	);
});

test('whole files are staged and unstaged, whatever became of them', async () => {
	const { top, write, git, review } = reviewed();
	write('gone', 'x\n');
	write('old name', texts({}));
	git('add', '--all');
	git('commit', '--quiet', '-m', 'more');
	write('a.txt', 'bin\0ary');
	write('new', 'n\n');
	writeFileSync(Buffer.concat([Buffer.from(`${top}/`), Buffer.from([0xff])]), 'x');
	rmSync(join(top, 'gone'));
	renameSync(join(top, 'old name'), join(top, 'new name'));
	chmodSync(join(top, 'sub/b.txt'), 0o755);

	const before = must(await review.list('HEAD'));
	for (const file of before.files) must(await review.stage(before, file, 'stage', null));
	expect(must(await review.list('HEAD')).files.map(({ staged }) => staged)).toEqual(before.files.map(() => 'all'));
	expect(git('status', '--porcelain').split('\n')).toHaveLength(6);
	expect(git('diff', '--name-only')).toBe('');
	for (const file of before.files) must(await review.stage(before, file, 'unstage', null));
	expect(git('diff', '--cached', '--name-only')).toBe('');
});

test('a file that is not as it was shown stays as it is, in the index and on the disk', async () => {
	const place = reviewed();
	const { top, write, git, review, file } = place;
	write('a.txt', 'two\n');
	const [list, found] = await file('a.txt');
	const both = hunksBetween('one\n', 'two\n');
	const patch = patchOf(both, both.hunks);
	write('a.txt', 'three\n');
	for (const result of [
		await review.stage(list, found, 'stage', patch),
		await review.stage(list, found, 'stage', null),
		await review.stage(list, found, 'unstage', null),
		await review.takeBack(list, found, 'one\n'),
		await review.takeBack(list, found, null),
		await review.texts(list, found),
	]) {
		expect(result).toMatchObject({ ok: false, failure: { code: 'changed' } });
	}
	expect(git('diff', '--cached')).toBe('');
	expect(readFileSync(join(top, 'a.txt'), 'utf8')).toBe('three\n');

	git('commit', '--quiet', '-am', 'the other side moves');
	write('a.txt', 'four\n');
	const [newList, now] = await file('a.txt');
	git('commit', '--quiet', '--amend', '--allow-empty', '-am', 'again');
	expect(await review.stage(newList, now, 'stage', null)).toMatchObject({ failure: { code: 'changed' } });
});

test('hunks that lie about their lines, or name another file, are refused', async () => {
	const { write, git, review, file } = reviewed();
	write('a.txt', 'two\n');
	const [list, found] = await file('a.txt');
	const bad = [
		'',
		'x',
		'@@ -1,1 +1,1 @@\n-one\n+two',
		'@@ -1,1 +1,1 @@\n-one\n+two\n--- a/sub/b.txt\n+++ b/sub/b.txt\n@@ -1,1 +1,1 @@\n-two\n+x\n',
		'diff --git a/x b/x\n',
		'@@ -1,2 +1,1 @@\n-one\n+two\n',
		'@@ -1,1 +1,1 @@\n-other\n+two\n',
	];
	for (const patch of bad) expect(await review.stage(list, found, 'stage', patch)).toMatchObject({ ok: false });
	expect(git('diff', '--cached')).toBe('');
});

test('where git keeps other bytes than the file has, hunks are refused and the whole file is staged', async () => {
	const { write, git, review, file } = reviewed();
	write('.gitattributes', '*.crlf text eol=crlf\n*.up filter=up\n');
	write('x.crlf', 'one\r\ntwo\r\n');
	git('add', '--all');
	git('commit', '--quiet', '-m', 'crlf');
	write('x.crlf', 'one\r\n2\r\n');
	const [list, found] = await file('x.crlf');
	expect(must(await review.texts(list, found))).toMatchObject({
		oldText: 'one\r\ntwo\r\n',
		indexText: 'one\r\ntwo\r\n',
		newText: 'one\r\n2\r\n',
	});
	const both = hunksBetween('one\r\ntwo\r\n', 'one\r\n2\r\n');
	expect(await review.stage(list, found, 'stage', patchOf(both, both.hunks))).toMatchObject({
		failure: { code: 'invalid', message: expect.stringContaining('git stores it in another form') },
	});
	must(await review.stage(list, found, 'stage', null));
	expect(git('ls-files', '--eol', 'x.crlf')).toMatch(/^i\/lf/);
	must(await review.takeBack(list, found, null));
	expect(git('diff', 'HEAD', '--name-only')).toBe('');

	write('y.up', 'y\n');
	git('config', 'filter.up.clean', 'tr a-z A-Z');
	const [newList, up] = await file('y.up');
	expect(await review.stage(newList, up, 'stage', null)).toMatchObject({ failure: { code: 'denied' } });
});

test('taking back leaves exactly what was chosen, with its permissions, names and kinds', async () => {
	const place = reviewed();
	const { top, write, git, review, file } = place;
	write('f.txt', texts({}));
	write('gone/deep', 'deep\n');
	write('old name', texts({}));
	write('binary', 'a\0b');
	git('add', '--all');
	git('commit', '--quiet', '-m', 'more');
	write('f.txt', texts({ 2: 'two\n', 30: 'thirty\n' }));
	chmodSync(join(top, 'f.txt'), 0o640);
	write('binary', 'a\0c');
	rmSync(join(top, 'gone'), { recursive: true });
	renameSync(join(top, 'old name'), join(top, 'new name'));
	write('made/new', 'n\n');
	chmodSync(join(top, 'a.txt'), 0o755);

	const [list, found] = await file('f.txt');
	const { oldText, newText } = must(await review.texts(list, found));
	const both = hunksBetween(oldText ?? '', newText ?? '');
	must(
		await review.takeBack(
			list,
			found,
			textWith(both, (each) => (each === both.hunks[0] ? 'leave' : 'take')),
		),
	);
	expect(readFileSync(join(top, 'f.txt'), 'utf8')).toBe(texts({ 30: 'thirty\n' }));
	expect(statSync(join(top, 'f.txt')).mode & 0o777).toBe(0o640);

	const all = must(await review.list('HEAD'));
	for (const each of all.files) must(await review.takeBack(all, each, null));
	expect(git('status', '--porcelain', '--untracked-files=all')).toBe('');
	expect(statSync(join(top, 'f.txt')).mode & 0o777).toBe(0o640);
	expect(() => statSync(join(top, 'made'))).toThrow();
});

test('any hunks of any change are staged as they are', { timeout: 600_000 }, async () => {
	const place = reviewed();
	const { top, write, git, review } = place;
	const line = fc.constantFrom('a\n', 'b\n', '\n', 'longer line\n', '+x\n', '-y\n', '\\ z\n', '@@ -1 +1 @@\n', 'ü\n');
	const text = fc
		.tuple(fc.array(line, { maxLength: 25 }), fc.constantFrom('', 'end'))
		.map(([all, end]) => all.join('') + end);
	const input = fc.tuple(text, text, fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }));
	await fc.assert(
		fc.asyncProperty(input, async ([before, after, choices]) => {
			write('p', before);
			git('add', 'p');
			git('commit', '--quiet', '--allow-empty', '-m', 'p');
			write('p', after);
			const list = must(await review.list('HEAD'));
			const [found] = list.files;
			if (found === undefined) return;
			const both = hunksBetween(before, after);
			const chosen = both.hunks.filter((_, index) => choices[index]);
			if (chosen.length > 0) must(await review.stage(list, found, 'stage', patchOf(both, chosen)));
			const expected = textWith(both, (each) => (chosen.includes(each) ? 'take' : 'leave'));
			const index = must(await review.texts(list, found)).indexText;
			expect(index).toBe(expected);
			const back = hunksBetween(before, expected);
			if (back.hunks.length > 0) must(await review.stage(list, found, 'unstage', patchOf(back, back.hunks)));
			expect(git('diff', '--cached')).toBe('');
			must(await review.takeBack(list, found, expected));
			expect(readFileSync(join(top, 'p'), 'utf8')).toBe(expected);
		}),
		{ numRuns: process.env['ACP_TUI_LONG'] === '1' ? 1500 : 3 },
	);
});
