import fc from 'fast-check';
import { expect, test } from 'vitest';
import { recordEdit } from '../../../src/view/composer/buffer.js';
import type { Edit, EditRun, EditStack } from '../../../src/view/composer/draft.js';

const NOTHING: EditStack = { edits: [], size: 0 };
const MOST_STEPS = 1000;
const MOST_UNITS = 4_000_000;

const edit = (start: number, removed: string, inserted: string): Edit => ({
	...{ start, removed, inserted, cursorBefore: start + removed.length, anchorBefore: null },
	cursorAfter: start + inserted.length,
});
const typed = (start: number, words: string) => [edit(start, '', words), 'type'] as const;
const removed = (start: number, words: string) => [edit(start, words, ''), 'delete'] as const;
const sizeOf = ({ edits }: EditStack): number =>
	edits.reduce((sum, each) => sum + each.removed.length + each.inserted.length, 0);

function recorded(...edits: readonly (readonly [Edit, EditRun | null])[]): EditStack {
	return edits.reduce((past, [each, run]) => recordEdit(past, each, run), NOTHING);
}

/** Where it was, what was taken out and what was put in. */
const inShort = ({ edits }: EditStack): string =>
	edits.map(({ start, removed: out, inserted }) => `${start}-${out}+${inserted}`).join(', ');

test.each<[string, readonly (readonly [Edit, EditRun | null])[], string]>([
	['letters of a word', [typed(0, 'a'), typed(1, 'b'), typed(2, 'c')], '0-+abc'],
	['a space behind it', [typed(0, 'a'), typed(1, ' ')], '0-+a '],
	['the next word', [typed(0, 'a '), typed(2, 'b')], '0-+a , 2-+b'],
	['a line break', [typed(0, 'a'), typed(1, '\n')], '0-+a, 1-+\n'],
	['letters elsewhere', [typed(0, 'a'), typed(5, 'b')], '0-+a, 5-+b'],
	['letters in the place of others', [typed(0, 'a'), [edit(1, 'x', 'b'), 'type']], '0-+a, 1-x+b'],
	['deleting forwards', [removed(3, 'a'), removed(3, 'b')], '3-ab+'],
	['deleting backwards', [removed(3, 'b'), removed(2, 'a')], '2-ab+'],
	['deleting elsewhere', [removed(3, 'b'), removed(7, 'a')], '3-b+, 7-a+'],
	['deleting what was typed', [typed(0, 'a'), removed(0, 'a')], '0-+a, 0-a+'],
	['what belongs to no run', [typed(0, 'a'), [edit(1, '', 'b'), null]], '0-+a, 1-+b'],
])('%s: a step, or two', (_, edits, steps) => {
	const past = recorded(...edits);
	expect(inShort(past)).toBe(steps);
	expect(past.size).toBe(sizeOf(past));
});

test('However much is changed, steps and text stay within their bounds, and the newest steps stay.', () => {
	const sizes = fc.array(fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 3_000_000 })), {
		minLength: 1,
		maxLength: 12,
	});
	fc.assert(
		fc.property(sizes, fc.integer({ min: 0, max: 1005 }), (lengths, small) => {
			const texts = [...Array.from({ length: small }, () => 'x'), ...lengths.map((length) => 'y'.repeat(length))];
			const past = recorded(...texts.map((text) => [edit(0, '', text), null] as const));
			const kept = past.edits.map(({ inserted }) => inserted);
			expect(kept).toEqual(texts.slice(-kept.length));
			expect(past.size).toBe(sizeOf(past));
			expect(kept.length).toBeLessThanOrEqual(MOST_STEPS);
			expect(past.size <= MOST_UNITS || kept.length === 1).toBe(true);
			// None more is dropped than has to be.
			const before = texts.at(-kept.length - 1);
			if (before !== undefined) expect(kept.length === MOST_STEPS || past.size + before.length > MOST_UNITS).toBe(true);
		}),
		{ numRuns: 20 },
	);
});
