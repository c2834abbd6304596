import { expect, test } from 'vitest';
import { TAKE_BACK, TerminalModes } from '../../src/terminal/terminal-modes.js';

function open(): { readonly written: string[]; readonly modes: TerminalModes } {
	const written: string[] = [];
	const modes = new TerminalModes((data) => written.push(data));
	modes.resume();
	return { written, modes };
}

test('The mouse is switched once each way, and given back once.', () => {
	const { written, modes } = open();
	modes.set('mouse', true);
	modes.set('mouse', true);
	modes.pause();
	modes.pause();
	expect(written).toHaveLength(2);
	expect(written[0]).toMatch(/\x1b\[\?1006h/);
	expect(written[1]).toMatch(/\x1b\[\?1006l/);
});

test('Wrapping is left to the terminal while it is suspended, and is off again afterwards.', () => {
	const { written, modes } = open();
	modes.set('line-wrapping', false);
	modes.set('line-wrapping', false);
	modes.pause();
	modes.resume();
	modes.pause();
	const [off, on] = ['\x1b[?7l', '\x1b[?7h'];
	expect(written).toEqual([off, on, off, on]);
});

test('Focus reports and progress are given back once; progress that goes on is written again.', () => {
	const { written, modes } = open();
	modes.set('focus-reports', true);
	modes.set('focus-reports', true);
	modes.setProgress(false);
	modes.setProgress(true);
	modes.setProgress(true);
	modes.pause();
	modes.pause();
	const [on, off] = ['\x1b]9;4;3;0\x07', '\x1b]9;4;0;0\x07'];
	expect(written).toEqual(['\x1b[?1004h', on, on, '\x1b[?1004l', off]);
});

test('What is set while another program has the terminal is in force when it is back, and not before.', () => {
	const { written, modes } = open();
	modes.setTitle('before');
	modes.setProgress(true);
	modes.pause();
	const before = written.length;
	modes.setTitle('after');
	modes.set('mouse', true);
	modes.setProgress(false);
	expect(written).toHaveLength(before);
	modes.resume();
	expect(written.slice(before)).toEqual(['\x1b[?1000h\x1b[?1002h\x1b[?1006h', '\x1b[22;2t\x1b]2;after\x07']);
});

test('A background is set once, and the user’s own is put back while another program has the terminal.', () => {
	const { written, modes } = open();
	modes.setBackground(null);
	modes.setBackground('#1e1e2e');
	modes.setBackground('#1e1e2e');
	modes.pause();
	modes.pause();
	modes.setBackground('#fbf1c7');
	modes.resume();
	modes.setBackground(null);
	modes.pause();
	const reset = '\x1b]111\x1b\\';
	expect(written).toEqual(['\x1b]11;#1e1e2e\x1b\\', reset, '\x1b]11;#fbf1c7\x1b\\', reset]);
});

test('A cursor’s shape is set once, and the user’s own is put back while another program has the terminal.', () => {
	const { written, modes } = open();
	modes.setCursorShape(null);
	modes.setCursorShape('bar');
	modes.setCursorShape('bar');
	modes.setCursorShape('block');
	modes.pause();
	modes.setCursorShape('bar');
	modes.resume();
	modes.setCursorShape(null);
	modes.pause();
	expect(written).toEqual(['\x1b[6 q', '\x1b[2 q', '\x1b[0 q', '\x1b[6 q', '\x1b[0 q']);
});

test.each(['?7h', '?1004l', '?1000l', '?1002l', '?1006l', '?2004l', '?1049l', '?25h', '0m'])(
	'A terminal that is taken back from a program gets %s.',
	(code) => {
		expect(TAKE_BACK).toContain(`\x1b[${code}`);
	},
);
