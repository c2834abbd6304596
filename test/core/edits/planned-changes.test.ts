import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PlannedChange } from '../../../src/core/edits/planned-change.js';
import { patchedPaths, plannedChanges } from '../../../src/core/edits/planned-changes.js';
import type { TextToWrite, ToolInput } from '../../../src/core/policy/policy-types.js';

const runs = process.env['ACP_TUI_LONG'] === '1' ? 10_000 : 200;

function input(texts: readonly TextToWrite[]): ToolInput {
	return { fields: [], omitted: 0, urls: [], notUnderstood: [], possibleCommands: [], texts };
}

/** What becomes of `/w/a`, which holds `text`; undefined: nobody looked. */
function planned(
	text: string | null | undefined,
	texts: readonly Omit<TextToWrite, 'path'>[],
	shown: readonly (readonly [oldText: string | null, newText: string])[] = [],
): readonly Omit<PlannedChange, 'path'>[] {
	return plannedChanges(
		{
			diffs: shown.map(([oldText, newText]) => ({ type: 'diff', path: '/w/a', oldText, newText })),
			toolInput: input(texts.map((each) => ({ path: '/w/a', ...each }))),
			...(text === undefined ? {} : { currentTexts: [{ path: '/w/a', text }] }),
		},
		'/w',
	).map(({ path, ...change }) => {
		expect(path).toBe('/w/a');
		return change;
	});
}

const whole = (oldText: string | null, newText: string) => ({ oldText, newText, isWhole: true });
const patch = (...body: string[]) => ['*** Begin Patch', ...body, '*** End Patch'].join('\n');
const FILE = 'one\ntwo\nthree\ntwo\n';

describe('What an input would write is worked out against the file', () => {
	test.each<[string, string | null, Omit<TextToWrite, 'path'>[], object[]]>([
		['all of it', FILE, [{ newText: 'new', how: 'whole' }], [whole(FILE, 'new')]],
		['a new file', null, [{ newText: 'new', how: 'whole' }], [whole(null, 'new')]],
		['a replacement', FILE, [{ oldText: 'three', newText: '3' }], [whole(FILE, 'one\ntwo\n3\ntwo\n')]],
		['a removal', FILE, [{ oldText: 'three\n', newText: '' }], [whole(FILE, 'one\ntwo\ntwo\n')]],
		['every occurrence', FILE, [{ oldText: 'two', newText: '2', how: 'every' }], [whole(FILE, 'one\n2\nthree\n2\n')]],
		['an insertion', FILE, [{ newText: 'x', how: { afterLine: 1 } }], [whole(FILE, `one\nx\n${FILE.slice(4)}`)]],
		['an insertion at the start', FILE, [{ newText: 'x', how: { afterLine: 0 } }], [whole(FILE, `x\n${FILE}`)]],
		['an addition', FILE, [{ newText: 'x\n', how: 'append' }], [whole(FILE, `${FILE}x\n`)]],
		['nothing replaced in a new file', null, [{ oldText: '', newText: 'x' }], [whole(null, 'x')]],
		[
			'several edits, one after the other',
			FILE,
			[
				{ oldText: 'one', newText: '1' },
				{ oldText: '1\ntwo', newText: '1\n2' },
			],
			[whole(FILE, '1\n2\nthree\ntwo\n')],
		],
		[
			'a patch',
			FILE,
			[{ newText: patch('*** Update File: a', '@@ one', '-two', '+2'), how: 'patch' }],
			[whole(FILE, 'one\n2\nthree\ntwo\n')],
		],
		[
			'lines that end otherwise',
			FILE.replaceAll('\n', '\r\n'),
			[{ oldText: 'one\ntwo', newText: '1\n2' }],
			[whole(FILE.replaceAll('\n', '\r\n'), '1\r\n2\r\nthree\r\ntwo\r\n')],
		],
	])('%s', (_, text, texts, changes) => {
		expect(planned(text, texts)).toEqual(changes);
	});

	test.each<[string, string | null | undefined, Omit<TextToWrite, 'path'>, object]>([
		['text that is not there', FILE, { oldText: 'four', newText: '4' }, { doubt: 'not-in-file' }],
		['one of two places', FILE, { oldText: 'two', newText: '2' }, { doubt: 'several-places' }],
		['no place', FILE, { newText: 'x' }, { doubt: 'place-unknown' }],
		['a line that is not there', FILE, { newText: 'x', how: { afterLine: 99 } }, { doubt: 'place-unknown' }],
		['itself', FILE, { oldText: 'three', newText: 'three' }, { doubt: 'changes-nothing' }],
		['no place, in a file nobody looked at', undefined, { newText: 'x' }, { doubt: 'place-unknown' }],
	])('is shown as text where it replaces %s.', (_, text, stated, change) => {
		expect(planned(text, [stated])).toEqual([{ oldText: null, newText: stated.newText, ...change }]);
	});

	test('shows a patch that does not fit with all its lines.', () => {
		const newText = patch('*** Update File: a', '-four', '+4');
		expect(planned(FILE, [{ newText, how: 'patch' }])).toEqual([
			{ oldText: null, newText: '-four\n+4\n', doubt: 'patch-does-not-fit' },
		]);
		expect(planned(FILE, [{ newText: `${newText}\nmore`, how: 'patch' }])).toEqual([
			{ oldText: null, newText: `${newText}\nmore`, doubt: 'place-unknown' },
		]);
	});

	test('tells which files a patch adds, moves and deletes, from the workspace on.', () => {
		const newText = patch(
			...['*** Add File: new.md', '+x', '*** Update File: ./a', '*** Move to: b', '-three', '+3', '*** Delete File: c'],
		);
		const texts: TextToWrite[] = [{ newText, how: 'patch' }];
		expect(patchedPaths(texts, '/w', [])).toEqual(['/w/new.md', '/w/a', '/w/b', '/w/c']);
		const currentTexts = [
			{ path: '/w/new.md', text: null },
			{ path: '/w/a', text: FILE },
			{ path: '/w/c', text: 'gone' },
		];
		expect(plannedChanges({ diffs: [], toolInput: input(texts), currentTexts }, '/w')).toEqual([
			{ path: '/w/new.md', ...whole(null, 'x\n') },
			{ path: '/w/a', ...whole(FILE, FILE.replace('three', '3')), movedTo: 'b' },
			{ path: '/w/c', oldText: 'gone', newText: '', doubt: 'deletes-file' },
		]);
	});
});

