import xterm, { type Terminal } from '@xterm/headless';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CLEAR_BELOW } from '../../../src/terminal/output/drawn-frame.js';
import { FrameWriter } from '../../../src/terminal/output/frame-writer.js';
import {
	cellsOf,
	type Reflow,
	reflowOf,
	reflowOfDevice,
	rowsAbove,
	rowsBelow,
} from '../../../src/terminal/output/reflow.js';
import type { TerminalFrame } from '../../../src/terminal/terminal.js';
import { FlickerCount } from '../../drive/flicker.js';
import { sized } from '../../setup/whole.js';

type Picture = Pick<TerminalFrame, 'rows' | 'cursor'>;

type Desk = {
	readonly terminal: Terminal;
	readonly frame: Frame;
	readonly writes: () => number;
	resize(columns: number, rows: number): Promise<void>;
	/** Everything in the buffer down to the last line with text; wrapped lines are joined. */
	lines(): Promise<readonly string[]>;
};

/** A writer of inline frames for a terminal whose size is what was reported last. */
type Frame = { show(lines: readonly string[], picture: Picture): void; resized(columns: number): void; erase(): void };

function openFrame(write: (data: string) => void, columns: number, reflow: Reflow): Frame {
	const size = { columns, rows: 30 };
	const keyboard = { push: () => '', pop: () => '' };
	const writer = new FrameWriter({ write, size: () => size, reflow: () => reflow, keyboard });
	return {
		show: (lines, picture) => writer.draw({ screen: 'inline', lines, ...picture }),
		resized(now) {
			size.columns = now;
			writer.resized();
		},
		erase: () => writer.redraw(),
	};
}

function openDesk(columns: number, rows: number, reflow: Reflow = 'xterm.js'): Desk {
	const terminal = new xterm.Terminal({ cols: columns, rows, allowProposedApi: true, scrollback: 10_000 });
	let writes = 0;
	const write = (data: string): void => {
		writes += 1;
		terminal.write(data);
	};
	const frame = openFrame(write, columns, reflow);
	const parsed = (): Promise<void> => new Promise((resolve) => terminal.write('', resolve));
	return {
		terminal,
		frame,
		writes: () => writes,
		async resize(newColumns, newRows) {
			await parsed();
			terminal.resize(newColumns, newRows);
			frame.resized(newColumns);
		},
		async lines() {
			await parsed();
			const { active } = terminal.buffer;
			const lines: string[] = [];
			for (let index = 0; index < active.length; index += 1) {
				const line = active.getLine(index);
				const text = line?.translateToString(true) ?? '';
				if (line?.isWrapped === true) lines[lines.length - 1] += text;
				else lines.push(text);
			}
			while (lines.at(-1) === '') lines.pop();
			return lines;
		},
	};
}

const picture = (rows: readonly string[], cursor: Picture['cursor'] = null): Picture => ({ rows, cursor });

test('lines stand above the frame, each once, and the cursor in its cell', async () => {
	const desk = openDesk(20, 6);
	desk.frame.show([], picture(['draft', 'footer'], { x: 3, y: 0 }));
	for (let n = 1; n <= 10; n += 1) desk.frame.show([`line ${n}`], picture([`draft ${n}`, 'footer'], { x: 3, y: 0 }));
	const expected = [...Array.from({ length: 10 }, (_, n) => `line ${n + 1}`), 'draft 10', 'footer'];
	expect(await desk.lines()).toEqual(expected);
	const { active } = desk.terminal.buffer;
	expect([active.cursorX, active.getLine(active.baseY + active.cursorY)?.translateToString(true)]).toEqual([
		3,
		'draft 10',
	]);
});

test('a frame that was erased leaves the cursor where it began', async () => {
	const desk = openDesk(20, 6);
	desk.frame.show(['said'], picture(['a', 'b', 'c'], { x: 1, y: 2 }));
	desk.frame.erase();
	expect(await desk.lines()).toEqual(['said']);
	expect([desk.terminal.buffer.active.cursorX, desk.terminal.buffer.active.cursorY]).toEqual([0, 1]);
});

test.each([0, 1, 2, 3])(
	'a frame that keeps %i rows at the bottom of the screen stays where it begins',
	async (count) => {
		const desk = openDesk(20, 4);
		const rows = ['a', 'b', 'c', 'd'];
		desk.frame.show([], picture(rows));
		desk.frame.show([], picture(rows.slice(0, count)));
		expect(await desk.lines()).toEqual(rows.slice(0, count));
		const { baseY, cursorX, cursorY } = desk.terminal.buffer.active;
		expect([baseY, cursorX, cursorY]).toEqual([0, 0, Math.max(0, count - 1)]);
	},
);

