import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { endOf, textAfter, wholeText } from '../../../src/core/text/growing-text.js';
import { PlainSplitter } from '../../../src/view/markdown/plain-chunks.js';
import { MarkdownSplitter, type Splitter } from '../../../src/view/markdown/split.js';
import { sized } from '../../setup/whole.js';

const splitters = [
	['Markdown', MarkdownSplitter],
	['plain text', PlainSplitter],
] as const;

/** A word that takes too long when it is searched anew for each chunk, and how often another grows. */
const [LONG, TIMES] = [sized(12_000_000, 48_000_000), sized(80, 200)];

const sourceOf = (splitter: Splitter): string =>
	[...splitter.chunks(), splitter.tail()].map(({ source }) => source).join('');

describe.each(splitters)('A word without an end, as %s', (_, Splitting) => {
	test('is cut where it is, whole and all at once or as it comes.', () => {
		const word = 'äöü'.repeat(30_000);
		const atOnce = new Splitting();
		atOnce.append(word);
		const asItComes = new Splitting();
		for (let at = 0; at < word.length; at += 997) asItComes.append(word.slice(at, at + 997));
		expect(atOnce.chunks().length).toBeGreaterThan(3);
		expect(sourceOf(atOnce)).toBe(word);
		expect(sourceOf(asItComes)).toBe(word);
	});

	test('is searched once: anything slower would not end within the time limit of a test.', () => {
		const splitter = new Splitting();
		splitter.append('x'.repeat(LONG));
		expect(splitter.chunks().length).toBeGreaterThan(LONG / 48_000);
	});

	test('keeps nothing of what it was before it grew.', () => {
		const splitter = new Splitting();
		setFlagsFromString('--expose-gc');
		const collect: unknown = runInNewContext('gc');
		const used = (): number => {
			if (typeof collect === 'function') collect();
			return process.memoryUsage().heapUsed;
		};
		const before = used();
		let text = wholeText('word', '');
		for (let times = 0; times < TIMES; times += 1) {
			const grown = wholeText('word', `${text.text}${'x'.repeat(20_000)}`);
			splitter.append(textAfter(endOf(text), grown) ?? '');
			text = grown;
		}
		// Each growth kept would be half of the text times as often as it grew: from 32 MB on.
		expect(used() - before).toBeLessThan(20_000 * TIMES * 10);
		expect(splitter.chunks().length).toBeGreaterThan(TIMES / 2);
	});
});

test('rows that might be a table’s, of very many signs, are looked at in no time', () => {
	const splitter = new MarkdownSplitter();
	const began = performance.now();
	splitter.append(`a|b\n${'-'.repeat(8000)}x\n`.repeat(100));
	splitter.tail();
	expect(performance.now() - began).toBeLessThan(2000);
});