describe('What is sent twice', () => {
	test.each<[string, [string | null, string][], Omit<TextToWrite, 'path'>[]]>([
		['a replacement', [['three', '3']], [{ oldText: 'three', newText: '3' }]],
		[
			'a replacement beside all of the file',
			[[FILE, FILE.replace('three', '3')]],
			[{ oldText: 'three', newText: '3' }],
		],
		['all of the file', [[null, 'new']], [{ newText: 'new', how: 'whole' }]],
		[
			'several edits beside all of the file',
			[[FILE, '1\ntwo\n3\ntwo\n']],
			[
				{ oldText: 'one', newText: '1' },
				{ oldText: 'three', newText: '3' },
			],
		],
		[
			'a replacement and a patch beside all of the file',
			[[FILE, FILE.replace('three', '3')]],
			[
				{ newText: '--- a\n+++ a\n@@ -3 +3 @@\n-three\n+3\n', how: 'patch' },
				{ oldText: 'three', newText: '3' },
			],
		],
	])('is shown once: %s.', (_, shown, texts) => {
		expect(planned(FILE, texts, shown)).toEqual(planned(FILE, [], shown));
	});

	test('and says that every occurrence is replaced shows every one.', () => {
		expect(planned(FILE, [{ oldText: 'two', newText: '2', how: 'every' }], [['two', '2']])).toEqual([
			whole(FILE, 'one\n2\nthree\n2\n'),
		]);
	});

	test('of several whole texts is one after the other where each begins with the one before, else each for itself.', () => {
		const three = FILE.replace('three', '3');
		const both = three.replace('one', '1');
		expect(
			planned(
				FILE,
				[],
				[
					[FILE, three],
					[three, both],
				],
			),
		).toEqual([whole(FILE, three), whole(three, both)]);
		expect(
			planned(
				FILE,
				[],
				[
					[FILE, three],
					['one', '1'],
				],
			),
		).toEqual([whole(FILE, three), whole(three, both)]);
		expect(
			planned(
				FILE,
				[],
				[
					[FILE, three],
					[FILE, 'new\n'],
				],
			),
		).toEqual([whole(FILE, three), whole(FILE, 'new\n')]);
		expect(
			planned(
				null,
				[],
				[
					[null, 'a\n'],
					['a\n', 'b\n'],
				],
			),
		).toEqual([whole(null, 'a\n'), whole('a\n', 'b\n')]);
	});

	test('and says two things is shown as both.', () => {
		expect(planned(FILE, [{ newText: 'evil', how: 'whole' }], [[FILE, 'kind']])).toEqual([
			whole(FILE, 'kind'),
			{ ...whole(FILE, 'evil'), doubt: 'not-as-shown' },
		]);
		// A part of what is shown, in the place of something else.
		expect(
			planned(FILE, [{ oldText: 'one', newText: '3', isInDiff: true }], [[FILE, FILE.replace('three', '3')]]),
		).toEqual([
			whole(FILE, FILE.replace('three', '3')),
			{ ...whole(FILE, FILE.replace('one', '3')), doubt: 'not-as-shown' },
		]);
	});
});

