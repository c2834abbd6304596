import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wholeText } from '../../../../src/core/text/growing-text.js';
import { loadLanguage } from '../../../../src/view/code/highlight.js';
import type { Line } from '../../../../src/view/line.js';
import { renderMarkdown } from '../../../../src/view/markdown/render-markdown.js';
import { lineText, lineWidth } from '../../../../src/view/spans.js';
import { LongText } from '../../../../src/view/transcript/text/long-text.js';
import { fitted, hang } from '../../../../src/view/transcript/transcript-layout.js';
import { sized } from '../../../setup/whole.js';
import { markdownBlocks } from '../../markdown/samples.js';

await loadLanguage('ts');

const marker: Line = [{ text: '● ' }];
const repeated = (part: string, length: number): string =>
	part.repeat(Math.ceil(length / part.length)).slice(0, length);
const asWhole = (text: string, width: number): readonly Line[] =>
	fitted(
		hang(marker, width, (room) => renderMarkdown(text, { width: room })),
		width,
	);

function laidOut(text: string, width: number): LongText {
	const long = new LongText();
	long.take(wholeText('', text), { width, marker, isStreaming: false });
	return long;
}

const words = 'Some **bold** words and `code` with [a link](https://x.y) in them.';
const article = Array.from({ length: 600 }, (_, part) => `## Part ${part}\n\n${words}\n\n- one\n- two\n\n`).join('');

test('any long text of blocks drawn in parts has the lines of the whole one', () => {
	fc.assert(
		fc.property(
			fc.array(markdownBlocks, { minLength: 1, maxLength: 6 }),
			fc.integer({ min: 20, max: 90 }),
			(parts, width) => {
				const text = repeated(`${parts.join('\n\nnext\n\n')}\n\n# Next\n\n`, 40_000);
				expect(laidOut(text, width).all().map(lineText)).toEqual(asWhole(text, width).map(lineText));
			},
		),
		{ numRuns: sized(3, 8) },
	);
});

test('the end of a long text is drawn without its beginning, and its height is known in the end', () => {
	const long = laidOut(article, 98);
	const before = long.laidOut();
	expect(before).toBeLessThan(50_000);
	for (let index = 1; index <= 60; index += 1) long.line(long.height() - index);
	expect(long.laidOut()).toBeLessThan(before + 50_000);
	expect(long.view().isGuessedFrom(0)).toBe(true);
	const whole = long.all();
	expect(long.height()).toBe(whole.length);
	expect(long.view().isGuessedFrom(0)).toBe(false);
});

test('what turns out higher or lower than guessed is reported where it stands', () => {
	const text = Array.from({ length: 400 }, (_, part) => `- ${part}\n\n${'further words '.repeat(part % 60)}\n\n`).join(
		'',
	);
	const long = laidOut(text, 60);
	long.takeShifts();
	let shifted = 0;
	for (const share of [0.9, 0.5, 0.1, 0.7, 0.3, 0]) {
		const before = long.height();
		long.line(Math.floor(before * share));
		const shifts = long.takeShifts();
		expect(shifts.filter((shift) => shift.before === shift.after)).toEqual([]);
		expect(shifts.reduce((sum, shift) => sum + shift.after - shift.before, before)).toBe(long.height());
		shifted += shifts.length;
	}
	expect(shifted).toBeGreaterThan(3);
});

test('how a long text arrives does not change where it is cut', () => {
	const texts = [article, repeated('one word after another ', 50_000)].map(
		(text) => [text, laidOut(text, 60).all()] as const,
	);
	fc.assert(
		fc.property(fc.array(fc.integer({ min: 3000, max: 30_000 }), { minLength: 1, maxLength: 5 }), (lengths) => {
			for (const [text, lines] of texts) {
				const long = new LongText();
				let end = 0;
				for (let turn = 0; end < text.length; turn += 1) {
					end += lengths[turn % lengths.length] ?? 1;
					if (end < text.length && turn % 7 === 0)
						long.take(wholeText('', text.slice(0, end)), { width: 60, marker, isStreaming: true });
				}
				long.take(wholeText('', text), { width: 60, marker, isStreaming: false });
				expect(long.all()).toEqual(lines);
			}
		}),
		{ numRuns: sized(1, 3) },
	);
});

/** Characters of a shape: many times what may be laid out for a screen. */
const LENGTH = sized(100_000, 1_000_000);

const shapes: readonly (readonly [string, string])[] = [
	['one paragraph', repeated('one word after another ', LENGTH)],
	['one word', repeated('x', LENGTH)],
	['one paragraph of short lines', repeated('one line\n', LENGTH)],
	['one fence', `\`\`\`ts\n${repeated('const x = 1; // words\n', LENGTH)}`],
	['one line in a fence', `\`\`\`ts\n${repeated('const x = 1; ', LENGTH)}`],
	['one table', `| a | b |\n| - | - |\n${repeated('| one | two |\n', LENGTH)}`],
	['one list', repeated('- an item of a list\n', LENGTH)],
	['one quote', repeated('> a line of a quote\n', LENGTH)],
	['brackets', repeated('[', LENGTH)],
	['exclamation marks', repeated('!', LENGTH)],
	['stars', repeated('*a', LENGTH)],
	['empty lines', repeated('\n', LENGTH)],
	['an open comment', `<!--\n\n${repeated('words\n\n', LENGTH)}`],
];

test.each(shapes)('of %s only what is visible is laid out, and all of it fits', (_, text) => {
	const long = laidOut(text, 98);
	for (let index = 1; index <= 60; index += 1) long.line(Math.max(0, long.height() - index));
	expect(long.laidOut()).toBeLessThan(150_000);
	expect(long.all().filter((line) => lineWidth(line) > 98)).toEqual([]);
});

test('cut paragraphs, fences and tables lose nothing', () => {
	const numbered = (line: (at: number) => string): string => Array.from({ length: 6000 }, (_, at) => line(at)).join('');
	const seen = (text: string): string[] =>
		laidOut(text, 98)
			.all()
			.flatMap((line) => lineText(line).match(/x\d+/g) ?? []);
	const all = Array.from({ length: 6000 }, (_, at) => `x${at}`);
	expect(seen(numbered((at) => `x${at} `))).toEqual(all);
	expect(seen(numbered((at) => `x${at}\n`))).toEqual(all);
	expect(seen(`\`\`\`\n${numbered((at) => `x${at}\n`)}\`\`\`\n`)).toEqual(all);
	expect(seen(`| a | b |\n|-|-|\n${numbered((at) => `| x${at} | b |\n`)}`)).toEqual(all);
	expect(seen(numbered((at) => `- x${at}\n`))).toEqual(all);
});

test('what was drawn stays where it is while the text grows', () => {
	const long = new LongText();
	const take = (length: number) =>
		long.take(wholeText('', article.slice(0, length)), { width: 98, marker, isStreaming: true });
	take(40_000);
	long.all();
	long.takeShifts();
	const before = Array.from({ length: 700 }, (_, at) => lineText(long.line(at)));
	for (const length of [41_000, 60_000, 100_000]) {
		take(length);
		expect(Array.from({ length: 700 }, (_, at) => lineText(long.line(at)))).toEqual(before);
		expect(long.takeShifts()).toEqual([]);
	}
});
