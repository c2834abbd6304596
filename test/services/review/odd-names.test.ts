import {
	existsSync,
	mkdirSync,
	readFileSync,
	readlinkSync,
	renameSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { succeed } from '../../../src/core/failure.js';
import { openPlace } from '../../../src/services/review/place.js';
import { takeBack } from '../../../src/services/review/take-back.js';
import { hunksBetween, patchOf } from '../../../src/view/code/hunks.js';
import { temporaryFolder } from '../temporary-folder.js';
import { must, reviewed } from './reviewed.js';

/** `d\xe9j\xe0/caf\xe9`, as a machine with Latin-1 names has it. */
const NAME = Buffer.from('d\xe9j\xe0/caf\xe9', 'latin1');
const SHOWN = '"d\\351j\\340/caf\\351"';

function oddly(attributes = '') {
	const place = reviewed();
	const at = (name: Buffer = NAME): Buffer => Buffer.concat([Buffer.from(`${place.top}/`), name]);
	if (attributes !== '') place.write('.gitattributes', attributes);
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

test('a file with a name that is no UTF-8 is shown, staged by hunk, and taken back by hunk and whole', async () => {
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
	must(await review.takeBack(list, found, 'ONE\ntwo\nthree\n'));
	expect(read()).toBe('ONE\ntwo\nthree\n');
	[list, found] = await file(SHOWN);
	must(await review.takeBack(list, found, null));
	expect(read()).toBe('one\ntwo\nthree\n');
	expect(statSync(at()).mode & 0o777).toBe(0o640);
	expect((await review.list('HEAD')).ok && (await file(SHOWN).catch(() => null))).toBeNull();
});

test('one that was deleted or made comes back and goes, with the line ends that the repository wants', async () => {
	const { at, review, file, read } = oddly('* text eol=crlf\n');
	const made = Buffer.from('n\xe9/\xe9/new', 'latin1');
	mkdirSync(at(made.subarray(0, 4)), { recursive: true });
	renameSync(at(), at(made));
	writeFileSync(at(made), 'quite another\n');
	const [list, gone] = await file(SHOWN);
	expect(gone.status).toBe('deleted');
	must(await review.takeBack(list, gone, null));
	expect(read()).toBe('one\r\ntwo\r\nthree\r\n');
	const [newList, fresh] = await file('"n\\351/\\351/new"');
	must(await review.takeBack(newList, fresh, null));
	expect(existsSync(at(made.subarray(0, 2)))).toBe(false);
});

test('one that changed since, or is behind a link by now, is left alone', async () => {
	const outside = temporaryFolder();
	const { at, review, file, read } = oddly();
	writeFileSync(at(), 'changed\n');
	const [list, found] = await file(SHOWN);
	writeFileSync(at(), 'changed again\n');
	expect(await review.takeBack(list, found, null)).toMatchObject({ failure: { code: 'changed' } });
	expect(read()).toBe('changed again\n');
	const folder = at(NAME.subarray(0, 4));
	renameSync(folder, `${outside}/d`);
	symlinkSync(`${outside}/d`, folder);
	const [newList, gone] = await file(SHOWN);
	expect(await review.takeBack(newList, gone, null)).toMatchObject({ ok: false });
	expect(readFileSync(Buffer.from(`${outside}/d/caf\xe9`, 'latin1'), 'utf8')).toBe('changed again\n');
});

test('one whose older content is gone or comes only in part keeps what it has', async () => {
	const { top, env, git, at, review, file, read } = oddly();
	const [, id = ''] = /blob ([0-9a-f]+)\t"d/.exec(git('ls-tree', '-r', 'HEAD')) ?? [];
	writeFileSync(at(), 'mine, and nowhere else\n');
	const [list, found] = await file(SHOWN);
	const place = must(await openPlace(top, 'HEAD', { env }));
	for (const part of ['one\n\n', 'one\ntwo\nthree']) {
		const printing = { ...place.git, must: async () => succeed(Buffer.from(`${id} blob 14\n${part}`)) };
		expect(await takeBack({ ...place, git: printing }, found, null)).toMatchObject({
			failure: { message: expect.stringContaining('git gave only a part') },
		});
	}
	rmSync(join(top, '.git/objects', id.slice(0, 2), id.slice(2)));
	expect(await review.takeBack(list, found, null)).toMatchObject({
		failure: { message: expect.stringContaining('its older content is not kept any more') },
	});
	expect(read()).toBe('mine, and nowhere else\n');
});

test('links come back with the bytes of their targets', async () => {
	const { git, at, review, file } = oddly();
	const target = Buffer.from('t\xe9', 'latin1');
	const names = [Buffer.from('l\xe9', 'latin1'), Buffer.from('plain')];
	for (const name of names) symlinkSync(target, at(name));
	git('add', '--all');
	git('commit', '--quiet', '-m', 'links');
	for (const name of names) rmSync(at(name));
	for (const shown of ['"l\\351"', 'plain']) must(await review.takeBack(...(await file(shown)), null));
	for (const name of names) expect(readlinkSync(at(name), 'buffer')).toEqual(target);
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
	for (const shown of ['" \\351"', '"\\351\\015"']) {
		expect(await review.takeBack(...(await file(shown)), null)).toMatchObject({ failure: { code: 'invalid' } });
	}
	for (const name of odd) expect(readFileSync(at(name), 'utf8')).toBe('two\n');
});
