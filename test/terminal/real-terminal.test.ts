import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { createTerminal } from '../../src/terminal/real-terminal.js';
import type { TerminalFrame } from '../../src/terminal/terminal.js';
import { createWorld } from '../app/world.js';
import { type EmulatedOptions, type EmulatedTerminal, emulateTerminal } from '../drive/emulated-terminal.js';
import { untouched } from '../drive/emulator.js';

const whole = (...rows: readonly string[]): TerminalFrame => ({
	screen: 'alternate',
	lines: [],
	rows,
	cursor: { x: 1, y: 0 },
});
const below = (lines: readonly string[], ...rows: readonly string[]): TerminalFrame => ({
	screen: 'inline',
	lines,
	rows,
	cursor: { x: 0, y: 0 },
});

async function open(options: Partial<EmulatedOptions> = {}): Promise<EmulatedTerminal> {
	const { clock } = createWorld();
	const one = emulateTerminal({ clock, columns: 20, rows: 5, ...options });
	one.emulator.terminal.write('$ acp-tui\r\n');
	one.terminal.open();
	await one.settle();
	return one;
}

const text = ({ emulator }: EmulatedTerminal): readonly string[] => emulator.history().filter((line) => line !== '');

test.each([false, true])(
	'Closing gives back all that was switched on, once, and keeps the lines; kitty: %s.',
	async (isKitty) => {
		const one = await open({ isKitty });
		one.terminal.setMode('mouse', true);
		one.terminal.setMode('line-wrapping', false);
		one.terminal.setMode('focus-reports', true);
		one.terminal.setTitle('title');
		one.terminal.draw(whole('frame'));
		await one.settle();
		expect(one.emulator.modes()).toEqual({
			...untouched,
			alternateScreen: true,
			mouse: true,
			wraps: false,
			focusReports: true,
			bracketedPaste: true,
			kittyDepth: isKitty ? 1 : 0,
		});
		expect(one.isRaw()).toBe(true);
		one.terminal.close(['stays']);
		const { length } = one.writes;
		one.terminal.close(['again']);
		one.terminal.draw(whole('late'));
		one.terminal.writeControl('\x07');
		expect(one.writes).toHaveLength(length);
		await one.settle();
		expect(one.emulator.modes()).toEqual(untouched);
		expect(one.isRaw()).toBe(false);
		expect(text(one)).toEqual(['$ acp-tui', 'stays']);
	},
);

test('The answer to the first query may be cut behind its ESC.', () => {
	const waits: number[] = [];
	const clock = {
		now: () => 0,
		after(milliseconds: number) {
			waits.push(milliseconds);
			return () => undefined;
		},
	};
	const input = Object.assign(new PassThrough(), { setRawMode: () => undefined });
	const output = Object.assign(new EventEmitter(), { columns: 20, rows: 5, write: () => true });
	const terminal = createTerminal({ input, output, clock, env: {} });
	terminal.open();
	input.write('\x1b');
	input.emit('readable');
	terminal.close();
	expect(waits).toEqual([40]);
});

test.each([[[]], [['line']]])('What was typed ahead is gone from the first row, below %j.', async (lines) => {
	const { clock } = createWorld();
	const one = emulateTerminal({ clock, columns: 20, rows: 5 });
	one.emulator.terminal.write('$ acp-tui\r\ntyped ahead');
	one.terminal.open();
	one.terminal.draw(below(lines, '> a', 'foot'));
	await one.settle();
	expect(text(one)).toEqual(['$ acp-tui', ...lines, '> a', 'foot']);
});

test('Another program gets the terminal as the shell had it; frames wait, and their lines are not lost.', async () => {
	const one = await open({ isKitty: true });
	one.terminal.setMode('focus-reports', true);
	one.terminal.draw(below(['first'], 'draft'));
	await one.settle();
	const work = Promise.withResolvers<void>();
	const suspended = one.terminal.suspend(async (bare) => {
		bare.write('other\r\n');
		await work.promise;
	});
	await one.settle();
	expect(one.terminal.isSuspended).toBe(true);
	expect(one.emulator.modes()).toEqual(untouched);
	expect(one.isRaw()).toBe(false);
	expect(text(one)).toEqual(['$ acp-tui', 'first', 'other']);
	const { length } = one.writes;
	one.terminal.draw(below(['second'], 'draft'));
	one.terminal.writeControl('\x07');
	one.terminal.query('name');
	one.terminal.setTitle('title');
	one.terminal.redraw();
	expect(one.writes).toHaveLength(length);
	one.terminal.setTitle(null);
	await expect(one.terminal.suspend(async () => undefined)).rejects.toThrow();
	work.resolve();
	await suspended;
	expect(one.events.at(-1)).toEqual({ type: 'resize', columns: 20, rows: 5 });
	one.terminal.draw(below(['third'], 'draft 2'));
	await one.settle();
	expect(text(one)).toEqual(['$ acp-tui', 'first', 'other', 'second', 'third', 'draft 2']);
	expect(one.emulator.modes()).toEqual({ ...untouched, focusReports: true, bracketedPaste: true, kittyDepth: 1 });
	expect(one.isRaw()).toBe(true);
});

test('A terminal that is closed while another program has it is not taken back.', async () => {
	const one = await open();
	one.terminal.draw(whole('frame'));
	const work = Promise.withResolvers<void>();
	const raw: string[] = [];
	const suspended = one.terminal.suspend(async (bare) => {
		bare.readRaw((data) => raw.push(data));
		await work.promise;
	});
	await one.settle();
	one.type('keys');
	await one.settle();
	expect(raw).toEqual(['keys']);
	one.terminal.close();
	expect(one.isRaw()).toBe(false);
	work.resolve();
	await suspended;
	await one.settle();
	expect(one.emulator.modes()).toEqual(untouched);
	expect(one.isRaw()).toBe(false);
	expect(one.events.filter((event) => event.type === 'key')).toEqual([]);
});

test('Keys, sizes, answers and the end come as events.', async () => {
	const one = await open({ background: 'rgb:0000/0000/0000' });
	one.terminal.query('background');
	one.type('a');
	await one.settle();
	one.resize(30, 6);
	one.end();
	await one.settle();
	expect(one.events.map((event) => event.type).sort()).toEqual(['end', 'key', 'report', 'resize']);
	expect(one.terminal.size).toEqual({ columns: 30, rows: 6 });
});

test.each([
	[30, 6],
	[30, 5],
	[20, 6],
])(
	'A screen of another size (%i×%i) or that was disturbed is drawn wholly, without a clear.',
	async (columns, rows) => {
		const one = await open();
		one.terminal.draw(whole('one', 'two'));
		one.resize(columns, rows);
		const before = one.writes.length;
		one.emulator.terminal.write('\x1b[1;1Hdebris\x1b[3;3Hdebris');
		one.terminal.draw(whole('one', 'two'));
		await one.settle();
		expect(one.writes.slice(before)).toHaveLength(1);
		expect(one.writes.at(-1)).not.toMatch(/\x1b\[[0-3]?J/);
		expect(text(one)).toEqual(['one', 'two']);
		one.emulator.terminal.write('\x1b[1;1Hdebris');
		one.terminal.redraw();
		one.terminal.draw(whole('one', 'two'));
		await one.settle();
		expect(text(one)).toEqual(['one', 'two']);
	},
);

test('Node.js still has what the size is asked with: contract of src/terminal/real-terminal.ts.', async () => {
	const { WriteStream } = await import('node:tty');
	expect(typeof Reflect.get(WriteStream.prototype, '_refreshSize')).toBe('function');
});
