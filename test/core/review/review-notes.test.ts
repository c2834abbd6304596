import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placedNote, storedNote } from '../../../src/core/review/review-notes.js';
import { noteAt } from './note-at.js';

const text = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

/** Edits of lines that are all different, of which the note's own have to be found again. */
const edit = fc.record({
	kind: fc.constantFrom('insert', 'remove', 'change', 'move' as const),
	at: fc.nat(200),
	to: fc.nat(200),
	count: fc.integer({ min: 1, max: 5 }),
});

test('a note stays with its lines, is gone with them, and comes back with them', () => {
	const input = fc.record({
		size: fc.integer({ min: 1, max: 60 }),
		at: fc.nat(59),
		height: fc.integer({ min: 1, max: 4 }),
		edits: fc.array(edit, { maxLength: 12 }),
		ending: fc.constantFrom('\n', '\r\n'),
	});
	fc.assert(
		fc.property(input, ({ size, at, height, edits, ending }) => {
			const original = Array.from({ length: size }, (_, index) => `line ${index}`);
			const line = Math.min(at, size - 1);
			const own = original.slice(line, line + height);
			const kept = storedNote(noteAt(line + 1, line + own.length), text(original));
			expect(kept.excerpt).toBe(own.join('\n'));
			const lines = [...original];
			for (const [number, { kind, at: place, to, count }] of edits.entries()) {
				const from = place % (lines.length + 1);
				const fresh = Array.from({ length: count }, (_, index) => `new ${number} ${index}`);
				if (kind === 'insert') lines.splice(from, 0, ...fresh);
				else if (kind === 'remove') lines.splice(from, count);
				else if (kind === 'change') lines.splice(from, 1, ...fresh.slice(0, 1));
				else {
					const moved = lines.splice(from, count);
					lines.splice(to % (lines.length + 1), 0, ...moved);
				}
			}
			const found = lines.findIndex((_, index) => own.every((each, offset) => lines[index + offset] === each));
			const placed = placedNote(kept, text(lines).replaceAll('\n', ending));
			if (found === -1) expect(placed).toMatchObject({ line: line + 1, isGone: true });
			else {
				expect(placed.line).toBe(found + 1);
				expect(placed.lastLine).toBe(own.length === 1 ? undefined : found + own.length);
				expect(placed.isGone).toBe(undefined);
			}
			expect(placedNote(kept, text(original))).toEqual({
				...noteAt(line + 1, line + own.length),
				excerpt: kept.excerpt,
			});
		}),
		{ numRuns: process.env['ACP_TUI_LONG'] === '1' ? 10_000 : 300 },
	);
});

test('of places that look the same the one with the lines around it is meant, then the nearest', () => {
	const twice = ['function a() {', '\treturn 1;', '}', '', 'function b() {', '\treturn 1;', '}'];
	const second = storedNote(noteAt(6), text(twice));
	expect(placedNote(second, text(['// new', ...twice])).line).toBe(7);
	expect(placedNote(second, text(twice.toSpliced(0, 4))).line).toBe(2);
	expect(placedNote(second, text([...twice, ...twice])).line).toBe(6);
	// The function with the note is gone; the brace of another one is not its brace.
	const brace = storedNote(noteAt(3), text(twice));
	expect(placedNote(brace, text(['x', 'y', '}'])).isGone).toBe(true);
	expect(placedNote(second, null).isGone).toBe(true);
	expect(placedNote(second, undefined)).toMatchObject({ line: 6 });
});