test('rows as wide as the terminal lose no cell', async () => {
	const desk = openDesk(10, 6);
	const full = '0123456789';
	desk.frame.show([full, full], picture([full, 'x', full], { x: 9, y: 0 }));
	desk.frame.show([], picture([full, 'y', full], { x: 9, y: 2 }));
	desk.frame.show([], picture([full], { x: 9, y: 0 }));
	expect(await desk.lines()).toEqual([full, full, full]);
});

test('where the frame begins in a narrower terminal follows what that terminal does with its lines', () => {
	const placed = { widths: [100, 100, 10], cursor: { x: 5, y: 2 } };
	expect(rowsAbove(placed, 40, 'cuts')).toBe(2);
	expect(rowsAbove(placed, 40, 'wraps')).toBe(6);
	expect(rowsAbove({ ...placed, cursor: { x: 90, y: 1 } }, 40, 'wraps')).toBe(5);
	expect(rowsAbove(placed, 40, 'xterm.js')).toBe(6);
	expect(rowsAbove({ ...placed, cursor: { x: 0, y: 0 } }, 40, 'xterm.js')).toBe(4);
});

test('a terminal that leaves the cursor too low is made up for by the rows that cannot be below it', () => {
	const placed = { widths: [0, 110, 110, 110, 108, 108], cursor: { x: 4, y: 2 } };
	expect(rowsAbove(placed, 70, 'kitty')).toBe(3);
	expect(rowsBelow(placed, 70)).toBe(7);
	expect(rowsBelow({ ...placed, cursor: { x: 80, y: 5 } }, 70)).toBe(0);
	let written = '';
	const frame = openFrame((data) => (written += data), 20, 'kitty');
	const rows = ['─'.repeat(20), '> draft', '─'.repeat(20)];
	frame.show([], picture(rows, { x: 2, y: 1 }));
	written = '';
	const narrow = picture(
		rows.map((row) => row.slice(0, 15)),
		{ x: 2, y: 1 },
	);
	frame.resized(15);
	frame.show([], narrow);
	expect(written).toContain(`\r\x1b[2B\x1b[2A\x1b[2A${CLEAR_BELOW}`);
	written = '';
	frame.resized(15);
	frame.show([], narrow);
	expect(written).toContain(`\r\x1b[1B\x1b[1A\x1b[1A${CLEAR_BELOW}`);
});

test('what tells the terminal columns and colours takes no cells of a row', () => {
	expect(cellsOf('\x1b[1mab\x1b[0m \x1b[2X\u{1F1E9}\u{1F1EA}\x1b[6G \x1b]8;;file:///x\x1b\\c\x1b]8;;\x1b\\')).toBe(7);
});

test.each([
	[{ TERM: 'xterm-256color' }, 'wraps'],
	[{ TERM: 'xterm-256color', TERM_PROGRAM: 'vscode' }, 'xterm.js'],
	[{ TERM: 'xterm', XTERM_VERSION: 'XTerm(390)' }, 'cuts'],
	[{ TERM: 'linux' }, 'cuts'],
	[{ TERM: 'xterm-kitty' }, 'kitty'],
	[{ TERM: 'tmux-256color', TMUX: '/tmp/tmux-0/default,1,0', KITTY_WINDOW_ID: '1' }, 'tmux'],
	[{ TERM: 'xterm-256color', TERM_PROGRAM: 'vscode', KITTY_WINDOW_ID: '1' }, 'xterm.js'],
	[{ TERM: 'screen' }, 'cuts'],
	[{ TERM: 'screen-256color', TMUX: '/tmp/tmux-0/default,1,0' }, 'tmux'],
	[{}, 'wraps'],
] as const)('the terminal of %j: it %s', (env, reflow) => {
	expect(reflowOf(env)).toBe(reflow);
});

test.each([
	[{ kind: 0, version: 276 }, 'xterm.js'],
	[{ kind: 1, version: 4000 }, 'kitty'],
	[{ kind: 41, version: 390 }, 'cuts'],
	[{ kind: 83, version: 40900 }, 'cuts'],
	[{ kind: 84, version: 0 }, 'tmux'],
	[{ kind: 1, version: 11602 }, null],
	[{ kind: 1, version: 277 }, null],
	[{ kind: 65, version: 7600 }, null],
	[{ kind: 0, version: 1301 }, null],
] as const)('the terminal that answers %j: it %s', (device, reflow) => {
	expect(reflowOfDevice(device)).toBe(reflow);
});

