import { expect, test } from 'vitest';
import { applySgr, PLAIN } from '../../../src/view/terminal-output/sgr.js';

test.each([
	...([
		[0, 'black'],
		[1, 'red'],
		[7, 'white'],
		[8, 'black'],
		[9, 'red'],
		[15, 'white'],
	] as const),
	...([
		[16, 'black'],
		[21, 'blue'],
		[46, 'green'],
		[51, 'cyan'],
		[196, 'red'],
		[201, 'magenta'],
	] as const),
	...([
		[220, 'yellow'],
		[231, 'white'],
		[232, 'black'],
		[247, 'black'],
		[248, 'white'],
		[255, 'white'],
	] as const),
	...([
		[-1, undefined],
		[256, undefined],
	] as const),
])('colour %i of the palette is %s', (index, color) => {
	expect(applySgr(PLAIN, [38, 5, index]).color).toBe(color);
	expect(applySgr(PLAIN, [48, 5, index]).background).toBe(color);
});

test.each([
	[[255, 0, 0], 'red'],
	[[255, 200, 0], 'yellow'],
	[[0, 255, 0], 'green'],
	[[0, 255, 200], 'cyan'],
	[[0, 0, 255], 'blue'],
	[[255, 0, 200], 'magenta'],
	[[255, 0, 60], 'red'],
	[[169, 169, 169], 'black'],
	[[170, 170, 170], 'white'],
	[[200, 161, 161], 'white'],
	[[200, 160, 160], 'red'],
] as const)('the colour %j is nearest to %s, with and without a colour space before it', (channels, color) => {
	expect(applySgr(PLAIN, [38, 2, ...channels, 1])).toEqual({ color, bold: true });
	expect(applySgr(PLAIN, [38, 2, -1, ...channels, 1])).toEqual({ color, bold: true });
});

test('parameters of an underline colour are no renditions', () => {
	expect(applySgr(PLAIN, [58, 5, 1, 3])).toEqual({ italic: true });
	expect(applySgr(PLAIN, [58, 2, 1, 3, 4])).toEqual(PLAIN);
});
