import fc from 'fast-check';
import { Lexer } from 'marked';
import { expect, test, vi } from 'vitest';
import { wholeText } from '../../../src/core/text/growing-text.js';
import { loadLanguage } from '../../../src/view/code/highlight.js';
import { renderMarkdown } from '../../../src/view/markdown/render-markdown.js';
import { createStreamingMarkdown } from '../../../src/view/markdown/streaming.js';
import { lineWidth } from '../../../src/view/spans.js';
import { markdownBlocks, markdownText, sample } from './samples.js';

await loadLanguage('ts');

/** Feeds a text in chunks of the given lengths (over and over) and ends it. */
function streamed(text: string, lengths: readonly number[], width: number) {
	const markdown = createStreamingMarkdown();
	let end = 0;
	for (let turn = 0; end < text.length; turn++) {
		end += lengths[turn % lengths.length] ?? 1;
		const lines = markdown.render(wholeText('', text.slice(0, end)), { width });
		expect(lines.filter((line) => lineWidth(line) > width)).toEqual([]);
	}
	return markdown.render(wholeText('', text), { width }, false);
}

test.each([1, 2, 3, 7, 16, 64, 1000])(
	'a text streamed in chunks of %i characters ends as the whole text does',
	(length) => {
		for (const width of [20, 80]) expect(streamed(sample, [length], width)).toEqual(renderMarkdown(sample, { width }));
	},
);

const RUNS = process.env['ACP_TUI_LONG'] === '1' ? 5000 : 60;
const anyChunks = fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 5 });

test.each([
	['constructs', markdownText],
	['blocks', markdownBlocks],
	['anything', fc.string({ unit: 'grapheme', maxLength: 200 })],
])('any chunking of %s ends in the same lines', (_, texts) => {
	fc.assert(
		fc.property(texts, anyChunks, fc.integer({ min: 1, max: 60 }), (text, lengths, width) => {
			expect(streamed(text, lengths, width)).toEqual(renderMarkdown(text, { width }));
		}),
		{ numRuns: RUNS },
	);
});

test('a definition that comes late redraws what refers to it', () => {
	const markdown = createStreamingMarkdown();
	const text = 'see [docs]\n\nother words\n\nmore words\n\n';
	markdown.render(wholeText('', text), { width: 40 });
	const whole = `${text}[docs]: https://x.y\n`;
	expect(markdown.render(wholeText('', whole), { width: 40 }, false)).toEqual(renderMarkdown(whole, { width: 40 }));
});

test('another width and another text are drawn anew', () => {
	const markdown = createStreamingMarkdown();
	markdown.render(wholeText('', sample), { width: 80 });
	expect(markdown.render(wholeText('', sample), { width: 30 }, false)).toEqual(renderMarkdown(sample, { width: 30 }));
	expect(markdown.render(wholeText('other', '# other'), { width: 30 }, false)).toEqual(
		renderMarkdown('# other', { width: 30 }),
	);
	expect(markdown.render(wholeText('none', ''), { width: 30 }, false)).toEqual([]);
});

test.each([
	['a code block', '```ts\n', 'const x: number = 1; // comment\n'],
	['a list', '', '- item **bold** text\n'],
	['a paragraph', '', 'words and words\n'],
	['a line', '', 'words '],
	['a table', '| a | b |\n|---|---|\n', '| x | y |\n'],
	['paragraphs', '', 'words and words\n\n'],
])(
	'%s of 100 KB streamed in 200 chunks stays cheap and ends right',
	(_, start, unit) => {
		const text = start + unit.repeat(Math.ceil(100_000 / unit.length));
		const markdown = createStreamingMarkdown();
		let parsed = 0;
		const { lex } = Lexer.prototype;
		vi.spyOn(Lexer.prototype, 'lex').mockImplementation(function (this: Lexer, source) {
			parsed += source.length;
			return lex.call(this, source);
		});
		for (let end = 0; end < text.length; end += 500) markdown.render(wholeText('', text.slice(0, end)), { width: 80 });
		vi.restoreAllMocks();
		// Parsed from the start each time, it is read 100 times over.
		expect(parsed).toBeLessThan(40 * text.length);
		expect(markdown.render(wholeText('', text), { width: 80 }, false)).toEqual(renderMarkdown(text, { width: 80 }));
	},
	// On a loaded machine.
	120_000,
);
