import xterm, { type Terminal } from '@xterm/headless';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cellWidth } from '../../../src/core/text/width.js';
import { FrameWriter } from '../../../src/terminal/output/frame-writer.js';
import { changeRow } from '../../../src/terminal/output/row-change.js';
import { isWhole } from '../../setup/whole.js';

const COLUMNS = 24;
const ROWS = 8;

function openDesk() {
	const terminal = new xterm.Terminal({ cols: COLUMNS, rows: ROWS, allowProposedApi: true });
	const writes: string[] = [];
	const writer = new FrameWriter({
		write(data) {
			writes.push(data);
			terminal.write(data);
		},
		size: () => ({ columns: terminal.cols, rows: terminal.rows }),
		reflow: () => 'wraps',
		keyboard: { push: () => '', pop: () => '' },
	});
	return {
		terminal,
		writer,
		writes,
		draw: (rows: readonly string[], cursor: { readonly x: number; readonly y: number } | null = null) =>
			writer.draw({ screen: 'alternate', lines: [], rows, cursor }),
	};
}

/** Each cell with all that it looks like, and where the cursor is. */
async function cellsOf(terminal: Terminal): Promise<unknown> {
	await new Promise<void>((resolve) => terminal.write('', resolve));
	const { active } = terminal.buffer;
	const rows = Array.from({ length: terminal.rows }, (_, y) => {
		const line = active.getLine(active.baseY + y);
		return Array.from({ length: terminal.cols }, (_cell, x) => {
			const cell = line?.getCell(x);
			const look = [cell?.isBold(), cell?.isItalic(), cell?.isInverse(), cell?.getFgColorMode(), cell?.getFgColor()];
			return `${cell?.getChars() || ' '} ${cell?.getWidth()} ${look.join()} ${cell?.getBgColorMode()},${cell?.getBgColor()}`;
		});
	});
	return { rows, cursor: [active.cursorX, active.cursorY] };
}

const sgr = fc.constantFrom('', '1', '3', '38;5;2', '38;2;1;2;3', '31', '48;5;4', '7', '1;38;5;2;48;2;9;9;9');
const text = fc.oneof(
	{ weight: 6, arbitrary: fc.stringMatching(/^[ab ]{0,4}$/) },
	{ weight: 1, arbitrary: fc.constantFrom('漢', '日本', 'é', 'é', '→', '🎉', '👍🏽', '🇪🇺') },
);
const span = fc.tuple(sgr, text, fc.boolean()).map(([code, words, isLink]) => {
	const linked = isLink ? `\x1b]8;;https://x.example\x1b\\${words}\x1b]8;;\x1b\\` : words;
	return code === '' || words === '' ? linked : `\x1b[${code}m${linked}\x1b[0m`;
});
/** A short text with a rule far to the right of it, and sometimes something behind that. */
const withSidePanel = fc
	.tuple(
		sgr,
		fc.stringMatching(/^[ab漢]{0,4}$/),
		fc.constantFrom('', '\x1b[0m', '\x1b[7m'),
		fc.constantFrom('', ' p', ' 漢'),
	)
	.map(([code, left, gap, right]) => {
		const painted = code === '' || left === '' ? left : `\x1b[${code}m${left}\x1b[0m`;
		const blanks = `${gap}${' '.repeat(20 - cellWidth(left))}${gap === '' ? '' : '\x1b[0m'}`;
		return `${painted}${blanks}\x1b[2m│\x1b[0m${right}`;
	});
const row = fc.oneof(
	{ weight: 4, arbitrary: fc.array(span, { maxLength: 4 }).map((spans) => spans.join('')) },
	{ weight: 4, arbitrary: withSidePanel },
	{ weight: 1, arbitrary: fc.constantFrom('one', 'two', 'three', 'x'.repeat(COLUMNS), `${'─'.repeat(COLUMNS - 1)}│`) },
);
const cursor = fc.option(fc.record({ x: fc.nat(COLUMNS - 1), y: fc.nat(ROWS - 1) }));
const frame = fc.tuple(fc.array(row, { minLength: 1, maxLength: ROWS }), cursor);
/** How a frame follows from the one before: anew, or moved up or down by some rows, as a transcript does. */
const step = fc.record({ by: fc.integer({ min: -3, max: 3 }), from: fc.nat(3), to: fc.nat(3), frame });

