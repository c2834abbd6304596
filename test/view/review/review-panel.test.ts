import { describe, expect, test } from 'vitest';
import type { ChangeSet } from '../../../src/core/changes.js';
import { NOTE_SIGN } from '../../../src/view/review/review-panel-messages.js';
import { type Play, play, ready } from '../../core/session/play.js';
import { cellOf, click, createStage, dispatched, happen, point, press, type Stage, text } from '../stage.js';
import { act, answer, fileOf, known, listOf, NEW, noteOf, OLD, reviewing, textsOf } from './review-stage.js';

const path = 'src/app.ts';
const of = { path, version: `v-${path}` };

describe('The review', () => {
	test('opens at a named file that is newer than the list of the range that is known.', () => {
		const old = listOf({ range: 'session', files: [fileOf('a.ts'), fileOf('b.ts')] });
		const stage = reviewing(100, 32, { list: old, typed: '/review session -- b.ts' });
		act(stage, 'escape');
		press(stage, '`/review session -- c.ts` enter');
		expect(text(stage)).not.toMatch(/▸ +M [ab]\.ts/);
		known(stage, listOf({ range: 'session', files: [fileOf('a.ts'), fileOf('b.ts'), fileOf('c.ts')] }));
		expect(text(stage)).toMatch(/▸ +M c\.ts/);
	});

	test('space marks a file and goes to the next one that was not viewed; again it was not.', () => {
		const files = [fileOf('a.ts'), fileOf('b.ts', { isViewed: true }), fileOf('c.ts')];
		const stage = reviewing(100, 32, { list: listOf({ files }) });
		expect(act(stage, 'space')).toEqual([{ do: 'view', path: 'a.ts', version: 'v-a.ts', isViewed: true }]);
		expect(text(stage)).toMatch(/▸ M c\.ts/);
		act(stage, '[');
		expect(act(stage, 'space')).toEqual([{ do: 'view', path: 'b.ts', version: 'v-b.ts', isViewed: false }]);
		expect(text(stage)).toMatch(/▸ M b\.ts/);
	});

	test('walks over lines, hunks and files; behind the last hunk of a file comes the next file.', () => {
		const stage = reviewing();
		act(stage, ']');
		expect(text(stage)).toMatch(/▌ *3 - line 3/);
		act(stage, 'j');
		expect(text(stage)).toMatch(/▌ *3 \+ LINE 3/);
		act(stage, 'n');
		expect(text(stage)).toMatch(/▌.*2\/3/);
		act(stage, 'down down down down');
		expect(text(stage)).toMatch(/▌ *31 \+ more/);
		act(stage, 'p');
		expect(text(stage)).toMatch(/▌.*2\/3/);
		act(stage, 'n n');
		expect(text(stage)).toMatch(/▸ +A new\.ts/);
		act(stage, '[ [ [ [');
		expect(text(stage)).toContain('This is the first file');
	});

	test('stages the hunk at the cursor, and takes it out of the index again.', () => {
		const stage = reviewing();
		act(stage, ']');
		act(stage, 'n');
		const [request, ...others] = act(stage, 's');
		expect(others).toEqual([]);
		expect(request).toEqual({
			do: 'stage',
			...of,
			patch: '@@ -28,6 +28,7 @@\n line 28\n line 29\n line 30\n+more\n line 31\n line 32\n line 33\n',
		});
		expect(text(stage)).toMatch(/▌.*3\/3/);
		const indexText = OLD.replace('line 30\n', 'line 30\nmore\n');
		known(
			stage,
			listOf({ files: [fileOf(path, { staged: 'part', version: 'v2' })] }),
			textsOf(path, { indexText, version: 'v2' }),
		);
		expect(text(stage)).toMatch(/staged ● +2\/3/);
		act(stage, 'p');
		expect(act(stage, 's')).toEqual([
			{
				do: 'unstage',
				path,
				version: 'v2',
				patch: '@@ -28,6 +28,7 @@\n line 28\n line 29\n line 30\n+more\n line 31\n line 32\n line 33\n',
			},
		]);
		expect(act(stage, 'S')).toEqual([{ do: 'stage', path, version: 'v2', patch: null }]);
	});

	test('stages selected lines alone, and takes them out of the index again.', () => {
		const stage = reviewing();
		act(stage, '] n j j j j');
		expect(text(stage)).toMatch(/▌ *31 \+ more/);
		expect(text(stage)).not.toContain('stage these lines');
		act(stage, 'p p v j');
		expect(text(stage)).toContain('stage these lines');
		const patch = '@@ -1,6 +1,6 @@\n line 1\n line 2\n-line 3\n+LINE 3\n line 4\n line 5\n line 6\n';
		act(stage, 'escape j j v j');
		expect(act(stage, 's')).toEqual([{ do: 'stage', ...of, patch }]);
		expect(text(stage).match(/▌/g)?.length).toBe(1);
		known(stage, stage.list, textsOf(path, { indexText: OLD.replace('line 3\n', 'LINE 3\n') }));
		act(stage, 'v k');
		expect(act(stage, 's')).toEqual([{ do: 'unstage', ...of, patch }]);
		act(stage, 'j j v');
		expect(act(stage, 's')).toEqual([]);
		expect(text(stage)).toContain('No changed line is selected');
	});

	test('takes selected lines back, and says how many stay.', () => {
		const stage = reviewing();
		act(stage, '] j v x');
		expect(text(stage)).toContain('Press x again to take 1 line of src/app.ts back');
		expect(act(stage, 'x')).toEqual([
			{
				do: 'take-back',
				...of,
				text: NEW.replace('LINE 3\n', ''),
				staged: '',
				part: {
					...{ taken: 5, total: 6, of: 'lines' },
					difference: '@@ -1,6 +1,5 @@\n line 1\n line 2\n-LINE 3\n line 4\n line 5\n LINE 6\n',
				},
			},
		]);
	});

	test('stages a file among the files, and a folder with all that is in it.', () => {
		const stage = reviewing();
		act(stage, ']');
		act(stage, 'tab');
		expect(act(stage, 's')).toEqual([{ do: 'stage', ...of, patch: null }]);
		act(stage, 'up');
		expect(act(stage, 's')).toHaveLength(4);
		expect(act(stage, 'enter')).toEqual([]);
		expect(text(stage)).toMatch(/▸ src +4 files/);
	});

	test('takes a hunk back at the second key, and not where it is another one by then.', () => {
		const stage = reviewing();
		act(stage, ']');
		act(stage, 'n');
		expect(act(stage, 'x')).toEqual([]);
		expect(text(stage)).toContain('Press x again to take hunk 2/3 of src/app.ts back');
		expect(text(stage)).toContain('q cancel');
		act(stage, 'n');
		expect(text(stage)).not.toContain('Press x again');
		expect(act(stage, 'x')).toEqual([]);
		const [request] = act(stage, 'x');
		expect(request).toMatchObject({ do: 'take-back', ...of, text: NEW.replace('line 49\n', 'line 49\nline 50\n') });
		expect(request).toMatchObject({ part: { taken: 2, total: 3 } });
	});

	test('takes a file back as a whole where it has one hunk, and says that a new one is deleted.', () => {
		const stage = reviewing();
		act(stage, '] ]');
		act(stage, 'x');
		expect(text(stage)).toContain('Press x again to delete src/new.ts');
		expect(act(stage, 'x')).toEqual([
			{ do: 'take-back', path: 'src/new.ts', version: 'v-src/new.ts', text: null, staged: '' },
		]);
	});

	test.each([
		['a/two.ts', ['a/one.ts', 'b/three.ts', 'b/four.ts'], /▸ +M three\.ts/],
		['a/one.ts', ['a/two.ts', 'b/three.ts', 'b/four.ts'], /▸ +M a\/two\.ts/],
		['b/four.ts', ['a/one.ts', 'a/two.ts', 'b/three.ts'], /▸ +M b\/three\.ts/],
	])(
		'goes on with the next file once %s was taken back, else with the one before, never a folder.',
		(gone, left, row) => {
			const files = ['a/one.ts', 'a/two.ts', 'b/three.ts', 'b/four.ts'].map((each) => fileOf(each));
			const stage = reviewing(100, 32, { list: listOf({ files }) });
			act(stage, `/ \`${gone}\` enter`);
			known(stage, listOf({ files: left.map((each) => fileOf(each)) }));
			expect(text(stage)).toMatch(row);
		},
	);

	test('offers neither where the range is not the working tree.', () => {
		const stage = reviewing(100, 32, { list: listOf({ can: { stage: false, takeBack: false } }) });
		expect(act(stage, 's S x x')).toEqual([]);
		expect(text(stage)).toContain('Only changes of the working tree are taken back');
		expect(text(stage)).not.toMatch(/s stage|x take back/);
	});

	test('opens the file in the editor at the line.', () => {
		const stage = reviewing();
		act(stage, '] n j j j j o');
		expect(stage.requests).toContainEqual({ type: 'open-file', path: '/w/src/app.ts', line: 31 });
		act(stage, '] ] o');
		expect(text(stage)).toContain('There is no such file on the disk');
	});

	test('shows sides beside each other and below each other, or says that there is no room.', () => {
		const stage = reviewing(200, 40);
		act(stage, '] |');
		expect(text(stage)).toMatch(/3 - line 3 +│ 3 \+ LINE 3/);
		act(stage, '|');
		expect(text(stage)).toMatch(/3 \+ LINE 3 +│\n/);
		const narrow = reviewing(80, 24);
		act(narrow, '|');
		expect(text(narrow)).toContain('There is no room for two columns');
		act(narrow, 'j');
		expect(text(narrow)).not.toContain('There is no room for two columns');
	});

	test.each([
		[{ isBinary: true as const }, {}, 'It is not text.'],
		[{ isWhole: true as const }, { oldText: null, newText: null }, 'A link, or a commit of another repository.'],
		[{}, { failure: 'It cannot be read.', oldText: null, newText: null }, 'It cannot be read.'],
		[{ status: 'renamed' as const, oldPath: 'b.ts' }, { newText: OLD }, 'It was renamed, and nothing else.'],
		[{}, { leftOut: 5_000_000, firstLine: 900 }, '5.0 MB are left out'],
	])('says what it has no lines of: %j', (more, texts, words) => {
		const stage = reviewing(100, 32, {
			list: listOf({ files: [fileOf('a.ts', more), fileOf('z.ts')] }),
			texts: { 'a.ts': texts },
		});
		expect(text(stage).replace(/[│\s]+/g, ' ')).toContain(words);
		expect(act(stage, 's')).toEqual([]);
	});

	test('keeps its place when the files are others.', () => {
		const stage = reviewing();
		act(stage, '] n j j');
		const files = [fileOf('NEW.md'), fileOf('README.md'), fileOf(path, { version: 'v2' })];
		known(stage, listOf({ files }), textsOf(path, { version: 'v2', newText: `first\n${NEW}` }));
		expect(text(stage)).toMatch(/▸ M src\/app\.ts/);
		expect(text(stage)).toMatch(/▌ *29/);
	});
});

