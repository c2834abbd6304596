import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareLines, rowsOfRun } from '../../../src/view/code/line-changes.js';
import { sized } from '../../setup/whole.js';

/** The rows of a diff, each with its sign. */
function rows(before: string, after: string): readonly string[] {
	const changes = compareLines(before, after);
	const sign = { same: ' ', added: '+', removed: '-' } as const;
	return changes.runs.flatMap((run) => rowsOfRun(changes, run).map(({ kind, text }) => `${sign[kind]}${text}`));
}

const line = fc.constantFrom('', '', 'a {', '\tb;', '\t\tc;', '\td {', '\t}', '}', 'e');
const text = fc.array(line, { maxLength: 14 }).map((lines) => lines.map((each) => `${each}\n`).join(''));

test('Whatever is moved, a diff makes of the old text the new one.', () => {
	fc.assert(
		fc.property(text, text, (before, after) => {
			const all = rows(before, after);
			const side = (other: string): string =>
				all.flatMap((row) => (row.startsWith(other) ? [] : [`${row.slice(1)}\n`])).join('');
			expect(side('+')).toBe(before);
			expect(side('-')).toBe(after);
		}),
	);
});

const SOURCES = readdirSync('src/view/code').map((name) => readFileSync(join('src/view/code', name), 'utf8'));
const code = fc.constantFrom(...SOURCES).map((source) => source.match(/.*\n/g) ?? []);
const part = fc.record({ at: fc.nat(), count: fc.integer({ min: 1, max: 20 }) });
const edit = fc.constantFrom('cut', 'add', 'double', 'halve' as const);

test('Lines that are added or taken away stand where git shows them, in real code and in anything else.', () => {
	const folder = mkdtempSync(join(tmpdir(), 'slide-'));
	const lines = fc.oneof(
		code,
		text.map((each) => each.match(/.*\n/g) ?? ['e\n']),
	);
	try {
		fc.assert(
			fc.property(lines, part, edit, (all, { at, count }, kind) => {
				const from = at % all.length;
				const [head, block, tail] = [all.slice(0, from), all.slice(from, from + count), all.slice(from + count)];
				const beside = kind === 'double' || kind === 'halve' ? block : [];
				const less = [...head, ...beside, ...tail].join('');
				const more = [...head, ...block, ...beside, ...tail].join('');
				const [before, after] = kind === 'cut' || kind === 'halve' ? [more, less] : [less, more];
				writeFileSync(join(folder, 'a'), before);
				writeFileSync(join(folder, 'b'), after);
				const git = gitRows(folder);
				if (git.length > 0) expect(rows(before, after)).toEqual(git);
			}),
			{ numRuns: sized(20, 60) },
		);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
});

function gitRows(folder: string): readonly string[] {
	try {
		execFileSync('git', ['diff', '--no-index', '-U10000', '--indent-heuristic', 'a', 'b'], {
			cwd: folder,
			stdio: 'pipe',
		});
		return [];
	} catch (error) {
		const out = String((error as { stdout: Buffer }).stdout).split('\n');
		return out.slice(out.findIndex((each) => each.startsWith('@@')) + 1, -1);
	}
}
