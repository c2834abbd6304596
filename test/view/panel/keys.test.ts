import { expect, test } from 'vitest';
import { isConfirmedBy, isStillAsked } from '../../../src/view/panel/guard.js';
import { moveOf, rowAfter } from '../../../src/view/panel/list-keys.js';

test.each([
	[0, false, true],
	[149, false, true],
	[150, true, true],
	[4999, true, true],
	[5000, false, false],
])('a second press %d ms after the first', (later, isMeant, isAsked) => {
	expect([isConfirmedBy(1000 + later, 1000), isStillAsked(1000 + later, 1000)]).toEqual([isMeant, isAsked]);
});

test('a second press that comes as fast as a held key confirms nothing', () => {
	expect([isConfirmedBy(1600, 1000, 1511), isConfirmedBy(1600, 1000, 1510)]).toEqual([false, true]);
});

test.each([
	['picker-previous', 2, 1],
	['picker-previous', 0, 0],
	['picker-next', 2, 3],
	['picker-next', 9, 9],
	['picker-page-down', 2, 6],
	['picker-page-up', 2, 0],
	['picker-first', 5, 0],
	['picker-last', 5, 9],
] as const)('%s from row %d of ten leads to row %d', (id, from, to) => {
	expect(rowAfter(from, moveOf(id, 4) ?? 0, 10)).toBe(to);
	expect(rowAfter(0, moveOf(id, 4) ?? 0, 0)).toBe(0);
});

test('no other key moves', () => {
	expect(moveOf('picker-accept', 4)).toBeNull();
});