function moved(
	rows: readonly string[],
	by: number,
	from: number,
	to: number,
	fresh: readonly string[],
): readonly string[] {
	const full = Array.from({ length: ROWS }, (_, index) => rows[index] ?? '');
	return full.map((row, index) =>
		index < from || index >= ROWS - to ? row : (full[index + by] ?? fresh[index % fresh.length] ?? ''),
	);
}

test('Whatever frames follow each other, the screen is what the last of them is when it is drawn alone.', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
			const desk = openDesk();
			let rows: readonly string[] = [];
			let at: { readonly x: number; readonly y: number } | null = null;
			for (const { by, from, to, frame: fresh } of steps) {
				rows = by === 0 ? fresh[0] : moved(rows, by, from, to, fresh[0]);
				at = fresh[1];
				desk.draw(rows, at);
			}
			const alone = openDesk();
			alone.draw(rows, at);
			const [after, expected] = [await cellsOf(desk.terminal), await cellsOf(alone.terminal)];
			if (at === null) Object.assign(expected as object, { cursor: (after as { cursor: unknown }).cursor });
			expect(after).toEqual(expected);
		}),
		{ numRuns: isWhole ? 300 : 100 },
	);
});

test.each([
	[40, 12],
	[COLUMNS, 5],
	[12, ROWS],
])('A new size of %i × %i draws all rows at their places, wherever the cursor is by then.', async (columns, rows) => {
	const { terminal, writer, draw } = openDesk();
	draw(['one', '', '', 'two', `x${' '.repeat(14)}│`, `y${' '.repeat(14)}│`], { x: 1, y: 4 });
	terminal.resize(columns, rows);
	writer.resized();
	const next = ['one', '', '', `z${' '.repeat(9)}│`, `y${' '.repeat(9)}│`];
	draw(next, { x: 0, y: 1 });
	await new Promise<void>((resolve) => terminal.write('', resolve));
	const { active } = terminal.buffer;
	expect(next.map((_, y) => active.getLine(active.baseY + y)?.translateToString(true))).toEqual(next);
	expect([active.cursorX, active.cursorY]).toEqual([0, 1]);
});

test('Blanks within a link are written, as they belong to it.', () => {
	const row = `\x1b]8;;https://x.example\x1b\\\x1b[1mone\x1b[0m${' '.repeat(14)}two\x1b]8;;\x1b\\`;
	expect(changeRow('', row, 40)).toEqual([{ column: 0, text: row, end: 20 }]);
});

