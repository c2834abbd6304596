import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ReviewTexts } from '../../../src/core/review/review.js';
import { hunksBetween, patchOf, textWith } from '../../../src/view/code/hunks.js';
import { stagedOf, stagePatch } from '../../../src/view/review/staging.js';
import { textsOf } from './review-stage.js';

const RUNS = process.env['ACP_TUI_LONG'] === '1' ? 10_000 : 200;
const line = fc.constantFrom('a', 'b', 'c', 'd', '', 'x y');
const edits = fc.array(fc.tuple(fc.nat(60), fc.nat(2), fc.array(line, { maxLength: 2 })), { maxLength: 5 });

function edited(text: string, changes: readonly (readonly [number, number, readonly string[]])[]): string {
	const lines = text.split('\n');
	for (const [at, gone, fresh] of changes) lines.splice(at % (lines.length + 1), gone, ...fresh);
	return lines.join('\n');
}

/** The text that a patch of `from` to `to` makes of `from`: that with those of its hunks that the patch has. */
function applied(from: string, to: string, patch: string): string {
	const file = hunksBetween(from, to);
	const changes = file.hunks.flatMap((hunk) => hunk.changes.map((change) => ({ changes: [change] })));
	for (let mask = 0; mask < 2 ** changes.length; mask += 1) {
		const chosen = changes.filter((_, at) => (mask >> at) % 2 === 1);
		if (patchOf(file, chosen) === patch) return textWith({ ...file, hunks: chosen }, () => 'take');
	}
	throw new Error(`no hunks of it:\n${patch}`);
}

test('A hunk is staged as a whole, whatever the index has of it, and no other one with it; again it is taken out.', () => {
	fc.assert(
		fc.property(fc.array(line, { minLength: 30, maxLength: 60 }), edits, edits, (lines, changes, others) => {
			const oldText = `${lines.join('\n')}\n`;
			const newText = edited(oldText, changes);
			const file = hunksBetween(oldText, newText);
			// The index has some of the hunks, and perhaps an edit of its own.
			const partly = textWith({ ...file, hunks: file.hunks.filter((_, at) => at % 2 === 1) }, () => 'take');
			const indexText = others.length > 3 ? edited(partly, others.slice(0, 1)) : partly;
			fc.pre(hunksBetween(indexText, newText).hunks.flatMap((hunk) => hunk.changes).length <= 10);
			for (const hunk of file.hunks) {
				const texts: ReviewTexts = textsOf('a', { oldText, newText, indexText });
				const request = stagePatch(texts, hunk);
				if (stagedOf(texts, hunk) === 'all') {
					expect(request.do).toBe('unstage');
					continue;
				}
				expect(request.do).toBe('stage');
				const staged = textsOf('a', { oldText, newText, indexText: applied(indexText, newText, request.patch) });
				expect(stagedOf(staged, hunk)).toBe('all');
				for (const other of file.hunks)
					if (other !== hunk) expect(stagedOf(staged, other)).toBe(stagedOf(texts, other));
			}
		}),
		{ numRuns: RUNS },
	);
});

test('Unstaging takes what the index has of a hunk, and leaves the other hunks in it.', () => {
	const lines = (from: number, to: number): string =>
		Array.from({ length: to - from + 1 }, (_, at) => `line ${from + at}\n`).join('');
	const oldText = lines(1, 40);
	const newText = oldText.replace('line 3\n', 'LINE 3\n').replace('line 30\n', 'LINE 30\n');
	const texts = textsOf('a', { oldText, newText, indexText: newText });
	const [first, second] = hunksBetween(oldText, newText).hunks;
	if (first === undefined || second === undefined) throw new Error('two hunks');
	const request = stagePatch(texts, second);
	expect(request).toEqual({
		do: 'unstage',
		patch: '@@ -27,7 +27,7 @@\n line 27\n line 28\n line 29\n-line 30\n+LINE 30\n line 31\n line 32\n line 33\n',
	});
	const after = textsOf('a', { oldText, newText, indexText: oldText.replace('line 3\n', 'LINE 3\n') });
	expect([stagedOf(after, first), stagedOf(after, second)]).toEqual(['all', 'none']);
});
