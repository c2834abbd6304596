import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createReview } from '../../../src/services/review/review.js';
import { hunksBetween, patchOf } from '../../../src/view/code/hunks.js';
import { must } from '../must.js';
import { temporaryFolder } from '../temporary-folder.js';
import { reviewed } from './reviewed.js';

test('nothing that a hostile repository names is run, whatever is reviewed, staged and taken back', {
	timeout: 120_000,
}, async () => {
	const marker = join(temporaryFolder(), 'marker');
	const { top, env, write, git, review, listed } = reviewed();
	const file = join(top, '.git/evil.sh');
	const script = `'${file}'`;
	write('b.evil', 'old\n');
	write('c.txt', 'old\n');
	git('add', '--all');
	git('commit', '--quiet', '-m', 'more');
	writeFileSync(file, `#!/bin/sh\necho "$0 $@" >> '${marker}'\ncat\n`);
	chmodSync(file, 0o755);
	for (const hook of ['post-index-change', 'fsmonitor-watchman', 'pre-commit', 'post-checkout', 'applypatch-msg']) {
		symlinkSync('../evil.sh', join(top, '.git/hooks', hook));
	}
	write('.gitattributes', '*.txt diff=evil merge=evil\n*.evil filter=evil diff=evil\n');
	write('node_modules/.bin/git', '#!/bin/sh\n');
	const settings = {
		'core.fsmonitor': script,
		'core.hooksPath': join(top, '.git/hooks'),
		'core.pager': script,
		'core.alternateRefsCommand': script,
		'core.editor': script,
		'filter.evil.clean': script,
		'filter.evil.smudge': script,
		'filter.evil.process': script,
		'filter.evil.required': 'true',
		'diff.external': script,
		'diff.evil.textconv': script,
		'diff.evil.command': script,
		'merge.evil.driver': script,
		'alias.diff': `!${script}`,
		'alias.update-index': `!${script}`,
		'apply.whitespace': 'fix',
	};
	for (const [name, value] of Object.entries(settings)) git('config', name, value);
	write('b.evil', 'new\n');
	write('c.txt', 'new  \n');
	write('d.evil', 'new\n');
	// The check is worth something only when the same settings do run in an unguarded git.
	spawnSync('git', ['diff'], { cwd: top, env });
	expect(existsSync(marker)).toBe(true);
	rmSync(marker);

	const list = await listed();
	expect(list.files.map(({ path }) => path)).toEqual([
		...['.gitattributes', 'b.evil', 'c.txt', 'd.evil', 'node_modules/.bin/git'],
	]);
	for (const each of list.files) {
		const { oldText, newText } = must(await review.texts(list, each));
		await review.contentOf(list, each);
		const both = hunksBetween(oldText ?? '', newText ?? '');
		const isOurs = !each.path.endsWith('.evil');
		const results = [
			await review.stage(list, each, 'stage', patchOf(both, both.hunks)),
			await review.stage(list, each, 'stage', null),
			await review.stage(list, each, 'unstage', null),
		];
		expect([each.path, ...results.map(({ ok }) => ok)]).toEqual([each.path, isOurs, isOurs, true]);
	}
	for (const each of list.files) await review.takeBack(list, each, null);
	await review.list('HEAD~1..HEAD');
	expect(existsSync(marker)).toBe(false);
});

test.each([
	['a range that is unknown', 'nope', '.git/info/exclude', null],
	['a place for copies that is gone', 'HEAD', '.git/info/exclude', null],
	['settings that lead elsewhere', 'HEAD', '../elsewhere/.gitignore', '../../elsewhere'],
])('git goes through no files in vain, with %s', async (_, range, pipe, workTree) => {
	const { top, env, git } = reviewed();
	mkdirSync(join(top, '../elsewhere'));
	writeFileSync(join(top, '../elsewhere/file'), '');
	rmSync(join(top, pipe), { force: true });
	// Whoever reads it waits for ever.
	execFileSync('mkfifo', [join(top, pipe)]);
	if (workTree !== null) git('config', 'core.worktree', workTree);
	const groups = new Set<number>();
	const review = createReview({
		...{ workspace: top, env },
		guard: { add: (group) => groups.add(group), remove: (group) => groups.delete(group) },
		scratch: () => Promise.reject(new Error('gone')),
	});
	expect(await review.list(range)).toMatchObject({ ok: false });
	await vi.waitFor(() => expect([...groups]).toEqual([]));
});

test('nothing is read or written through a link that leads out', async () => {
	const outside = temporaryFolder();
	writeFileSync(join(outside, 'secret'), 'secret\n');
	writeFileSync(join(outside, 'b.txt'), 'outside\n');
	const { top, write, git, review, file } = reviewed();
	write('sub/b.txt', 'changed\n');
	write('sub/secret', 'x\n');
	const [list, changed] = await file('sub/b.txt');
	const added = list.files.find(({ path }) => path === 'sub/secret');
	rmSync(join(top, 'sub'), { recursive: true });
	symlinkSync(outside, join(top, 'sub'));

	for (const each of [changed, added ?? changed]) {
		expect(await review.texts(list, each)).toMatchObject({ ok: false });
		expect(await review.takeBack(list, each, 'written\n')).toMatchObject({ ok: false });
		expect(await review.takeBack(list, each, null)).toMatchObject({ ok: false });
		expect(await review.textOf(list, each.path, 'new')).toBe(undefined);
	}
	const [newList, gone] = await file('sub/b.txt');
	expect(gone.status).toBe('deleted');
	expect(await review.takeBack(newList, gone, null)).toMatchObject({ ok: false });
	expect(existsSync(join(outside, 'secret'))).toBe(true);
	expect(git('ls-files', 'sub')).toBe('sub/b.txt');
});

test('another git at work on the index is said', async () => {
	const { top, write, review, file } = reviewed();
	write('a.txt', 'two\n');
	writeFileSync(join(top, '.git/index.lock'), '');
	const [list, found] = await file('a.txt');
	expect(await review.stage(list, found, 'stage', null)).toMatchObject({ failure: { code: 'in-use' } });
	mkdirSync(join(top, 'x'));
});
