import fc from 'fast-check';
import { expect, test } from 'vitest';
import { loadLanguage } from '../../../src/view/code/highlight.js';
import { renderMarkdown } from '../../../src/view/markdown/render.js';
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
		const lines = markdown.render(text.slice(0, end), width);
		for (const line of lines) expect(lineWidth(line)).toBeLessThanOrEqual(width);
	}
	return markdown.render(text, width, { isStreaming: false });
}

test.each([1, 2, 3, 7, 16, 64, 1000])(
	'a text streamed in chunks of %i characters ends as the whole text does',
	(length) => {
		for (const width of [20, 80]) expect(streamed(sample, [length], width)).toEqual(renderMarkdown(sample, { width }));
	},
);

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
		{ numRuns: 400 },
	);
});
