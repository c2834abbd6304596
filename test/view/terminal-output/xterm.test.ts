import xterm from '@xterm/headless';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lineText } from '../../../src/view/spans.js';
import { TerminalScreen } from '../../../src/view/terminal-output/output-screen.js';
import { sized } from '../../setup/whole.js';

const COLUMNS = 24;
/** What a cursor can reach in `grid.ts`. */
const ROWS = 50;

/** What a real terminal shows of an output, without blanks at the ends of lines and empty lines at the end. */
async function shownByXterm(output: string): Promise<string[]> {
	const terminal = new xterm.Terminal({
		cols: COLUMNS,
		rows: ROWS,
		scrollback: 5000,
		convertEol: true,
		allowProposedApi: true,
	});
	await new Promise<void>((resolve) => terminal.write(output, resolve));
	const { active } = terminal.buffer;
	const rows = Array.from({ length: active.length }, (_, row) => active.getLine(row)?.translateToString(true) ?? '');
	terminal.dispose();
	return withoutBlanks(rows);
}

function shownByUs(output: string): string[] {
	const screen = new TerminalScreen(COLUMNS);
	screen.write(output);
	return withoutBlanks(Array.from({ length: screen.rowCount() }, (_, row) => lineText(screen.row(row))));
}

function withoutBlanks(rows: readonly string[]): string[] {
	const trimmed = rows.map((row) => row.trimEnd());
	return trimmed.slice(0, trimmed.findLastIndex((row) => row !== '') + 1);
}

const count = fc.option(fc.integer({ min: 0, max: 30 }), { nil: '' });
const csi = (...finals: readonly string[]): fc.Arbitrary<string> =>
	fc.tuple(count, fc.constantFrom(...finals)).map(([n, final]) => `\x1b[${n}${final}`);
const words = fc.oneof(
	fc.stringMatching(/^[a-z ]{1,12}$/),
	fc.constantFrom('漢字', 'é', 'e\u0301', 'ü', '0123456789012345678901234'),
);
const colours = fc.constantFrom('\x1b[31m', '\x1b[1;38;5;200m', '\x1b[48;2;1;2;3m', '\x1b[0m', '\x1b[m');
const inert = fc.constantFrom('\x1b]0;title\x07', '\x1b[?25l', '\x1b(B', '\x1b[6n', '\x1bP1$r\x1b\\');

/** What does not scroll: cursor movement and erasing mean the same on every terminal of this size. */
const onePage = fc.array(
	fc.oneof(
		{ weight: 4, arbitrary: words },
		{ weight: 2, arbitrary: fc.constantFrom('\n', '\r', '\r\n', '\b', '\t') },
		{ weight: 3, arbitrary: csi('A', 'B', 'C', 'D', 'E', 'F', 'G', 'K', 'X', 'P', '@') },
		{
			weight: 1,
			arbitrary: fc
				.tuple(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 30 }))
				.map(([y, x]) => `\x1b[${y};${x}H`),
		},
		{ weight: 1, arbitrary: fc.constantFrom('\x1b[J', '\x1b[1J', '\x1b[2J', '\x1b[1K', '\x1b[2K', '\x1b7', '\x1b8') },
		{ weight: 1, arbitrary: colours },
		{ weight: 1, arbitrary: inert },
	),
	{ maxLength: 24 },
);

/** What runs off the top: text, line breaks, returns and colours. */
const manyLines = fc.array(
	fc.oneof(
		{ weight: 3, arbitrary: words },
		{ weight: 3, arbitrary: fc.constantFrom('\n', '\r', '\r\n', '\b') },
		colours,
		inert,
	),
	{ minLength: 100, maxLength: 400 },
);

test.each([
	['on one page', onePage, sized(300, 1000)],
	['over many pages', manyLines, 40],
])('any output %s looks as it does on a real terminal', async (_, outputs, numRuns) => {
	await fc.assert(
		fc.asyncProperty(outputs, async (parts) => {
			const output = parts.join('');
			expect(shownByUs(output)).toEqual(await shownByXterm(output));
		}),
		{ numRuns },
	);
});
