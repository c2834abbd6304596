import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hunksBetween, patchOf } from '../../../src/view/code/hunks.js';
import { must } from '../must.js';
import { reviewed } from './reviewed.js';

/** `d\xe9j\xe0/caf\xe9`, as a machine with Latin-1 names has it. */
const NAME = Buffer.from('d\xe9j\xe0/caf\xe9', 'latin1');
const SHOWN = '"d\\351j\\340/caf\\351"';

function oddly() {
	const place = reviewed();
	const at = (name: Buffer = NAME): Buffer => Buffer.concat([Buffer.from(`${place.top}/`), name]);
	mkdirSync(at(NAME.subarray(0, 4)));
	writeFileSync(at(), 'one\ntwo\nthree\n', { mode: 0o640 });
	place.git('add', '--all');
	place.git('commit', '--quiet', '-m', 'odd');
	return {
		...place,
		at,
		inIndex: () => place.git('diff', '--cached', '--name-only'),
		read: () => readFileSync(at(), 'utf8'),
	};
}

test('a file with a name that is no UTF-8 is shown and staged by hunk, and not taken back', async () => {
	const { at, review, file, inIndex, read } = oddly();
	writeFileSync(at(), 'ONE\ntwo\nthree\nfour\n');
	let [list, found] = await file(SHOWN);
	const texts = must(await review.texts(list, found));
	expect(texts).toMatchObject({ oldText: 'one\ntwo\nthree\n', newText: 'ONE\ntwo\nthree\nfour\n' });
	expect(texts.indexText).toBe(texts.oldText);
	expect(await review.textOf(list, SHOWN, 'new')).toBe(texts.newText);
	expect(await review.textOf(list, SHOWN, 'old')).toBe(texts.oldText);

	const both = hunksBetween(texts.oldText ?? '', 'ONE\ntwo\nthree\n');
	must(await review.stage(list, found, 'stage', patchOf(both, both.hunks)));
	[list, found] = await file(SHOWN);
	expect(found.staged).toBe('part');
	expect(must(await review.texts(list, found)).indexText).toBe('ONE\ntwo\nthree\n');
	must(await review.stage(list, found, 'unstage', null));
	expect(inIndex()).toBe('');

	[list, found] = await file(SHOWN);
	for (const text of ['ONE\ntwo\nthree\n', null]) {
		expect(await review.takeBack(list, found, text)).toMatchObject({ failure: { code: 'invalid' } });
	}
	expect(read()).toBe('ONE\ntwo\nthree\nfour\n');
});

test('what was moved from such a name, and a link that leads to one, is not taken back', async () => {
	const { git, at, review, file } = oddly();
	symlinkSync(Buffer.from('t\xe9', 'latin1'), at(Buffer.from('link')));
	git('add', '--all');
	git('commit', '--quiet', '-m', 'link');
	rmSync(at(Buffer.from('link')));
	renameSync(at(), at(Buffer.from('plain')));
	for (const shown of ['link', 'plain']) {
		expect(await review.takeBack(...(await file(shown)), null)).toMatchObject({ failure: { code: 'invalid' } });
	}
	expect([existsSync(at()), existsSync(at(Buffer.from('plain')))]).toEqual([false, true]);
});

test('a line break or a blank at an end of a name leads to no other file', async () => {
	const { top, git, write, at, review, file } = oddly();
	write('a', 'another\n');
	const odd = [Buffer.from(' \xe9', 'latin1'), Buffer.from('\xe9\r', 'latin1')];
	for (const name of [Buffer.from('a\r'), ...odd]) writeFileSync(at(name), 'one\n');
	git('add', '--all');
	git('commit', '--quiet', '-m', 'line breaks');
	for (const name of [Buffer.from('a\r'), ...odd]) writeFileSync(at(name), 'two\n');
	expect(must(await review.texts(...(await file('a\r')))).indexText).toBe('one\n');
	must(await review.takeBack(...(await file('a\r')), null));
	expect(readFileSync(join(top, 'a\r'), 'utf8')).toBe('one\n');
	for (const name of odd) expect(readFileSync(at(name), 'utf8')).toBe('two\n');
});
