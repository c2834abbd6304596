import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseMouse } from '../../../src/terminal/input/mouse.js';
import { emptyScan, scanReports, type TerminalReport } from '../../../src/terminal/input/scan-reports.js';
import { keyId } from '../../../src/terminal/key.js';

test.each([
	['\x1b[<64;10;20M', { kind: 'wheel-up', button: 'none', x: 10, y: 20 }],
	['[<65;1;1M', { kind: 'wheel-down', x: 1, y: 1 }],
	['\x1b[<0;3;4M', { kind: 'press', button: 'left' }],
	['\x1b[<0;3;4m', { kind: 'release', button: 'left' }],
	['\x1b[<32;3;4M', { kind: 'drag', button: 'left' }],
	['\x1b[<35;3;4M', { kind: 'move', button: 'none' }],
	['\x1b[<2;3;4M', { kind: 'press', button: 'right' }],
	['\x1b[<28;3;4M', { kind: 'press', button: 'left', ctrl: true, alt: true, shift: true }],
	['\x1b[<68;3;4M', { kind: 'wheel-up', shift: true }],
	['\x1b[<128;3;4M', { kind: 'press', button: 'other' }],
])('the report %j is a mouse event', (report, event) => {
	expect(parseMouse(report)).toMatchObject(event);
});

test.each(['', 'a', '\x1b[<0;0;4M', '\x1b[<0;3M', '\x1b[<0;3;4X', '\x1b[<99999999;3;4M', '\x1b[M !!'])(
	'%j is no mouse event',
	(report) => {
		expect(parseMouse(report)).toBeNull();
	},
);

const input =
	'hi\x1b[<64;10;20M\x1b[I\x1bOP\x1b[15;5~\x1b[27;2;13~\x1b[200~\x1b[<0;1;1M\x1b[O\x1b[201~\x1b[2~\x1b[O\x1b[A\x1bx';
const found = ['mouse wheel-up', 'focus true', 'f1', 'ctrl+f5', 'shift+enter', 'insert', 'focus false'];

test('what Ink does not deliver is found, and nothing inside of a paste', () => {
	expect(scan([input])).toEqual(found);
});

test('the same reports come for any chunking', () => {
	fc.assert(
		fc.property(fc.uniqueArray(fc.integer({ min: 1, max: input.length - 1 })), (cuts) => {
			const places = [0, ...cuts.toSorted((a, b) => a - b), input.length];
			expect(scan(places.slice(0, -1).map((from, index) => input.slice(from, places[index + 1])))).toEqual(found);
		}),
	);
});

test('input of any bytes is scanned without an error and holds nothing back for long', () => {
	fc.assert(
		fc.property(
			fc.array(fc.string({ unit: fc.constantFrom('\x1b', '[', '<', ';', '1', 'M', '~', 'O', 'é') })),
			(chunks) => {
				let state = emptyScan;
				for (const chunk of chunks) ({ scan: state } = scanReports(state, chunk));
				expect(state.pending.length).toBeLessThanOrEqual(64);
			},
		),
	);
});

function scan(chunks: readonly string[]): string[] {
	const reports: TerminalReport[] = [];
	let state = emptyScan;
	for (const chunk of chunks) {
		const result = scanReports(state, chunk);
		state = result.scan;
		reports.push(...result.reports);
	}
	return reports.map((report) => {
		if (report.type === 'mouse') return `mouse ${report.event.kind}`;
		return report.type === 'focus' ? `focus ${report.isFocused}` : keyId(report.key);
	});
}
