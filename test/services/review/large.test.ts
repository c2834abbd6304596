import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hunksBetween, textWith } from '../../../src/view/code/hunks.js';
import { must } from '../must.js';
import { reviewed } from './reviewed.js';

const MEGABYTE = 1024 * 1024;
const SIZE = 2.5 * MEGABYTE;

test('of a large file only what follows the first change is read, in step and with its lines', {
	timeout: 120_000,
}, async () => {
	const { top, write, git, review } = reviewed();
	const lines = Array.from({ length: 60_000 }, (_, index) => `line ${index} ${'x'.repeat(30)}\n`);
	write('large.txt', lines.join(''));
	write('gone.txt', 'gone\n'.repeat(480_000));
	write('line.txt', `a${'y'.repeat(SIZE)}`);
	write('binary', Buffer.alloc(SIZE, 1).toString('latin1'));
	git('add', '--all');
	git('commit', '--quiet', '-m', 'large');
	const changed = lines.toSpliced(40_000, 2, 'a\n', 'b\n', 'c\n').toSpliced(40_010, 1);
	write('large.txt', changed.join(''));
	write('added.txt', lines.join(''));
	write('line.txt', `b${'y'.repeat(SIZE)}`);
	writeFileSync(join(top, 'binary'), Buffer.alloc(SIZE));
	rmSync(join(top, 'gone.txt'));

	for (const range of ['HEAD', 'later']) {
		if (range === 'later') {
			git('add', '--all');
			git('commit', '--quiet', '-m', 'later');
		}
		const list = must(await review.list(range === 'HEAD' ? 'HEAD' : 'HEAD~1..HEAD'));
		const textsOf = async (path: string) => {
			const file = list.files.find((each) => each.path === path);
			return file === undefined ? null : must(await review.texts(list, file));
		};
		const { oldText, newText, firstLine, leftOut, ...rest } = (await textsOf('large.txt')) ?? {};
		expect(firstLine).toBe(39_998);
		expect(oldText?.split('\n', 1)).toEqual([lines[39_997]?.trim()]);
		const both = hunksBetween(oldText ?? '', newText ?? '');
		expect(textWith(both, () => 'take')).toBe(newText);
		expect(both.hunks.flatMap(({ changes }) => changes)).toHaveLength(2);
		expect((leftOut ?? 0) + (oldText?.length ?? 0) + (newText?.length ?? 0)).toBe(
			lines.join('').length + changed.join('').length,
		);
		expect(oldText?.length).toBeLessThan(MEGABYTE);
		expect(rest).not.toHaveProperty('indexText');

		expect(await textsOf('gone.txt')).toMatchObject({ newText: null, leftOut: expect.any(Number) });
		expect((await textsOf('added.txt'))?.newText?.startsWith('line 0 ')).toBe(true);
		expect((await textsOf('line.txt'))?.newText?.length).toBeLessThan(MEGABYTE);
		expect(await textsOf('binary')).toMatchObject({ oldText: null, newText: null });
	}
});

test('long texts come byte for byte, where the index has the same blob, another, or that of the name before', async () => {
	const { top, write, git, review } = reviewed();
	const wide = (word: string): string => `${word}${'€'.repeat(500_000)}\n`;
	for (const name of ['same', 'other', 'moved', 'foreign']) write(name, wide('a'));
	git('add', '--all');
	git('commit', '--quiet', '-m', 'wide');
	git('mv', 'moved', 'to');
	write('other', wide('bc'));
	git('add', 'other');
	for (const name of ['same', 'other', 'to']) write(name, wide('bcd'));
	writeFileSync(join(top, 'foreign'), Buffer.concat([Buffer.from(wide('b')), Buffer.from([0x80])]));
	const list = must(await review.list('HEAD'));
	const sides = { oldText: wide('a'), newText: wide('bcd') };
	for (const [path, indexText] of [
		['same', wide('a')],
		['other', wide('bc')],
		['to', wide('a')],
	] as const) {
		const file = list.files.find((each) => each.path === path);
		expect(file && must(await review.texts(list, file)), path).toMatchObject({ ...sides, indexText });
	}
	const foreign = list.files.find(({ path }) => path === 'foreign');
	expect(foreign && (await review.texts(list, foreign)).ok).toBe(false);
});
