import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loadLanguage } from '../../../src/view/code/highlight.js';
import { closeOpenConstructs } from '../../../src/view/markdown/open-constructs.js';
import { prepareSource } from '../../../src/view/markdown/parse-markdown.js';
import { renderMarkdown } from '../../../src/view/markdown/render-markdown.js';
import { lineText, lineWidth } from '../../../src/view/spans.js';
import { sized } from '../../setup/whole.js';
import { markdownBlocks, markdownText, sample } from './samples.js';

function shown(source: string, width = 40): string[] {
	return renderMarkdown(source, { width }).map((line) => lineText(line).trimEnd());
}

test.each<[string, string, string[]]>([
	['nothing', '', []],
	['white space', ' \n\n\t\n', []],
	['a paragraph', 'one two', ['one two']],
	['paragraphs apart', 'one\n\n\n\ntwo', ['one', '', 'two']],
	['the author’s own line breaks', 'one\ntwo', ['one', 'two']],
	['hard breaks', 'one  \ntwo\\\nthree', ['one', 'two', 'three']],
	['headings without their signs', '# One\n\nTwo\n---', ['One', '', 'Two']],
	['bullets by depth', '- a\n  - b\n    - c', ['• a', '  ◦ b', '    ▪ c']],
	['numbers in line', '9. a\n10. b', [' 9. a', '10. b']],
	['tasks', '- [x] a\n- [ ] b', ['[x] a', '[ ] b']],
	['loose items', '- a\n\n- b', ['• a', '', '• b']],
	['paragraphs in an item', '- a\n\n  b', ['• a', '', '  b']],
	['an empty item', '-', ['•']],
	['quotes', '> a\n> > b', ['▎ a', '▎', '▎ ▎ b']],
	['a list in a quote', '> - a\n>   - b', ['▎ • a', '▎   ◦ b']],
	['code with its language', '```ts title=x\na\n\nb\n```', [`╭${'─'.repeat(32)}╴ts`, '│ a', '│', '│ b']],
	['code without a language', '```\na\n```', ['│ a']],
	['indented code', '    a\n      b', ['│ a', '│   b']],
	['an empty code block', '```\n```', ['│']],
	['an open code block', '```js\na', [`╭${'─'.repeat(32)}╴js`, '│ a']],
	['a rule', '***', ['─'.repeat(40)]],
	['a link whose words differ', '[docs](https://x.y/z)', ['docs (https://x.y/z)']],
	['a link that is its own words', '<https://x.y> [x.y](https://x.y/)', ['https://x.y x.y']],
	['a reference', '[docs][d]\n\n[d]: https://x.y', ['docs (https://x.y)']],
	['an unknown reference', '[docs][d]', ['[docs][d]']],
	['an image', '![a cat](cat.png)', ['[image: a cat] (cat.png)']],
	['a footnote', 'a[^1]\n\n[^1]: note', ['a[^1]', '', '[^1]: note']],
	['HTML as it is written', '<b>a</b>\n\n<div>\nb\n</div>', ['<b>a</b>', '', '<div>', 'b', '</div>']],
	['a break tag', 'a<br>b<br/>c', ['a', 'b', 'c']],
	['entities', '&lt;a&gt; &amp;amp; &eacute; &#169; &nonsense;', ['<a> &amp; é © &nonsense;']],
	['entities in code as they are written', '`&lt;`', ['&lt;']],
	['names in underscores', 'edit __init__.py, __not this__ **nor** this', ['edit __init__.py, not this nor this']],
	['escapes', '\\*a\\* \\# b', ['*a* # b']],
	['an escape sequence', 'a\x1b[31mb\x1b]0;t\x07c', ['abc']],
	['an escape sequence by reference', 'a&#27;[31mb&#x9b;2J', ['ab']],
	['a hidden override by reference', 'a&#x202e;b', ['a⟨U+202E⟩b']],
	['carriage returns', 'a\r\n\r\nb\rc', ['a', '', 'b', 'c']],
])('%s', (_, source, expected) => {
	expect(shown(source)).toEqual(expected);
});

test('a table keeps its alignment', () => {
	const source = '| Name | N | Mid |\n|:--|--:|:-:|\n| a | 1 | x |\n| bcd | 22 | 漢字 |';
	expect(shown(source)).toEqual(['Name │  N │ Mid', '─────┼────┼─────', 'a    │  1 │  x', 'bcd  │ 22 │ 漢字']);
});

test('a table that is too wide wraps its cells and rules its rows', () => {
	const source = '| A | B |\n|---|---|\n| one | some words that are long |\n| two | short |';
	expect(shown(source, 20)).toEqual([
		'A   │ B',
		'────┼───────────────',
		'one │ some words',
		'    │ that are long',
		'────┼───────────────',
		'two │ short',
	]);
});

test('a table with no room becomes a list of its rows', () => {
	const source = '| Name | Meaning |\n|---|---|\n| alpha | first letter |\n| beta | second |';
	expect(shown(source, 10)).toEqual([
		'Name:',
		'  alpha',
		'Meaning:',
		'  first',
		'  letter',
		'',
		'Name: beta',
		'Meaning:',
		'  second',
	]);
});

test('only addresses that may be opened become links', () => {
	const targets = renderMarkdown('[a](https://x.y) [b](javascript:x) [c](./file.ts)', { width: 80 })
		.flat()
		.map((span) => span.style?.link);
	expect(new Set(targets)).toEqual(new Set([undefined, 'https://x.y']));
});

test('code of a loaded language is coloured', async () => {
	await loadLanguage('ts');
	const lines = renderMarkdown('```ts\nconst a = 1\n```', { width: 40 });
	expect(lines[1]).toContainEqual({ text: 'const', style: { color: 'syntax.keyword' } });
});

const anything = fc.oneof(markdownText, markdownBlocks, fc.string({ unit: 'binary', maxLength: 200 }));

test('any text at any width gives harmless lines that fit', () => {
	fc.assert(
		fc.property(anything, fc.integer({ min: 1, max: 90 }), fc.boolean(), (source, width, isStreaming) => {
			const shown = isStreaming ? closeOpenConstructs(prepareSource(source)) : source;
			for (const line of renderMarkdown(shown, { width })) {
				expect(lineWidth(line)).toBeLessThanOrEqual(width);
				expect(lineText(line)).not.toMatch(/[\x00-\x1F\x7F-\x9F\u202A-\u202E\u2028\u2029]/);
			}
		}),
		{ numRuns: sized(375, 1500) },
	);
});

test('the sample fits every width', () => {
	for (let width = 1; width < 90; width++) {
		for (const line of renderMarkdown(sample, { width })) expect(lineWidth(line)).toBeLessThanOrEqual(width);
	}
});

test.each([
	['quotes', '> '.repeat(5000)],
	['bullets', '- '.repeat(5000)],
	['brackets', '['.repeat(5000)],
	['emphasis', '*a **b '.repeat(2000)],
	['code', '`a ``b '.repeat(2000)],
	['tags', '<a '.repeat(5000)],
	['columns', `${'|a'.repeat(2000)}\n${'|-'.repeat(2000)}`],
	['comments', '<!--'.repeat(5000)],
	['underscores', '_a'.repeat(3000)],
])('thousands of %s neither throw nor hang', (_, source) => {
	const start = performance.now();
	for (const line of renderMarkdown(source, { width: 40 })) expect(lineWidth(line)).toBeLessThanOrEqual(40);
	expect(performance.now() - start).toBeLessThan(5000);
});