test('Each frame is one write between the marks of synchronized output, and the same frame is none.', () => {
	const { draw, writes } = openDesk();
	draw(['one', 'two'], { x: 1, y: 0 });
	draw(['one', 'two'], { x: 1, y: 0 });
	draw(['one', 'three'], { x: 2, y: 1 });
	expect(writes).toHaveLength(2);
	for (const write of writes) expect(write).toMatch(/^\x1b\[\?2026h[\s\S]*\x1b\[\?2026l$/);
	draw(['one', 'three'], { x: 3, y: 1 });
	expect(writes.at(-1)).toBe('\x1b[4G');
});

test('A row that moved is not written again.', () => {
	const { draw, writes } = openDesk();
	const rows = Array.from({ length: ROWS }, (_, index) => `${index}${'x'.repeat(20)}`);
	draw(rows);
	draw([rows[0] ?? '', ...rows.slice(2), 'new']);
	expect(writes.at(-1)).toBe('\x1b[?2026h\x1b[2;8r\x1b[1S\x1b[r\x1b[8Hnew\r\x1b[?2026l');
	draw([rows[0] ?? '', 'old', ...rows.slice(2, -1), 'new']);
	expect(writes.at(-1)).toBe('\x1b[?2026h\x1b[2;7r\x1b[1T\x1b[r\r\nold\r\x1b[?2026l');
});

test.each([
	['a word behind the others', 'The parser', 'The parser scrolls', { column: 10, text: ' scrolls', end: 18 }],
	['a shorter row', 'The parser scrolls', 'The parser', { column: 10, text: '\x1b[K', end: 10 }],
	['one cell in the middle', '3 files, 10 s', '3 files, 11 s', { column: 10, text: '1', end: 11 }],
	[
		'inside of a colour',
		'\x1b[31mred one\x1b[0m .',
		'\x1b[31mred two\x1b[0m .',
		{ column: 4, text: '\x1b[31mtwo\x1b[m', end: 7 },
	],
	[
		'another colour',
		'\x1b[31mred\x1b[0m .',
		'\x1b[32mred\x1b[0m .',
		{ column: 0, text: '\x1b[32mred\x1b[0m .', end: 5 },
	],
	['behind letters of two cells', '日本 a', '日本 b', { column: 5, text: 'b', end: 6 }],
	['an emoji that others may join', 'a 👍', 'a 👍🏽', { column: 0, text: '\x1b[Ka 👍🏽', end: null }],
	['inside of a link', 'a \x1b]8;;x:\x1b\\b\x1b]8;;\x1b\\', 'a \x1b]8;;x:\x1b\\c\x1b]8;;\x1b\\', null],
	['a row as wide as the terminal', `${'x'.repeat(23)}a`, `${'x'.repeat(23)}b`, { column: 23, text: 'b', end: 24 }],
	['nothing known', null, 'a', { column: 0, text: '\x1b[Ka', end: null }],
] as const)('Of a row only what changed is written: %s.', (_, before, after, expected) => {
	const change = changeRow(before, after, COLUMNS);
	expect(change).toEqual([expected ?? { column: 0, text: after, end: 3 }]);
});

const RULE = '\x1b[2m│\x1b[0m';

test.each([
	[
		'skipped where the row was blank',
		'',
		`ab${' '.repeat(18)}${RULE}`,
		[
			{ column: 0, text: 'ab', end: 2 },
			{ column: 20, text: RULE, end: 21 },
		],
	],
	[
		'erased where it was not',
		`${'x'.repeat(18)}  ${RULE}`,
		`ab${' '.repeat(18)}${RULE}`,
		[{ column: 0, text: 'ab\x1b[16X', end: 2 }],
	],
	[
		'written where they have a colour',
		'',
		`\x1b[48;5;4mab${' '.repeat(18)}\x1b[0m`,
		[{ column: 0, text: `\x1b[48;5;4mab${' '.repeat(18)}\x1b[0m`, end: 20 }],
	],
	[
		'written where they are of a link',
		'',
		`\x1b]8;;x:\x1b\\a${' '.repeat(18)}b\x1b]8;;\x1b\\`,
		[{ column: 0, text: `\x1b]8;;x:\x1b\\a${' '.repeat(18)}b\x1b]8;;\x1b\\`, end: 20 }],
	],
	['written where they are few', '', `ab${' '.repeat(11)}c`, [{ column: 0, text: `ab${' '.repeat(11)}c`, end: 14 }]],
])('Long blanks of a row are %s.', (_, before, after, expected) => {
	expect(changeRow(before, after, COLUMNS)).toEqual(expected);
});

test('Beside a panel that stands still the rows scroll; its rule is drawn down the column, its text again.', () => {
	const { draw, writes } = openDesk();
	const left = Array.from({ length: ROWS + 1 }, (_, index) => `${index}`.repeat(9));
	const screen = (from: number) =>
		[...left.slice(from, from + ROWS - 1), 'typed'].map((text, index) =>
			index === ROWS - 1 ? text : `${text}${' '.repeat(12)}${RULE}${index === 1 ? ' p' : ''}`,
		);
	draw(screen(0));
	draw(screen(2));
	expect(writes.at(-1)).toBe(
		'\x1b[?2026h\x1b[1;7r\x1b[2S\x1b[r\x1b[2;23H p\x1b[6H777777777\r\n888888888\x1b[6;22H\x1b[2m│\b\x1b[B│\x1b[0m\r\x1b[?2026l',
	);
});

test.each([
	['at the start of a row', '', 1],
	['within a row', '$ vi notes', 2],
	['at the end of a row', 'x'.repeat(COLUMNS), 2],
])('After another program that left the cursor %s, lines begin on a row of their own.', async (_, left, row) => {
	const { terminal, writer } = openDesk();
	writer.draw({ screen: 'inline', lines: ['before'], rows: ['frame'], cursor: null });
	writer.suspend();
	terminal.write(`\x1b[2J\x1b[H${left}`);
	writer.resume();
	writer.draw({ screen: 'inline', lines: ['after'], rows: ['frame'], cursor: null });
	await new Promise<void>((resolve) => terminal.write('', resolve));
	const rows = Array.from({ length: 4 }, (_row, y) =>
		terminal.buffer.active.getLine(y)?.translateToString(true).trimEnd(),
	);
	expect(rows.slice(0, row + 1)).toEqual([...(left === '' ? [] : [left]), 'after', 'frame']);
});
