import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ChangeSet } from '../../src/core/changes.js';
import { formatLine } from '../../src/core/sessions/log-format.js';
import { createAllSnapshots } from '../../src/services/snapshots/all-folders.js';
import { createReviewMarks } from '../../src/services/state/review-marks.js';
import { GIT_ENV, gitIn } from '../drive/git.js';
import { must } from '../services/must.js';

import { idOf, openState, saveSession } from '../services/sessions/saved-sessions.js';
import { type CarriedOut, carryOut } from './carry-out.js';

function workspace() {
	const home = openState();
	const cwd = join(home, 'work');
	mkdirSync(cwd);
	const git = (...args: readonly string[]): string => gitIn(cwd, ...args);
	const review = (...argv: readonly string[]): Promise<CarriedOut> => carryOut(['review', ...argv], { home, cwd });
	const write = (name: string, text: string): void => writeFileSync(join(cwd, name), text);
	return { home, cwd, state: join(home, 'state'), git, review, write };
}

test('review prints files, marks and notes, as data and as a short list', async () => {
	const { cwd, state, git, review, write } = workspace();
	git('init', '--quiet', '--initial-branch=main');
	write('a.txt', 'one\ntwo\n');
	write('old.txt', 'the same\ntext\n');
	git('add', '--all');
	git('commit', '--quiet', '--message=first');
	write('a.txt', 'one\n2\n');
	rmSync(join(cwd, 'old.txt'));
	write('new.txt', 'the same\ntext\n');
	write('binary', 'a\0b');
	const marks = createReviewMarks({ folder: async () => join(state, 'reviews') });
	const note = { id: 'n', path: 'a.txt', side: 'new', line: 2, text: 'Why?', before: ['one'], after: [] } as const;
	must(await marks.saveNote(cwd, { ...note, excerpt: '2' }));
	must(await marks.saveNote(cwd, { ...note, id: 'm', line: 1, excerpt: 'zero', before: [] }));

	const { code, out, err } = await review('--json');
	expect([code, err]).toEqual([0, '']);
	expect(JSON.parse(out)).toEqual({
		range: 'HEAD',
		files: [
			{ path: 'a.txt', status: 'modified', added: 1, removed: 1, viewed: false },
			{ path: 'binary', status: 'added', added: null, removed: null, viewed: false, binary: true },
			{ path: 'new.txt', oldPath: 'old.txt', status: 'renamed', added: 0, removed: 0, viewed: false },
		],
		notes: [
			{ path: 'a.txt', line: 1, text: 'Why?', excerpt: 'zero', gone: true },
			{ path: 'a.txt', line: 2, text: 'Why?', excerpt: '2' },
		],
	});
	expect((await review()).out).toBe(
		[
			'3 files: working tree against HEAD',
			'M  a.txt  +1 −1',
			'A  binary  binary',
			'R  old.txt → new.txt  +0 −0',
			'',
			'a.txt:1 (gone)  Why?',
			'a.txt:2  Why?',
			'',
		].join('\n'),
	);
	for (const [range = '', words = ''] of [
		['nope', 'no branch or commit “nope”'],
		['turn', 'no session of this folder is kept'],
		['a b', 'is not a range'],
		['-x', 'unknown option "-x"'],
	]) {
		const refused = await review(range, '--json');
		expect([refused.code, refused.out]).toEqual([2, '']);
		expect(refused.err).toContain(words);
		expect(refused.err.trim().split('\n')).toHaveLength(1);
	}
	git('checkout', '--quiet', '--', '.');
	git('clean', '--quiet', '--force');
	expect((await review('HEAD')).out).toContain('No changes: working tree against HEAD');
});

test.each([[[]], [['--json']]])('review with %j takes no screen where its input is no terminal', async (options) => {
	const { git, review } = workspace();
	git('init', '--quiet');
	Object.defineProperty(process.stdout, 'isTTY', { value: true, configurable: true });
	const { code, out } = await review('HEAD', ...options);
	Object.defineProperty(process.stdout, 'isTTY', { value: undefined, configurable: true });
	expect([code, out]).toEqual([0, expect.stringMatching(options.length === 0 ? /No changes: working tree/ : /^\{/)]);
});

test('review takes the last turn of the newest session, where its versions are kept', async () => {
	const { cwd, state, review, write } = workspace();
	expect(await review('--json')).toMatchObject({ code: 2, out: '' });
	saveSession(state, idOf(0), { cwd });
	for (const [range = '', words = ''] of [
		['turn', 'No turn of this session changed files'],
		['session', 'This session has changed no files'],
	]) {
		const { code, out, err } = await review(range, '--json');
		expect([code, JSON.parse(out)]).toEqual([0, { range, files: [], notes: [] }]);
		expect(err).toBe(`acp-tui: ${words}.\n`);
		expect(await review(range)).toMatchObject({ code: 2, out: '', err });
	}
	write('a.txt', 'one\n');
	const snapshots = createAllSnapshots({
		workspace: cwd,
		additionalDirectories: () => [],
		stateDir: state,
		env: GIT_ENV,
	});
	const before = must(await snapshots.take());
	write('a.txt', 'one\ntwo\n');
	write('b.txt', 'b\n');
	const after = must(await snapshots.take());
	await snapshots.close();
	const known = { type: 'allowed', title: 'Write' } as const;
	const file = { canRestore: true, known, diff: null, isTampering: false } as const;
	const set: ChangeSet = {
		...{ id: 't1', turnId: 't1', before, after, undone: [] },
		files: [
			{ ...file, path: 'a.txt', kind: 'modified' },
			{ ...file, path: 'b.txt', kind: 'added' },
		],
	};
	const more = formatLine({ at: Date.now(), event: { type: 'turn-changes', set } } as never);
	saveSession(state, idOf(1), { cwd, more });
	const { code, out } = await review('turn', '--json');
	expect(code).toBe(0);
	expect(JSON.parse(out)).toMatchObject({
		range: 'turn',
		files: [
			{ path: 'a.txt', status: 'modified', added: 1, removed: 0 },
			{ path: 'b.txt', status: 'added', added: 1, removed: 0 },
		],
	});
	rmSync(join(state, 'snapshots'), { recursive: true });
	expect(await review('session', '--json')).toMatchObject({ code: 2, out: '' });
});
