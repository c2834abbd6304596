import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type DiffPart, diffParts } from '../../../src/view/code/diff-parts.js';
import { bounds, type FileHunks, hunksBetween, patchOf } from '../../../src/view/code/hunks.js';

const line = fc.constantFrom('a', 'b', 'c', 'd', 'e', '', 'x y', '\tz');
const text = fc
	.tuple(fc.array(line, { maxLength: 60 }), fc.boolean())
	.map(([lines, ends]) => lines.join('\n') + (ends && lines.length > 0 ? '\n' : ''));
/** Two texts with much in common. */
const pair = fc
	.tuple(text, fc.array(fc.tuple(fc.nat(60), fc.nat(3), fc.array(line, { maxLength: 3 })), { maxLength: 6 }))
	.map(([old, edits]) => {
		const lines = old.split('\n');
		for (const [at, gone, fresh] of edits) lines.splice(at % (lines.length + 1), gone, ...fresh);
		return [old, lines.join('\n')] as const;
	});

function partsIn(file: FileHunks, isSplit: boolean): readonly DiffPart[] {
	const { count, partAt } = diffParts(file, isSplit);
	return Array.from({ length: count }, (_, place) => partAt(place));
}

/** The lines of a patch without its heads and remarks. */
function patchLines(file: FileHunks): readonly string[] {
	return patchOf(file, file.hunks)
		.split('\n')
		.filter((each) => /^[ +-]/.test(each));
}

describe('The parts of a diff', () => {
	test('are the lines of the patch, in its order, with the numbers of both sides.', () => {
		fc.assert(
			fc.property(pair, ([old, fresh]) => {
				const file = hunksBetween(old, fresh);
				const numbers = { old: 0, new: 0 };
				const lines = partsIn(file, false).flatMap((part) => {
					if (part.kind === 'hunk') {
						expect(part.hunk).toBe(file.hunks.find((hunk) => bounds(hunk).start.old >= numbers.old));
						return [];
					}
					if (part.kind === 'remark') return [];
					const [was, is] = [part.old?.row, part.new?.row];
					if (was !== undefined && was.kind !== 'added') numbers.old = was.oldNumber;
					if (is !== undefined && is.kind !== 'removed') numbers.new = is.newNumber;
					const row = is ?? was;
					return row === undefined ? [] : [`${{ same: ' ', added: '+', removed: '-' }[row.kind]}${row.text}`];
				});
				expect(lines).toEqual(patchLines(file));
			}),
		);
	});

	test('beside each other hold every line once, a replaced one beside what replaces it.', () => {
		fc.assert(
			fc.property(pair, ([old, fresh]) => {
				const file = hunksBetween(old, fresh);
				const found = partsIn(file, true).flatMap((part) => {
					if (part.kind !== 'line') return [];
					const [was, is] = [part.old?.row, part.new?.row];
					if (was === is && was !== undefined) return [` ${was.text}`];
					if (part.old !== null) expect(part.old.partner).toBe(is);
					return [...(was === undefined ? [] : [`-${was.text}`]), ...(is === undefined ? [] : [`+${is.text}`])];
				});
				expect(found.toSorted()).toEqual(patchLines(file).toSorted());
			}),
		);
	});

	test('are found by their names in every layout, and blocks hold each of them once.', () => {
		fc.assert(
			fc.property(pair, fc.boolean(), ([old, fresh], isSplit) => {
				const parts = diffParts(hunksBetween(old, fresh), isSplit);
				for (let place = 0; place < parts.count; place += 1) {
					expect(parts.placeOf(parts.keyAt(place))).toBe(place);
					const { from, to } = parts.blockOf(place);
					expect(from <= place && place < to).toBe(true);
					expect(parts.blockOf(to - 1).from).toBe(from);
				}
			}),
		);
	});

	test('say before all else that line endings, or the newline at the end, are others.', () => {
		expect(partsIn(hunksBetween('a\nb\n', 'a\r\nb\r\n'), false)[0]).toMatchObject({ text: 'line endings: LF → CRLF' });
		expect(partsIn(hunksBetween('a\n', 'a'), false)[0]).toMatchObject({ text: 'newline removed at the end' });
	});
});