test.each(['/w/b', 'b'])('A text that a diff of one file shows is shown for %s as well.', (path) => {
	const changes = plannedChanges(
		{
			diffs: [{ type: 'diff', path: '/w/a', oldText: null, newText: 'same\n' }],
			toolInput: input([{ path, newText: 'same\n', how: 'whole', isInDiff: true }]),
		},
		'/w',
	);
	expect(changes.map((change) => [change.path, change.newText])).toEqual([
		['/w/a', 'same\n'],
		['/w/b', 'same\n'],
	]);
});

test('No text that a request states is missing from what is shown.', () => {
	const word = fc.constantFrom('one', 'two', 'three', 'x', '');
	const how = fc.constantFrom<(TextToWrite['how'] | undefined)[]>(undefined, 'whole', 'every', 'append', {
		afterLine: 1,
	});
	const stated = fc.record({
		newText: fc.constantFrom('NEW1', 'NEW2', 'NEW3'),
		oldText: fc.option(word, { nil: undefined }),
		how,
	});
	fc.assert(
		fc.property(
			fc.constantFrom<(string | null | undefined)[]>(FILE, null, undefined, '', 'one\r\ntwo\r\n'),
			fc.array(stated, { maxLength: 4 }),
			fc.array(
				fc.tuple(fc.constantFrom<(string | null)[]>(null, 'one', 'two', FILE), fc.constantFrom('DIFF1', 'DIFF2')),
				{ maxLength: 2 },
			),
			(text, texts, shown) => {
				const kept = texts.map(({ oldText, how: done, ...each }) => ({
					...each,
					...(oldText === undefined ? {} : { oldText }),
					...(done === undefined ? {} : { how: done }),
				}));
				const all = planned(text, kept, shown)
					.map(({ newText }) => newText)
					.join('\n');
				// What a later edit of the same input takes away again is gone.
				for (const { newText } of kept) {
					const isGone = kept.some(
						({ oldText }) => oldText !== undefined && oldText !== '' && newText.includes(oldText),
					);
					if (!isGone) expect(all).toContain(newText);
				}
				for (const [, newText] of shown) expect(all).toContain(newText);
			},
		),
		{ numRuns: runs },
	);
});

test('Very many edits of a large file cost a bounded time.', () => {
	const file = `${'x'.repeat(99_999)}\n`.repeat(6);
	const texts = Array.from(
		{ length: 200 },
		(_, index) => ({ newText: `x${index}`, how: { afterLine: index % 6 } }) as const,
	);
	const before = process.cpuUsage();
	const changes = planned(file, texts);
	expect(process.cpuUsage(before).user / 1000).toBeLessThan(3000);
	expect(changes.at(-1)).toMatchObject({ newText: 'x199', doubt: 'not-looked-at' });
});

test.each([
	['a letter doubled again and again', 'a', Array.from({ length: 60 }, () => ({ oldText: 'a', newText: 'aa' }))],
	['a letter of a large file', 'a b '.repeat(100_000), [{ oldText: ' ', newText: 'x'.repeat(10_000) }]],
])('%s in every place is not made where it would be gigabytes, and is shown as it is stated', (_, file, edits) => {
	const before = process.cpuUsage();
	const changes = planned(
		file,
		edits.map((edit) => ({ ...edit, how: 'every' })),
	);
	expect(process.cpuUsage(before).user / 1000).toBeLessThan(10_000);
	for (const { newText } of changes) expect(newText.length).toBeLessThan(5_000_000);
	expect(changes.at(-1)).toEqual({ oldText: null, newText: edits.at(-1)?.newText, doubt: 'not-looked-at' });
});
