import { expect, test } from 'vitest';
import { outlineOf, outlineText } from '../../src/demo/outline.js';

test.each([
	{ path: 'a.md', text: '# One\n\n```sh\n# no heading\n```\n## Two ##\n', names: ['One', 'Two'] },
	{ path: 'a.ts', text: 'export type A = 1;\nexport async function b() {}\nconst c = 1;\n', names: ['A', 'b'] },
	{ path: 'b.ts', text: 'export const a = 1;\nexport default class B {}\nlet c;\n', names: ['a', 'B'] },
	{ path: 'a.py', text: 'def a():\n    def inner(): pass\nclass B: pass\n', names: ['a', 'B'] },
	{ path: 'a.go', text: 'func (s *S) Run() {}\ntype T struct {}\n', names: ['Run', 'T'] },
	{ path: 'a.rs', text: 'pub fn a() {}\nfn b() {}\npub(crate) struct C;\n', names: ['a', 'b', 'C'] },
	{ path: 'a.xyz', text: '# nothing known\n', names: [] },
])('the parts of $path are $names', ({ path, text, names }) => {
	expect(outlineOf(path, text).names).toEqual(names);
});

test('an empty file is called empty', () => {
	expect(outlineText('a.md', outlineOf('a.md', ''))).toBe('`a.md` is empty.');
});

test('one part is named in the singular', () => {
	expect(outlineText('a.md', outlineOf('a.md', '# One'))).toContain('1 heading: `One`');
});

test('many parts are cut, and the rest is counted', () => {
	const text = Array.from({ length: 10 }, (_, index) => `# H${index}`).join('\n');
	expect(outlineText('a.md', outlineOf('a.md', text))).toContain(
		'10 headings: `H0`, `H1`, `H2`, `H3`, `H4`, `H5`, `H6`, `H7` and 2 more',
	);
});