describe('Notes of a review', () => {
	test('are written on the line at the cursor, and shown under it.', () => {
		const stage = reviewing();
		act(stage, '] n j j j j');
		act(stage, 'c');
		expect(text(stage)).toContain('a note on line 31');
		const [request] = act(stage, '`Why?` enter');
		expect(request).toMatchObject({ do: 'note', note: { path, line: 31, side: 'new', text: 'Why?', excerpt: 'more' } });
		known(stage, listOf({ notes: request?.do === 'note' ? [request.note] : [] }));
		expect(text(stage)).toMatch(new RegExp(`31 \\+ more.*\\n.*▌ *┃ ${NOTE_SIGN} Why\\?`));
	});

	test('are written on selected lines: those of the new side, of removed ones alone the old.', () => {
		const stage = reviewing();
		act(stage, '] v j j j j');
		expect(text(stage).match(/▌/g)?.length).toBe(5);
		const [several] = act(stage, 'c `x` enter');
		expect(several).toMatchObject({
			do: 'note',
			note: { line: 3, lastLine: 5, side: 'new', excerpt: 'LINE 3\nline 4\nline 5' },
		});
		const old = reviewing();
		act(old, '] v');
		expect(act(old, 'c `x` enter')).toMatchObject([{ note: { line: 3, side: 'old', excerpt: 'line 3' } }]);
	});

	test('are changed and dropped; esc lets them be, and a selection.', () => {
		const note = noteOf(path, 31, 'Why?');
		const stage = reviewing(100, 32, { list: listOf({ notes: [note] }) });
		act(stage, '] n j j j j j');
		expect(act(stage, 'c `!` escape')).toEqual([]);
		expect(act(stage, 'c ` not?` enter')).toEqual([{ do: 'note', note: { ...note, text: 'Why? not?' } }]);
		expect(act(stage, 'c ctrl+u enter')).toEqual([{ do: 'drop-note', id: note.id }]);
		act(stage, 'v j escape');
		expect(stage.ui.panel.kind).toBe('loaded');
		act(stage, 'escape');
		expect(stage.ui.panel.kind).toBe('none');
	});

	test('of lines that are not shown, or gone, stand at the top; a list leads to each.', () => {
		const notes = [
			...[noteOf(path, 12, 'far'), noteOf(path, 58, 'new end'), noteOf(path, 59, 'old end', { side: 'old' })],
			...[noteOf(path, 3, 'gone', { isGone: true }), noteOf('src/new.ts', 2, 'new')],
		];
		const stage = reviewing(100, 32, { list: listOf({ notes }) });
		act(stage, ']');
		expect(text(stage)).toMatch(
			/✎ line 12 {2}far[\s\S]*✎ line 58 {2}new end[\s\S]*✎ line 59 {2}old end[\s\S]*✎ line 3, gone {2}gone/,
		);
		act(stage, 'N');
		expect(text(stage)).toContain('Notes · 5 notes');
		expect(act(stage, 'd')).toEqual([{ do: 'drop-note', id: 'note-12' }]);
		act(stage, 'end enter');
		expect(text(stage)).toMatch(/▸ +A new\.ts/);
		expect(text(stage)).toMatch(/▌ *┃ ✎ new/);
	});

	test('go out as one prompt, and are done with; without any there is nothing to send.', () => {
		const stage = reviewing(100, 32, { list: listOf({ notes: [noteOf(path, 3, 'see @file')] }) });
		expect(act(stage, 'P')).toEqual([{ do: 'drop-note', id: 'note-3' }]);
		const sent = stage.requests.find(({ type }) => type === 'send');
		expect(sent).toMatchObject({ written: '', interrupts: false, text: expect.stringContaining('see @file') });
		expect(stage.ui.panel.kind).toBe('none');
		const none = reviewing();
		act(none, 'P');
		expect(none.ui.panel.kind).toBe('loaded');
		expect(text(none)).toContain('There are no notes: c writes one');
	});
});

