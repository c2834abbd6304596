import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wholeText } from '../../../src/core/text/growing-text.js';
import { loadLanguage } from '../../../src/view/code/highlight.js';
import type { Line } from '../../../src/view/line.js';
import { createStreamingMarkdown } from '../../../src/view/markdown/streaming.js';
import { lineText } from '../../../src/view/spans.js';

await Promise.all(['ts', 'json'].map(loadLanguage));

const WIDTH = 44;

const CONSTRUCTS = [
	'Words before it:\n\n```ts\nconst a = 1;\n```\n\nafter',
	'1. Do it:\n\n   ```ts\n   const a = 1;\n   ```\n\n2. Then\n',
	'````text\nA:\n```js\nlet a;\n```\n````\n\nafter',
	'Intro words:\n\n| Name | Value |\n| --- | ---: |\n| alpha | 1 |\n| beta | 22 |\n\nafter',
	'Words and **strong words** and more',
	'Words and *emphasis* and _more_ text',
	'Some ***both of it*** there',
	'Words *that go\nover two lines* and on',
	'Words **that go\nover two lines** and on',
	'A ~~struck text~~ here',
	'See [the manual](https://example.com/a_b) for more',
	'See [the manual](https://example.com "The title") for it',
	'See https://example.com/path?a=1 now',
	'Use `npm run build` and ``a ` b`` here',
	'A heading by underline\n===\n\ntext',
	'Words\n\n---\n\nmore',
	'Words\n\n***\n\nmore',
	'## A heading with `code`\n\nText',
	'Intro:\n- one\n- two **b**\n  - nested\n- three\n\nafter',
	'- one\n\n- two\n\n- three\n',
	'1. one\n2. two\n3. three\n\nafter',
	'* one\n* two *em*\n',
	'- [ ] to do\n- [x] done\n- [ ] more\n',
	'> A quote **strong**\n> goes on\n\nafter',
	'- item\n  > quote in it\n  > goes on\n',
	'Press <kbd>ctrl</kbd>+c here\n\n<details>\n\ntext\n\n</details>\n',
	'A claim[^1] here.\n\n[^1]: The note.\n',
	'In 2024. That was 3 * 4 = 12 and a_b_c\n',
	'one  \ntwo\\\nthree',
];

/** What is read of a line: words without the frames of tables and code, and the space between them. */
function words(line: Line): string {
	return lineText(line)
		.replace(/[─┼│╭╴┊▎]/g, '')
		.trim();
}

/** A finished line as it looks, but for where its links lead. */
function look(line: Line): string {
	return JSON.stringify(line.map(({ text, style: { link: _, ...style } = {} }) => ({ text, style })));
}

/** Streams a text a step at a time and says what was taken back of what stood on the screen. */
function takenBack(text: string, step: number): string[] {
	const markdown = createStreamingMarkdown();
	const found: string[] = [];
	let before: readonly Line[] = [];
	for (let end = 0; end < text.length; end += step) {
		const lines = markdown.render(wholeText('', text.slice(0, end)), { width: WIDTH });
		const shown = before.map(words).join(' ').trim().split(/\s+/);
		const now = lines.map(words).join(' ').trim().split(/\s+/);
		// The last word grows, and may get or lose what encloses it.
		const kept = shown.slice(0, -1);
		if (kept.some((word, index) => now[index] !== word)) found.push(`${shown.join(' ')} → ${now.join(' ')}`);
		const lastBlock = before.findLastIndex((line) => lineText(line).trim() === '');
		for (const [index, line] of before.slice(0, Math.max(0, lastBlock)).entries()) {
			if (look(line) !== look(lines[index] ?? [])) found.push(`line ${index}: ${lineText(line)}`);
		}
		before = lines;
	}
	return found;
}

test.each(CONSTRUCTS)('%j takes nothing back while it streams', (text) => {
	for (const step of [1, 2, 3, 5]) expect(takenBack(text, step)).toEqual([]);
});

test('a box further down in a list moves nothing above it', () => {
	for (const step of [1, 2, 3, 5]) {
		expect(takenBack('- one\n\n- two\n\n- three\n\n- [ ] to do\n- [x] done\n\nafter', step)).toEqual([]);
	}
});

test('an address that is named late changes what refers to it once', () => {
	const changes = takenBack('See [the manual][1] for more\n\n[1]: https://example.com/a/b/c\n\nafter\n', 1);
	expect(changes.filter((change) => change.includes('https'))).toHaveLength(1);
});

test('constructs one after the other take nothing back', () => {
	fc.assert(
		fc.property(
			fc.array(fc.constantFrom(...CONSTRUCTS), { minLength: 2, maxLength: 4 }),
			fc.integer({ min: 1, max: 9 }),
			(texts, step) => {
				expect(takenBack(texts.join('\n\n'), step)).toEqual([]);
			},
		),
		{ numRuns: 60 },
	);
});
