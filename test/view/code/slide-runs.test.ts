import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareLines, rowsOfRun } from '../../../src/view/code/line-changes.js';

/** The rows of a diff, each with its sign. */
function rows(before: string, after: string): readonly string[] {
	const changes = compareLines(before, after);
	const sign = { same: ' ', added: '+', removed: '-' } as const;
	return changes.runs.flatMap((run) => rowsOfRun(changes, run).map(({ kind, text }) => `${sign[kind]}${text}`));
}

const TWO = 'function one() {\n\treturn 1;\n}\n\nfunction two() {\n\treturn 2;\n}\n';

test('A function between two others is added as a whole, and taken away as one.', () => {
	const three = TWO.replace('function two', 'function between() {\n\treturn 9;\n}\n\nfunction two');
	const block = ['function between() {', '\treturn 9;', '}', ''];
	expect(rows(TWO, three).filter((row) => row.startsWith('+'))).toEqual(block.map((line) => `+${line}`));
	expect(rows(three, TWO).filter((row) => row.startsWith('-'))).toEqual(block.map((line) => `-${line}`));
});

test('A case, an object of a list and a paragraph are added as a whole.', () => {
	const list = '[\n\t{\n\t\ta: 1,\n\t},\n\t{\n\t\ta: 3,\n\t},\n]\n';
	expect(
		rows(list, list.replace('\t{\n\t\ta: 3', '\t{\n\t\ta: 2,\n\t},\n\t{\n\t\ta: 3')).filter((row) =>
			row.startsWith('+'),
		),
	).toEqual(['+\t{', '+\t\ta: 2,', '+\t},']);
});

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

test('A block that is added stands where git would show it.', () => {
	const folder = mkdtempSync(join(tmpdir(), 'slide-'));
	try {
		const blocks = [
			'if (x) {\n\ty();\n}\n',
			'\nif (z) {\n\ty();\n}\n',
			'while (x) {\n\n\ty();\n\n}\n',
			'# A\n\ntext\n\n',
			'\t\tcase 1:\n\t\t\treturn;\n',
		];
		for (const block of blocks) {
			for (const count of [2, 3]) {
				const before = block.repeat(count);
				const after = block.repeat(count + 1);
				writeFileSync(join(folder, 'a'), before);
				writeFileSync(join(folder, 'b'), after);
				expect(rows(before, after), block).toEqual(gitRows(folder));
			}
		}
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
});

function gitRows(folder: string): readonly string[] {
	try {
		execFileSync('git', ['diff', '--no-index', '-U1000', '--indent-heuristic', 'a', 'b'], {
			cwd: folder,
			stdio: 'pipe',
		});
		return [];
	} catch (error) {
		const out = String((error as { stdout: Buffer }).stdout).split('\n');
		return out.slice(out.findIndex((each) => each.startsWith('@@')) + 1, -1);
	}
}