describe('The mouse in a review', () => {
	test('chooses files and lines, and the wheel moves what it is over.', () => {
		const stage = reviewing(100, 20);
		click(stage, 'app.ts');
		answer(stage);
		expect(text(stage)).toMatch(/▸ +M app\.ts/);
		click(stage, 'LINE 3');
		expect(text(stage)).toMatch(/▌ *3 \+ LINE 3/);
		const { x, y } = cellOf(stage, 'LINE 3');
		point(stage, 'wheel-down', x, y);
		expect(text(stage)).toMatch(/▸ +M app\.ts/);
		expect(text(stage)).not.toContain('line 2 ');
		point(stage, 'wheel-up', 5, y);
		point(stage, 'wheel-up', 5, y);
		answer(stage);
		expect(text(stage)).toMatch(/▸ M README\.md/);
	});
});

test.each([
	['README.md', '# Shop\n\n## Selling\n\nWe sell\nthings,\nand more\nthings.\n', '⋯ 5  ## Selling'],
	['README.md', '# Shop\n\n## Selling\n\nWe sell.\n', '⋯ 2  line 6'],
	['a.ts', 'function one() {\n\t1\n}\n\nfunction two() {\n\t1\n\t2\n\t3\n', '⋯ 5  function two() {'],
	['a.ts', 'function one() {\n\t1\n}\n\nfunction two() {\n\t1\n\t2\n', '⋯ 4  line 8'],
])('The head of a hunk in %s names what it stands in, and repeats no line of it', (name, oldText, head) => {
	const list = listOf({ files: [fileOf(name)] });
	const stage = reviewing(100, 32, { list, texts: { [name]: { oldText, newText: `${oldText}more\n` } } });
	expect(text(stage)).toContain(head);
});

