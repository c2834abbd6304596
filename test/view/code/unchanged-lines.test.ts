import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { UnchangedLinesAt } from '../../../src/view/code/aligned-lines.js';
import { finished } from '../../../src/view/code/in-pieces.js';
import { lineIds } from '../../../src/view/code/line-ids.js';
import type { TextLines } from '../../../src/view/code/text-lines.js';
import { unchangedLines } from '../../../src/view/code/unchanged-lines.js';
import { sized } from '../../setup/whole.js';

const someLines = fc.array(fc.constantFrom('a', 'b', 'c', 'd', '', '}'), { maxLength: 40 });
const manyOf = (count: number, line: (at: number) => string): string[] =>
	Array.from({ length: count }, (_, at) => line(at));

/** Lines behind each other in one text. */
function asText(lines: readonly string[]): TextLines {
	const ends = new Int32Array(lines.length);
	for (let at = 0, end = 0; at < lines.length; at += 1) {
		end += lines[at]?.length ?? 0;
		ends[at] = end;
	}
	return { text: lines.join(''), starts: ends.map((_, at) => (at === 0 ? 0 : (ends[at - 1] ?? 0))), ends };
}

/** How many lines are kept; they are the same on both sides, in order and within both texts. */
function keptSum(kept: readonly UnchangedLinesAt[], old: readonly string[], fresh: readonly string[]): number {
	let [oldEnd, newEnd, sum] = [0, 0, 0];
	for (const part of kept) {
		expect(part.old).toBeGreaterThanOrEqual(oldEnd);
		expect(part.new).toBeGreaterThanOrEqual(newEnd);
		oldEnd = part.old + part.count;
		newEnd = part.new + part.count;
		expect(old.slice(part.old, oldEnd)).toEqual(fresh.slice(part.new, newEnd));
		sum += part.count;
	}
	expect(oldEnd).toBeLessThanOrEqual(old.length);
	expect(newEnd).toBeLessThanOrEqual(fresh.length);
	return sum;
}

test('with little work allowed, what is kept still is the same on both sides', () => {
	fc.assert(
		fc.property(
			someLines,
			someLines,
			fc.integer({ max: 10, min: 0 }),
			fc.integer({ max: 60, min: 0 }),
			(old, fresh, edits, steps) => {
				keptSum(unchangedLines(asText(old), asText(fresh), { edits, steps }).kept, old, fresh);
			},
		),
		{ numRuns: sized(250, 1000) },
	);
});

test.each<[string, string[], string[], number]>([
	['a rewrite', manyOf(100_000, (at) => `old ${at}`), manyOf(100_000, (at) => `new ${at}`), 0],
	[
		'every tenth line',
		manyOf(100_000, (at) => `${at}`),
		manyOf(100_000, (at) => (at % 10 === 0 ? 'x' : `${at}`)),
		90_000,
	],
	['few lines', manyOf(100_000, (at) => `${at}`), manyOf(100_000, (at) => (at % 1000 === 0 ? 'x' : `${at}`)), 99_900],
	['lines that repeat', manyOf(100_000, (at) => `${at % 7}`), manyOf(100_000, (at) => `${(at * 3) % 7}`), 1],
])('the work of comparing two files of 100,000 lines is bounded: %s', (_, old, fresh, least) => {
	const { kept, steps } = unchangedLines(asText(old), asText(fresh));
	expect(kept.reduce((sum, part) => sum + part.count, 0)).toBeGreaterThanOrEqual(least);
	expect(steps).toBeLessThan(4_000_000);
});

const someEdits = fc.array(
	fc.record({
		at: fc.nat({ max: 5999 }),
		removed: fc.nat({ max: 40 }),
		added: fc.array(fc.string(), { maxLength: 40 }),
	}),
	{ maxLength: 12 },
);

test('of a long text with few changes, little is looked at and all else stays', () => {
	fc.assert(
		fc.property(someEdits, (edits) => {
			const old = manyOf(6000, (at) => (at % 4 === 3 ? '}' : `line ${at}`));
			const fresh = [...old];
			let touched = 0;
			for (const { at, removed, added } of [...edits].sort((one, other) => other.at - one.at)) {
				touched += fresh.splice(at, removed, ...added).length + 3;
			}
			const { kept, steps } = unchangedLines(asText(old), asText(fresh));
			const sum = keptSum(kept, old, fresh);
			expect(sum).toBeGreaterThanOrEqual(old.length - touched);
			expect(steps).toBeLessThan(200_000);
		}),
		{ numRuns: 100 },
	);
});

test('lines have the same number where they are equal, and nowhere else', () => {
	fc.assert(
		fc.property(fc.array(fc.string({ maxLength: 3 })), fc.array(fc.string({ maxLength: 3 })), (old, fresh) => {
			const ids = finished(lineIds(asText(old), asText(fresh)));
			const lines = [...old, ...fresh];
			const numbers = [...(ids?.old ?? []), ...(ids?.new ?? [])];
			expect(numbers).toHaveLength(lines.length);
			expect(new Set(numbers).size).toBe(new Set(lines).size);
			expect(new Set(lines.map((line, at) => `${numbers[at]} ${line}`)).size).toBe(new Set(lines).size);
		}),
	);
});

test('lines made to have one hash are not distinguished for ever', () => {
	// `Aa` and `BB` have the same hash.
	const old = manyOf(2 ** 13, (at) =>
		[...at.toString(2).padStart(13, '0')].map((bit) => (bit === '0' ? 'Aa' : 'BB')).join(''),
	);
	expect(finished(lineIds(asText(old), asText(['x'])))).toBeNull();
	expect(unchangedLines(asText(old), asText([...old].reverse())).kept).toEqual([]);
});
