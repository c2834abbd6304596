import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { backgroundOf } from '../../../src/terminal/input/reports.js';
import { isSurelyAnswer, scanAnswers } from '../../../src/terminal/input/terminal-answers.js';

const ESC = '\x1b';
const white = `${ESC}]11;rgb:ffff/ffff/ffff${ESC}\\`;
const background = (told: 'dark' | 'light' | null) => ({ type: 'background', background: told });

describe('What a terminal says of its background', () => {
	test.each([
		['rgb:ffff/ffff/ffff', 'light'],
		['rgb:0000/0000/0000', 'dark'],
		['rgb:1e1e/1e1e/2e2e', 'dark'],
		['rgb:fd/f6/e3', 'light'],
		['rgb:f/f/f', 'light'],
		['rgba:ffff/ffff/ffff/8000', 'light'],
		['#002b36', 'dark'],
		['#FDF6E3', 'light'],
		['rgb:00/ff', null],
		['rgb:00/ff/zz', null],
		['?', null],
		['', null],
		['white', null],
	])('%s is %s', (color, expected) => {
		expect(backgroundOf(color)).toBe(expected);
	});
});

describe('Answers in the input', () => {
	test.each([
		['a background, ended by ST', white, '', [background('light')]],
		['one ended by BEL', `${ESC}]11;rgb:0/0/0\x07`, '', [background('dark')]],
		['one between keys', `a${white}b`, 'ab', [background('light')]],
		['two of them', `${white}${ESC}]11;#000000\x07`, '', [background('light'), background('dark')]],
		['garbage', `${ESC}]11;cheese${ESC}\\x`, 'x', [background(null)]],
		['another sequence', `${ESC}[A${ESC}]10;rgb:0/0/0\x07`, `${ESC}[A${ESC}]10;rgb:0/0/0\x07`, []],
		['a key', 'q', 'q', []],
		['alt+]', `${ESC}]x`, `${ESC}]x`, []],
		['a name', `${ESC}P>|kitty(0.39.1)${ESC}\\`, '', [{ type: 'name', name: 'kitty(0.39.1)' }]],
		['a picture taken', `${ESC}_Gi=31;OK${ESC}\\`, '', [{ type: 'graphics', id: 31, message: 'OK' }]],
		[
			'a picture refused',
			`${ESC}_Gi=31,p=2;EINVAL:no${ESC}\\`,
			'',
			[{ type: 'graphics', id: 31, message: 'EINVAL:no' }],
		],
		['a picture of nobody', `${ESC}_G;OK${ESC}\\`, '', [{ type: 'graphics', id: 0, message: 'OK' }]],
		['the size of a cell', `${ESC}[6;20;9t`, '', [{ type: 'cell', width: 9, height: 20 }]],
		['attributes', `x${ESC}[?62;22cy`, 'xy', [{ type: 'attributes' }]],
		['a kind of terminal', `x${ESC}[>0;276;0cy`, 'xy', [{ type: 'device', kind: 0, version: 276 }]],
		['a kind without a version', `${ESC}[>1c`, '', [{ type: 'device', kind: 1, version: 0 }]],
		['page down, and a mode told', `${ESC}[6~${ESC}[?1u`, `${ESC}[6~${ESC}[?1u`, []],
	] as const)('%s', (_, input, text, found) => {
		expect(scanAnswers('', input, false)).toEqual({ text, held: '', found });
	});

	test('A lone ESC and what follows it are held only when an answer is awaited.', () => {
		for (const start of [ESC, `${ESC}[`, `${ESC}[6`, `${ESC}P`, `${ESC}_`]) {
			expect(scanAnswers('', start, false)).toEqual({ text: start, held: '', found: [] });
			expect(scanAnswers('', start, true)).toEqual({ text: '', held: start, found: [] });
		}
	});

	test('A start whose end never comes is a key as long as it may be one.', () => {
		const starts = [ESC, `${ESC}]`, `${ESC}[`, `${ESC}[6`, `${ESC}P`, `${ESC}_`, `${ESC}]1`];
		expect(starts.map(isSurelyAnswer)).toEqual(starts.map(() => false));
		const answers = [`${ESC}]11;rgb:ff`, `${ESC}P>|kit`, `${ESC}_Gi=3`, `${ESC}[6;2`, `${ESC}[?6`, `${ESC}[>0;2`];
		expect(answers.map(isSurelyAnswer)).toEqual(answers.map(() => true));
	});

	test('Any chunking gives the same keys and answers.', () => {
		const piece = fc.constantFrom(
			'a',
			white,
			`${ESC}]11;#000000\x07`,
			`${ESC}[A`,
			`${ESC}]11;?!\x07`,
			'é',
			`${ESC}P>|kitty(0.39.1)${ESC}\\`,
			`${ESC}_Gi=31;OK${ESC}\\`,
			`${ESC}[6;20;9t`,
			`${ESC}[6~`,
			`${ESC}[?62;22c`,
			`${ESC}[>41;390;0c`,
		);
		fc.assert(
			fc.property(fc.array(piece, { maxLength: 6 }), fc.array(fc.nat(80), { maxLength: 6 }), (pieces, cuts) => {
				const input = pieces.join('');
				const whole = scanAnswers('', input, true);
				let held = '';
				let text = '';
				const found: unknown[] = [];
				const at = [0, ...cuts.map((cut) => Math.min(cut, input.length)).sort((a, b) => a - b), input.length];
				for (let index = 1; index < at.length; index += 1) {
					const scan = scanAnswers(held, input.slice(at[index - 1], at[index]), true);
					({ held } = scan);
					text += scan.text;
					found.push(...scan.found);
				}
				expect({ text, held, found }).toEqual(whole);
			}),
		);
	});
});