describe('Outside of a repository', () => {
	const diff = { type: 'diff', path: '/w/a.ts', oldText: 'old\n', newText: 'new\n' } as const;
	const set: ChangeSet = {
		...{ id: 't', turnId: 't', before: { id: '1', at: 1, gaps: [] }, after: { id: '2', at: 2, gaps: [] } },
		files: [{ path: 'a.ts', kind: 'modified', canRestore: true, known: { type: 'unknown' }, diff, isTampering: false }],
		undone: [],
	};
	const failing = (session: Play): Stage => {
		const stage = createStage(session, 100, 32);
		press(stage, '`/review HEAD` enter');
		const words = '/w is not in a git repository, so there is nothing to compare with.';
		happen(stage, { type: 'review-known', list: null, texts: null, outcome: { id: 1, words, isFailure: true } });
		return stage;
	};

	test('what the session changed can be reviewed, and enter does.', () => {
		const stage = failing(play(ready(), { type: 'turn-changes', set }));
		expect(text(stage)).toMatch(/nothing to compare with\.[\s\S]*enter review this session/);
		expect(dispatched(press(stage, 'enter'))).toContainEqual({
			type: 'review',
			request: { do: 'list', range: 'session' },
		});
	});

	test('and before anything was changed nothing is offered.', () => {
		expect(text(failing(ready()))).not.toContain('enter review');
	});
});
