import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wholeText } from '../../../src/core/text/growing-text.js';
import { renderMarkdown } from '../../../src/view/markdown/render-markdown.js';
import { createStreamingMarkdown } from '../../../src/view/markdown/streaming.js';
import { lineText, lineWidth } from '../../../src/view/spans.js';
import { entryLines } from '../../../src/view/transcript/entries/entry-lines.js';
import { selectedRange } from '../../../src/view/transcript/selection/selection.js';
import { selectionText } from '../../../src/view/transcript/selection/selection-text.js';
import { LONG_TEXT } from '../../../src/view/transcript/text/long-text.js';
import { contextOf, listOf, message, tool, user } from './samples.js';

const WORDS = 'The bucket waits a fixed time and so wakes too often for what comes in. '.repeat(4).trim();
const CODE = `const all = [${'12, '.repeat(40)}];`;
const wide = contextOf({ width: 198, column: 100 });

const widest = (lines: readonly (readonly { text: string }[])[]) => Math.max(...lines.map(lineWidth));

test.each([
	['a message', message(WORDS)],
	['a message that still grows', message(WORDS, 'm', true)],
	['a long message', message(`${WORDS}\n\n`.repeat(LONG_TEXT / WORDS.length + 1))],
	['a prompt', user(WORDS)],
	['a long prompt', user(`${WORDS}\n`.repeat(LONG_TEXT / WORDS.length + 1))],
	['a list', message(`- ${WORDS}\n  1. ${WORDS}\n\n> ${WORDS}`)],
	['a thought', { kind: 'thought', id: 't', at: 0, text: WORDS, isStreaming: true, parentId: 'x' } as const],
	['a note', { kind: 'note', id: 'n', at: 0, level: 'info', from: 'client', title: WORDS, detail: WORDS } as const],
	['text of a card', tool({ kind: 'other', content: [{ type: 'content', block: { type: 'text', text: WORDS } }] })],
])('%s keeps the column on a wide screen', (_name, entry) => {
	const lines = entryLines(entry, { ...wide, isOpen: () => true });
	expect(lines.length).toBeGreaterThan(2);
	expect(widest(lines)).toBeLessThanOrEqual(100);
	expect(widest(lines)).toBeGreaterThan(80);
});

test('a copy of prose and of code is the source, whatever the column', () => {
	const list = listOf([message(`${WORDS}\n\n\`\`\`js\n${CODE}\n\`\`\``)]);
	const end = { entry: 0, line: entryLines(message(''), wide).length + 100, column: 500 };
	const selection = { anchor: { entry: 0, line: 0, column: 0 }, head: end, unit: 'cell' } as const;
	const text = selectionText(list, wide, selectedRange(list, wide, selection));
	expect(text).toContain(WORDS);
	expect(text).toContain(CODE);
});

test('a growing text in a column ends like one that is drawn at once, on every width', () => {
	const parts = fc.constantFrom(
		WORDS,
		`- ${WORDS}`,
		`> ${WORDS}`,
		`\`\`\`\n${CODE}\n\`\`\``,
		'| a | b |\n|--|--|\n| c | d |',
	);
	fc.assert(
		fc.property(
			fc.array(parts, { maxLength: 6 }),
			fc.integer({ min: 1, max: 220 }),
			fc.nat(120),
			(all, width, column) => {
				const source = all.join('\n\n');
				const room = { width, column };
				const growing = createStreamingMarkdown();
				for (let end = 0; end < source.length; end += 150) {
					for (const line of growing.render(wholeText('m', source.slice(0, end)), room))
						expect(lineWidth(line)).toBeLessThanOrEqual(width);
				}
				const lines = growing.render(wholeText('m', source), room, false);
				expect(lines.map(lineText)).toEqual(renderMarkdown(source, room).map(lineText));
			},
		),
		{ numRuns: 40 },
	);
});