test('a terminal that becomes narrower in many steps is followed once, by the last of them', () => {
	let written = '';
	const frame = openFrame((data) => (written += data), 100, 'wraps');
	frame.show([], picture(['live', '─'.repeat(100), '> draft'], { x: 2, y: 2 }));
	written = '';
	for (const columns of [80, 60, 30, 40]) frame.resized(columns);
	expect(written).toBe('');
	frame.erase();
	// The row above the draft takes three in 40 columns.
	expect(written).toContain(`\r\x1b[4A${CLEAR_BELOW}`);
});

test('nothing is cleared from the first cell of a row to the end: tmux would move the screen into its history', () => {
	let written = '';
	const frame = openFrame((data) => (written += data), 100, 'tmux');
	frame.show(['said'], picture(['a', 'b', 'c'], { x: 0, y: 2 }));
	frame.show(['said'], picture(['a'], { x: 0, y: 0 }));
	frame.show([], picture([], null));
	frame.show([], picture(['a', 'b'], { x: 0, y: 1 }));
	frame.resized(50);
	frame.erase();
	expect(written.match(/\x1b\[C\x1b\[J/g)).toHaveLength(4);
	expect(written).not.toMatch(/(?<!\x1b\[C)\x1b\[J/);
});

test('in tmux a row stays as wide as it was until it is cleared from its first cell on', () => {
	const upAfter = (...frames: readonly (readonly string[])[]): string | undefined => {
		let written = '';
		const frame = openFrame((data) => (written += data), 100, 'tmux');
		for (const rows of frames) frame.show([], picture(rows, { x: 0, y: rows.length - 1 }));
		written = '';
		frame.resized(40);
		frame.erase();
		return /\r\x1b\[(\d+)A/.exec(written)?.[1];
	};
	const wide = '─'.repeat(100);
	expect(upAfter(['live', '> draft'])).toBe('1');
	// Three rows, and one for each other that was as wide before.
	expect(upAfter([wide, '> draft'], ['live', '> draft'])).toBe('3');
	expect(upAfter([wide, wide, '> draft'], ['live', 'more', '> draft'], ['live', 'more', '> other'])).toBe('6');
	expect(upAfter([wide, '> draft'], [], ['live', '> draft'])).toBe('1');
});

const word = fc.stringMatching(/^[a-z]{1,18}$/);
const step = fc.oneof(
	{
		weight: 6,
		arbitrary: fc.record({
			kind: fc.constant('show' as const),
			lines: fc.nat(5),
			rows: fc.array(word, { minLength: 1, maxLength: 5 }),
			below: fc.nat(2),
			x: fc.nat(9),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({ kind: fc.constant('resize' as const), columns: fc.integer({ min: 30, max: 60 }) }),
	},
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('erase' as const) }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('hidden' as const), rows: fc.array(word, { maxLength: 5 }) }) },
);

test('whatever is written, drawn, erased and resized: every line stands once and in order above the last frame', async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
			// Where many rows come at once, the emulator drops lines of its own at the end of a low screen.
			const desk = openDesk(60, 30);
			const said: string[] = [];
			let rows: readonly string[] = [];
			let columns = 60;
			for (const each of steps) {
				switch (each.kind) {
					case 'show': {
						const lines = Array.from({ length: each.lines }, (_, n) => `${said.length + n} ${'x'.repeat(40)}`);
						said.push(...lines);
						// Full width, as the frame of the composer is.
						rows = each.rows.map((text) => text.padEnd(columns, '─'));
						desk.frame.show(lines, picture(rows, { x: each.x, y: Math.max(0, rows.length - 1 - each.below) }));
						break;
					}
					case 'hidden':
						rows = each.rows;
						desk.frame.show([], picture(rows));
						break;
					case 'resize':
						columns = each.columns;
						await desk.resize(columns, 30);
						rows = [];
						break;
					case 'erase':
						desk.frame.erase();
						rows = [];
						break;
				}
			}
			expect(await desk.lines()).toEqual([...said, ...rows]);
		}),
		{ numRuns: sized(100, 300) },
	);
});

