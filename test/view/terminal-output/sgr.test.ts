import { expect, test } from 'vitest';
import { applySgr, PLAIN, styleOf } from '../../../src/view/terminal-output/sgr.js';

test.each<[string, number[], object | undefined]>([
	['nothing resets', [], undefined],
	['an omitted parameter resets', [31, -1], undefined],
	['basic colours', [31], { color: 'error' }],
	['bright colours', [92], { color: 'success' }],
	['white is the text itself', [37], undefined],
	['attributes', [1, 3, 4, 9, 7], { bold: true, italic: true, underline: true, strike: true, inverse: true }],
	['attributes end', [1, 3, 22, 23], undefined],
	['concealed text is dimmed, not hidden', [8], { dim: true }],
	['a palette colour', [38, 5, 196], { color: 'error' }],
	['a palette grey', [38, 5, 240], { color: 'muted' }],
	['a true colour', [38, 2, 20, 200, 40], { color: 'success' }],
	['a true colour with an empty colour space', [38, 2, -1, 30, 60, 250], { color: 'info' }],
	['parameters behind an extended colour', [38, 5, 196, 1], { color: 'error', bold: true }],
	['an underline colour is skipped', [58, 5, 1, 1], { bold: true }],
	['a badge', [30, 42], { background: 'added' }],
	['a background ends', [41, 49], undefined],
	['what nobody knows changes nothing', [31, 999], { color: 'error' }],
	['a cut sequence', [38], undefined],
	['a cut palette', [38, 5], undefined],
])('%s', (_name, params, expected) => {
	expect(styleOf(applySgr(PLAIN, params))).toEqual(expected);
});
