import { expect, test } from 'vitest';
import { observeReads } from '../../../src/terminal/input/observe-input.js';
import { createTerminalModes, TAKE_BACK } from '../../../src/terminal/modes.js';

function modes(): { readonly written: string[]; readonly modes: ReturnType<typeof createTerminalModes> } {
	const written: string[] = [];
	return { written, modes: createTerminalModes((data) => written.push(data)) };
}

test('The mouse is switched once each way, and given back once.', () => {
	const { written, modes: terminal } = modes();
	terminal.mouse(true);
	terminal.mouse(true);
	terminal.restore();
	terminal.restore();
	expect(written).toHaveLength(2);
	expect(written[0]).toMatch(/\x1b\[\?1006h/);
	expect(written[1]).toMatch(/\x1b\[\?1006l/);
});

test('What was let go before is not given back again, and nothing is where nothing was taken.', () => {
	const { written, modes: terminal } = modes();
	terminal.mouse(true);
	terminal.mouse(false);
	const before = written.length;
	terminal.restore();
	expect(written).toHaveLength(before);
	const untouched = modes();
	untouched.modes.restore();
	expect(untouched.written).toEqual([]);
});

test('The person’s own title is kept, and put back.', () => {
	const { written, modes: terminal } = modes();
	terminal.title('one');
	terminal.title('two');
	terminal.restore();
	expect(written).toEqual(['\x1b[22;2t\x1b]2;one\x07', '\x1b]2;two\x07', '\x1b[23;2t']);
});

test('Wrapping is left to the terminal while it is lent, and given back once.', () => {
	const { written, modes: terminal } = modes();
	terminal.wrapping(false);
	terminal.wrapping(false);
	terminal.wrapping(true);
	terminal.wrapping(false);
	terminal.restore();
	terminal.restore();
	const [off, on] = ['\x1b[?7l', '\x1b[?7h'];
	expect(written).toEqual([off, on, off, on]);
});

test('Focus reports and progress are given back once; progress that goes on is said again.', () => {
	const { written, modes: terminal } = modes();
	terminal.focusReports(true);
	terminal.focusReports(true);
	terminal.progress(false);
	terminal.progress(true);
	terminal.progress(true);
	terminal.restore();
	terminal.restore();
	const [on, off] = ['\x1b]9;4;3;0\x07', '\x1b]9;4;0;0\x07'];
	expect(written).toEqual(['\x1b[?1004h', on, on, '\x1b[?1004l', off]);
});

test('A title that is let go gives the person’s own back, and the next is one of ours again.', () => {
	const { written, modes: terminal } = modes();
	terminal.title(null);
	terminal.title('one');
	terminal.title(null);
	terminal.title('two');
	terminal.restore();
	const [push, pop] = ['\x1b[22;2t', '\x1b[23;2t'];
	expect(written).toEqual([`${push}\x1b]2;one\x07`, pop, `${push}\x1b]2;two\x07`, pop]);
});

test.each(['?7h', '?1004l', '?1000l', '?1002l', '?1006l', '?2004l', '?1049l', '?25h', '0m'])(
	'A terminal that is taken back from a program gets %s.',
	(code) => {
		expect(TAKE_BACK).toContain(`\x1b[${code}`);
	},
);

test('Looking on at reads takes nothing away from the reader, and ends.', () => {
	const chunks: (string | Uint8Array | null)[] = ['abc', new TextEncoder().encode('é'), null, 'late'];
	const stream = { read: (): unknown => chunks.shift() ?? null };
	const seen: string[] = [];
	const stop = observeReads(stream, (text) => seen.push(text));
	expect(stream.read()).toBe('abc');
	expect(stream.read()).toBeInstanceOf(Uint8Array);
	expect(stream.read()).toBeNull();
	stop();
	expect(stream.read()).toBe('late');
	expect(seen).toEqual(['abc', 'é']);
});
