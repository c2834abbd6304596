import { expect, test } from 'vitest';
import { linesOfChanges } from '../../../src/core/edits/diff-lines.js';

const FILE = Array.from({ length: 20 }, (_, at) => `line ${at + 1}\n`).join('');
const change = (oldText: string | null, newText: string) => ({ path: '/w/a', oldText, newText });

test('A new text that holds the old one is found as what it is.', () => {
	const grown = change('line 14', 'line 14\nmore');
	expect(linesOfChanges([grown], FILE.replace('line 14', 'line 14\nmore'))).toEqual([{ old: 14, new: 14 }]);
	const shrunk = change('line 14\nline 15', 'line 14');
	expect(linesOfChanges([shrunk], FILE)).toEqual([{ old: 14, new: 14 }]);
});

test('Several changes of one file move those below them, in whatever order they come.', () => {
	const all = [change('line 18\n', 'last\n'), change('line 3\n', 'a\nb\nc\n'), change('line 9\n', '')];
	const before = [
		{ old: 18, new: 19 },
		{ old: 3, new: 3 },
		{ old: 9, new: 11 },
	];
	expect(linesOfChanges(all, FILE)).toEqual(before);
	const [last, first] = [all[0], all[1]].flatMap((each) => (each === undefined ? [] : [each]));
	const done = FILE.replace('line 18\n', 'last\n').replace('line 3\n', 'a\nb\nc\n');
	expect(
		linesOfChanges(
			[last, first].flatMap((each) => each ?? []),
			done,
		),
	).toEqual([
		{ old: 18, new: 20 },
		{ old: 3, new: 3 },
	]);
});

test('Of several places that look the same the one that the agent names counts; else nobody knows.', () => {
	const file = 'x\nsame\ny\nsame\n';
	const one = change('same', 'other');
	expect(linesOfChanges([one], file)).toEqual([null]);
	expect(linesOfChanges([one], file, [{ path: '/w/a', line: 4 }])).toEqual([{ old: 4, new: 4 }]);
	expect(linesOfChanges([one], file, [{ path: '/w/a', line: 3 }])).toEqual([null]);
});

test('A whole file begins at its first line, and what is nowhere in it has no line.', () => {
	expect(linesOfChanges([change(FILE, 'new\n')], FILE)).toEqual([{ old: 1, new: 1 }]);
	expect(linesOfChanges([change('', FILE)], FILE)).toEqual([{ old: 1, new: 1 }]);
	expect(linesOfChanges([change(null, 'new\n')], null)).toEqual([{ old: 1, new: 1 }]);
	expect(linesOfChanges([change('gone', 'away')], FILE)).toEqual([null]);
	expect(linesOfChanges([change('gone', '')], FILE)).toEqual([null]);
});
