import { describe, expect, test } from 'vitest';
import { InputParser } from '../../../src/terminal/input/input-parser.js';

const ESC = '\x1b';

function parse(bytes: string): unknown[] {
	return new InputParser().feed(bytes);
}

describe('What a terminal reports of its background', () => {
	test.each([
		['rgb:ffff/ffff/ffff', 'light'],
		['rgb:0000/0000/0000', 'dark'],
		['rgb:1e1e/1e1e/2e2e', 'dark'],
		['rgb:fd/f6/e3', 'light'],
		['rgb:f/f/f', 'light'],
		['rgba:ffff/ffff/ffff/8000', 'light'],
		['#002b36', 'dark'],
		['#ff00ff', 'dark'],
		['#ff8000', 'light'],
		['#00d0ff', 'light'],
		['#FDF6E3', 'light'],
		['rgb:00/ff', null],
		['rgb:00/ff/zz', null],
		['?', null],
		['', null],
		['white', null],
	])('%s is %s', (color, background) => {
		const event = { type: 'report', report: { type: 'background', background } };
		expect(parse(`${ESC}]11;${color}${ESC}\\${ESC}]11;${color}\x07`)).toEqual([event, event]);
	});
});

test.each([
	[`${ESC}P>|kitty(0.39.1)${ESC}\\`, { type: 'name', name: 'kitty(0.39.1)' }],
	[`${ESC}_Gi=31;OK${ESC}\\`, { type: 'graphics', id: 31, message: 'OK' }],
	[`${ESC}_Gi=31,p=2;EINVAL:no${ESC}\\`, { type: 'graphics', id: 31, message: 'EINVAL:no' }],
	[`${ESC}_G;OK${ESC}\\`, { type: 'graphics', id: 0, message: 'OK' }],
	[`${ESC}[6;20;9t`, { type: 'cell', width: 9, height: 20 }],
	[`${ESC}[?62;22c`, { type: 'attributes' }],
	[`${ESC}[>0;276;0c`, { type: 'device', kind: 0, version: 276 }],
	[`${ESC}[>1c`, { type: 'device', kind: 1, version: 0 }],
	[`${ESC}[?1u`, { type: 'keyboard', flags: 1 }],
])('%j is a report', (bytes, report) => {
	expect(parse(bytes)).toEqual([{ type: 'report', report }]);
});

test.each([
	[`${ESC}[<64;10;20M`, { kind: 'wheel-up', button: 'none', x: 10, y: 20 }],
	[`${ESC}[<65;1;1M`, { kind: 'wheel-down', x: 1, y: 1 }],
	[`${ESC}[<0;3;4M`, { kind: 'press', button: 'left' }],
	[`${ESC}[<0;3;4m`, { kind: 'release', button: 'left' }],
	[`${ESC}[<32;3;4M`, { kind: 'drag', button: 'left' }],
	[`${ESC}[<35;3;4M`, { kind: 'move', button: 'none' }],
	[`${ESC}[<2;3;4M`, { kind: 'press', button: 'right' }],
	[`${ESC}[<28;3;4M`, { kind: 'press', button: 'left', ctrl: true, alt: true, shift: true }],
	[`${ESC}[<68;3;4M`, { kind: 'wheel-up', shift: true }],
	[`${ESC}[<128;3;4M`, { kind: 'press', button: 'other' }],
])('%j is what the mouse did', (bytes, event) => {
	expect(parse(bytes)).toMatchObject([{ type: 'mouse', event }]);
});
