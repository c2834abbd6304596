import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keptLines } from '../../../src/view/code/kept-lines.js';
import { lineIds } from '../../../src/view/code/line-ids.js';

const someLines = fc.array(fc.constantFrom('a', 'b', 'c', 'd', '', '}'), { maxLength: 40 });
const manyOf = (count: number, line: (at: number) => string): string[] =>
	Array.from({ length: count }, (_, at) => line(at));

/** The most lines that can stay, by the plain table. */
function mostKept(old: readonly string[], fresh: readonly string[]): number {
	let above = new Array<number>(fresh.length + 1).fill(0);
	for (const line of old) {
		const row = [0];
		for (const [at, other] of fresh.entries()) {
			row.push(line === other ? (above[at] ?? 0) + 1 : Math.max(row[at] ?? 0, above[at + 1] ?? 0));
		}
		above = row;
	}
	return above[fresh.length] ?? 0;
}

test('what is kept is the same on both sides, in order, and as much as can be', () => {
	fc.assert(
		fc.property(someLines, someLines, (old, fresh) => {
			const { kept } = keptLines(old, fresh);
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
			expect(sum).toBe(mostKept(old, fresh));
		}),
		{ numRuns: 1000 },
	);
});

test('with little work allowed, what is kept still is the same on both sides', () => {
	fc.assert(
		fc.property(
			someLines,
			someLines,
			fc.integer({ max: 10, min: 0 }),
			fc.integer({ max: 60, min: 0 }),
			(old, fresh, edits, steps) => {
				let [oldEnd, newEnd] = [0, 0];
				for (const part of keptLines(old, fresh, { edits, steps }).kept) {
					expect(part.old).toBeGreaterThanOrEqual(oldEnd);
					expect(part.new).toBeGreaterThanOrEqual(newEnd);
					oldEnd = part.old + part.count;
					newEnd = part.new + part.count;
					expect(old.slice(part.old, oldEnd)).toEqual(fresh.slice(part.new, newEnd));
				}
			},
		),
		{ numRuns: 1000 },
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
	const { kept, steps } = keptLines(old, fresh);
	expect(kept.reduce((sum, part) => sum + part.count, 0)).toBeGreaterThanOrEqual(least);
	expect(steps).toBeLessThan(4_000_000);
});

test('lines have the same number where they are equal, and nowhere else', () => {
	fc.assert(
		fc.property(fc.array(fc.string({ maxLength: 3 })), fc.array(fc.string({ maxLength: 3 })), (old, fresh) => {
			const ids = lineIds(old, fresh);
			const lines = [...old, ...fresh];
			const numbers = [...(ids?.old ?? []), ...(ids?.new ?? [])];
			expect(numbers).toHaveLength(lines.length);
			expect(new Set(numbers).size).toBe(new Set(lines).size);
			expect(new Set(lines.map((line, at) => `${numbers[at]} ${line}`)).size).toBe(new Set(lines).size);
		}),
	);
});

test('lines made to have one hash are not told apart for ever', () => {
	// `Aa` and `BB` have the same hash.
	const old = manyOf(2 ** 13, (at) =>
		[...at.toString(2).padStart(13, '0')].map((bit) => (bit === '0' ? 'Aa' : 'BB')).join(''),
	);
	expect(lineIds(old, ['x'])).toBeNull();
	expect(keptLines(old, ['x', ...old]).kept).toEqual([]);
});