/** Live rows that change and are short, and the composer with what stands below it, as wide as the terminal. */
function liveFrame(columns: number, turn: number): Picture {
	const live = Array.from({ length: 9 }, (_, n) => (n % 2 === 0 ? `live ${n}` : `live ${n} ${turn}`));
	const wide = ['╭╮', '││', '╰╯', 'ab', 'cd'].map(([left, right]) => `${left}${'─'.repeat(columns - 2)}${right}`);
	return { rows: [...live, ...wide], cursor: { x: 4, y: 10 } };
}

const width = fc.integer({ min: 50, max: 100 });
const drag = fc.oneof(
	{ weight: 2, arbitrary: fc.record({ kind: fc.constant('resize' as const), columns: width }) },
	{ weight: 2, arbitrary: fc.constant({ kind: 'reported' as const }) },
	{ weight: 3, arbitrary: fc.record({ kind: fc.constant('draw' as const), lines: fc.nat(1) }) },
);

test.each([
	['gets each size before it is drawn again, stands once', false],
	['is drawn late, for a size that the terminal had before, takes nothing away', true],
] as const)('a frame with live rows that %s', async (_, isLate) => {
	await fc.assert(
		fc.asyncProperty(fc.array(drag, { maxLength: 20 }), fc.nat(40), async (steps, before) => {
			const desk = openDesk(100, 30);
			const said = Array.from({ length: before }, (_line, n) => `said ${n}`);
			let turn = 0;
			let columns = 100;
			let reported = 100;
			const report = (): void => {
				if (reported !== columns) desk.frame.resized(columns);
				reported = columns;
			};
			desk.frame.show(said, liveFrame(100, 0));
			for (const each of steps) {
				if (each.kind === 'resize') {
					if (!isLate) report();
					await desk.lines();
					columns = each.columns;
					desk.terminal.resize(columns, 30);
					continue;
				}
				if (each.kind === 'reported' || !isLate) report();
				if (each.kind === 'reported') continue;
				turn += 1;
				const lines = Array.from({ length: each.lines }, () => `said ${said.length}`);
				said.push(...lines);
				desk.frame.show(lines, liveFrame(reported, turn));
			}
			report();
			const last = liveFrame(columns, turn + 1);
			desk.frame.show([], last);
			const lines = await desk.lines();
			expect(lines.filter((line) => line.startsWith('said'))).toEqual(said);
			if (!isLate) expect(lines).toEqual([...said, ...last.rows]);
		}),
		{ numRuns: sized(70, 200) },
	);
});

const frame = (data: string): string => `\x1b[?2026h${data}\x1b[?2026l`;

/** The faults of what a program writes while it has the terminal. */
function faultsOf(...pieces: readonly string[]): readonly string[] {
	const count = new FlickerCount();
	for (const piece of ['\x1b[?2004h', ...pieces]) count.take(piece);
	return count.faults;
}

test.each([
	['a frame, in pieces', ['\x1b[?20', '26hte', 'xt\x1b[2', 'K\x1b[?2026', 'l\x1b[4G']],
	['modes, a title, a picture and the bell', ['\x1b[?1000h\x1b]2;title\x07\x1b_Gi=1;AAAA\x1b\\\x07\x1b[>c\x1b[?25h']],
	['the way to the alternate screen', [frame('\x1b[?1049h\x1b[H\x1b[2Jtext')]],
	['what another program writes', ['\x1b[?2004l', 'text\x1b[2J', '\x1b[?2004h']],
])('%s: no flicker', (_, pieces) => {
	expect(faultsOf(...pieces)).toEqual([]);
});

test.each([
	['text outside of a frame', ['\x1b[4Gtext']],
	['a row that is erased outside of a frame', ['\x1b[K']],
	['a clear of the screen', [frame('\x1b[2Jtext')]],
	['a clear from the first cell on', [frame('\x1b[H\x1b[Jtext')]],
])('%s: flicker', (_, pieces) => {
	expect(faultsOf(...pieces)).toHaveLength(1);
});

test.each([
	['at once', 50, ['one', 'two', 'three'], 1],
	['after a while', 150, ['one', 'two', 'three'], 0],
	['where all moves', 50, ['zero', 'two', 'one'], 0],
])('a row that was blank and is back %s', (_, later, rows, faults) => {
	const count = new FlickerCount();
	count.take('\x1b[?2004h');
	count.show(['one', 'two', 'three'], 1000);
	count.show(['one', '', 'three'], 1010);
	count.show(rows, 1010 + later);
	expect(count.faults).toHaveLength(faults);
});
