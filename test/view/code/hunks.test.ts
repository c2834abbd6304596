import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { type Hunk, hunksBetween, newLinesOf, patchOf, splitHunk, textWith } from '../../../src/view/code/hunks.js';
import { sized } from '../../setup/whole.js';

const RUNS = process.env['ACP_TUI_LONG'] === '1' ? 10_000 : sized(50, 150);
const folder = mkdtempSync(join(tmpdir(), 'hunks-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const takes = (taken: readonly Hunk[]) => (hunk: Hunk) =>
	taken.includes(hunk) ? ('take' as const) : ('leave' as const);

/** What git makes of a patch. */
function applied(oldText: string, patch: string): string {
	if (patch === '') return oldText;
	writeFileSync(join(folder, 'f'), oldText);
	const whole = `--- a/f\n+++ b/f\n${patch}`;
	execFileSync('git', ['apply', '--whitespace=nowarn', '-p1', '-'], { cwd: folder, input: whole, stdio: 'pipe' });
	return readFileSync(join(folder, 'f'), 'utf8');
}

test('A hunk is replaced by the lines that the user wrote.', () => {
	const file = hunksBetween('a\nb\nc\n', 'a\nX\nc\n');
	const [hunk] = file.hunks;
	if (hunk === undefined) throw new Error('a hunk');
	expect(newLinesOf(file, hunk)).toBe('X\n');
	expect(textWith(file, () => ({ text: 'Y\nZ' }))).toBe('a\nY\nZ\nc\n');
	expect(textWith(file, () => ({ text: '' }))).toBe('a\nc\n');
});

test.each([
	['no line ending at the end', 'a\nb', 'a\nb\nc'],
	['an ending that goes away', 'a\nb\n', 'a\nb'],
	['a new file', '', 'a\nb\n'],
	['an emptied file', 'a\nb\n', ''],
	['other line endings', 'a\r\nb\r\n', 'a\nb\n'],
	['one line with another ending', 'a\r\nb\r\nc\r\n', 'a\r\nB\nc\r\n'],
])('%s: all hunks make exactly the new text, none the old one.', (_, oldText, newText) => {
	const file = hunksBetween(oldText, newText);
	expect(textWith(file, () => 'take')).toBe(newText);
	expect(textWith(file, () => 'leave')).toBe(oldText);
	expect(file.hunks.length).toBeGreaterThan(0);
});

const line = fc.constantFrom('', 'a', 'b', 'same', 'x'.repeat(20), '\tindent', 'é', '+plus', '-minus', '@@ -1 +1 @@');
const ending = fc.constantFrom('\n', '\n', '\n', '\r\n');
const text = fc
	.tuple(fc.array(fc.tuple(line, ending), { maxLength: 40 }), fc.boolean())
	.map(([parts, isOpen]) => parts.map((part) => part.join('')).join('') + (isOpen ? 'no end' : ''));
/** Edits of some lines of a text. */
const edited = (from: string) =>
	fc.array(fc.tuple(fc.nat(60), fc.nat(2), fc.array(line, { maxLength: 3 })), { maxLength: 5 }).map((edits) =>
		edits
			.reduce<readonly string[]>(
				(parts, [at, removed, added]) => parts.toSpliced(at, removed, ...added.map((each) => `${each}\n`)),
				from.match(/[^\n]*\n|[^\n]+$/g) ?? [],
			)
			.map((each, at, all) => (each.endsWith('\n') || at === all.length - 1 ? each : `${each}\n`))
			.join(''),
	);

test('Any choice of hunks, split or not, gives byte for byte what git makes of a patch of the same.', () => {
	fc.assert(
		fc.property(
			text.chain((oldText) => fc.tuple(fc.constant(oldText), edited(oldText))),
			fc.infiniteStream(fc.boolean()),
			fc.infiniteStream(fc.boolean()),
			([oldText, newText], chosen, splits) => {
				const whole = hunksBetween(oldText, newText);
				const file = {
					...whole,
					hunks: whole.hunks.flatMap((hunk) => (splits.next().value === true ? splitHunk(hunk) : [hunk])),
				};
				expect(textWith(file, () => 'take')).toBe(newText);
				expect(textWith(file, () => 'leave')).toBe(oldText);
				const taken = file.hunks.filter(() => chosen.next().value === true);
				expect(textWith(file, takes(taken))).toBe(applied(oldText, patchOf(file, taken)));
			},
		),
		{ numRuns: RUNS },
	);
});
