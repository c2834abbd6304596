import { chmodSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hunksBetween, textWith } from '../../../src/view/code/hunks.js';
import type { LineChoice } from '../../../src/view/code/line-choice.js';
import { stagedChange, textWithout } from '../../../src/view/review/staging.js';
import { must } from '../must.js';
import { type Reviewed, reviewed, texts } from './reviewed.js';

/** A repository with files in all that can become of them. */
function changedFiles(): Reviewed {
	const place = reviewed();
	const { top, write, git } = place;
	write('.gitattributes', '*.crlf text eol=crlf\n');
	write('x.crlf', 'one\r\ntwo\r\n');
	write('f.txt', texts({}));
	write('gone/deep', 'deep\n');
	write('old name', texts({}));
	write('binary', 'a\0b');
	write('[odd]*', 'odd\n');
	git('add', '--all');
	git('commit', '--quiet', '-m', 'more');
	write('x.crlf', 'one\r\n2\r\n');
	write('f.txt', texts({ 2: 'two\n', 3: 'three\n', 20: 'twenty\n', 39: 'no end' }));
	rmSync(join(top, 'gone'), { recursive: true });
	renameSync(join(top, 'old name'), join(top, 'new name'));
	write('new name', texts({ 3: 'x\n', 30: 'y\n' }));
	write('binary', 'a\0c');
	write('[odd]*', 'even\n');
	write('made/new', 'n\nm\n');
	write('empty', '');
	chmodSync(join(top, 'a.txt'), 0o755);
	return place;
}

/** Takes back as the panel does: a hunk by its number, the lines that are meant, or all. */
async function takeBack(place: Reviewed, path: string, what: number | LineChoice | null): Promise<string | null> {
	const { review, file } = place;
	const [list, found] = await file(path);
	const shown = must(await review.texts(list, found));
	const both = hunksBetween(shown.oldText ?? '', shown.newText ?? '');
	if (what === null) return must(await review.takeBack(list, found, null, stagedChange(shown, null).staged));
	if (typeof what === 'number') {
		const [hunk] = both.hunks.slice(what, what + 1);
		if (hunk === undefined) throw new Error('no such hunk');
		const text = textWith(both, (each) => (each === hunk ? 'leave' : 'take'));
		return must(await review.takeBack(list, found, text, stagedChange(shown, hunk).staged));
	}
	return must(await review.takeBack(list, found, textWithout(both, what), stagedChange(shown, what).staged));
}

const read = ({ top }: Reviewed, path: string): string => readFileSync(join(top, path), 'utf8');

test('what is staged and taken back is neither in the index nor on the disk, whatever became of the file', async () => {
	const place = changedFiles();
	const { git, review } = place;
	git('add', '--all');
	const { files } = must(await review.list('HEAD'));
	expect(files.map(({ path }) => path)).toContain('new name');
	for (const { path } of files) expect([path, await takeBack(place, path, null)]).toEqual([path, null]);
	expect(git('status', '--porcelain', '--untracked-files=all')).toBe('');
});

test('a file of which a part is staged is taken out of the index too', async () => {
	const place = changedFiles();
	const { top, git, write } = place;
	const paths = ['f.txt', 'new name', 'made/new'];
	for (const path of paths) {
		const { oldText, newText } = must(await place.review.texts(...(await place.file(path))));
		const both = hunksBetween(oldText ?? '', newText ?? '');
		writeFileSync(
			join(top, '.git/part'),
			textWith(both, (each) => (each === both.hunks[0] ? 'take' : 'leave')),
		);
		git('update-index', '--add', '--cacheinfo', `100644,${git('hash-object', '-w', '.git/part')},${path}`);
	}
	git('rm', '--quiet', '--cached', 'old name');
	write('made/new', 'n\nm\nmore\n');
	expect(git('status', '--porcelain')).toContain('MM f.txt');
	for (const path of paths) {
		expect([path, await takeBack(place, path, null)]).toEqual([path, null]);
		expect(git('diff', '--cached', '--name-only', '--', path)).toBe('');
	}
	expect(read(place, 'f.txt')).toBe(texts({}));
});

test('of a hunk, or of selected lines, just what is taken back leaves the index', async () => {
	const place = changedFiles();
	const { git, write } = place;
	git('add', 'f.txt');
	expect(await takeBack(place, 'f.txt', 1)).toBe(null);
	const left = texts({ 2: 'two\n', 3: 'three\n', 39: 'no end' });
	expect([git('show', ':f.txt'), read(place, 'f.txt')]).toEqual([left, left]);

	write('f.txt', texts({ 2: 'two\n', 3: 'three\n', 20: 'later\n', 39: 'no end' }));
	expect(await takeBack(place, 'f.txt', { old: new Set([3]), fresh: new Set([3]) })).toBe(null);
	expect(git('show', ':f.txt')).toBe(texts({ 2: 'two\n', 39: 'no end' }));
	expect(read(place, 'f.txt')).toBe(texts({ 2: 'two\n', 20: 'later\n', 39: 'no end' }));
	// Of this one the index has nothing.
	expect(await takeBack(place, 'f.txt', 1)).toBe(null);
	expect(git('show', ':f.txt')).toBe(texts({ 2: 'two\n', 39: 'no end' }));
	expect(await takeBack(place, 'f.txt', 1)).toBe(null);
	expect(await takeBack(place, 'f.txt', 0)).toBe(null);
	expect(git('diff', 'HEAD', '--name-only', '--', 'f.txt')).toBe('');
});

test('edits of its own stay in the index, and it is said; so is an index that another git is at work on', async () => {
	const place = changedFiles();
	const { top, git, write } = place;
	write('f.txt', texts({ 2: 'staged\n', 20: 'twenty\n' }));
	git('add', 'f.txt', '[[]odd]*', 'binary');
	write('f.txt', texts({ 2: 'two\n', 20: 'twenty\n' }));
	const own = 'the index has edits of its own there.';
	expect(await takeBack(place, 'f.txt', 0)).toBe(own);
	expect(read(place, 'f.txt')).toBe(texts({ 20: 'twenty\n' }));
	expect(git('show', ':f.txt')).toBe(texts({ 2: 'staged\n', 20: 'twenty\n' }).trim());
	expect(await takeBack(place, 'f.txt', null)).toBe(own);
	expect(git('diff', '--cached', '--name-only', '--', 'f.txt')).toBe('f.txt');
	write('binary', 'a\0d');
	expect(await takeBack(place, 'binary', null)).toMatch(/is not known/);

	writeFileSync(join(top, '.git/index.lock'), '');
	expect(await takeBack(place, '[odd]*', null)).toMatch(/^Another git is at work/);
	expect(read(place, '[odd]*')).toBe('odd\n');
	rmSync(join(top, '.git/index.lock'));
	expect(git('diff', '--cached', '--name-only')).toContain('[odd]*');
});
