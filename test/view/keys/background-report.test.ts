import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { backgroundOf, giveUpBackground, scanBackground } from '../../../src/view/keys/background-report.js';

const ESC = '\x1b';
const white = `${ESC}]11;rgb:ffff/ffff/ffff${ESC}\\`;

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
		['alone, ended by ST', white, '', ['light']],
		['ended by BEL', `${ESC}]11;rgb:0/0/0\x07`, '', ['dark']],
		['between keys', `a${white}b`, 'ab', ['light']],
		['two of them', `${white}${ESC}]11;#000000\x07`, '', ['light', 'dark']],
		['garbage', `${ESC}]11;cheese${ESC}\\x`, 'x', [null]],
		['another sequence', `${ESC}[A${ESC}]10;rgb:0/0/0\x07`, `${ESC}[A${ESC}]10;rgb:0/0/0\x07`, []],
		['a key', 'q', 'q', []],
		['alt+]', `${ESC}]x`, `${ESC}]x`, []],
	] as const)('%s', (_, input, text, found) => {
		expect(scanBackground('', input, false)).toEqual({ text, held: '', found });
	});

	test('A lone ESC is held only when an answer is awaited.', () => {
		expect(scanBackground('', ESC, false)).toEqual({ text: ESC, held: '', found: [] });
		expect(scanBackground('', ESC, true)).toEqual({ text: '', held: ESC, found: [] });
	});

	test('A start whose end never comes is handed on only while it may be a key.', () => {
		expect(giveUpBackground(ESC)).toBe(ESC);
		expect(giveUpBackground(`${ESC}]`)).toBe(`${ESC}]`);
		expect(giveUpBackground(`${ESC}]11;rgb:ff`)).toBe('');
	});

	test('Any chunking gives the same keys and answers.', () => {
		const piece = fc.constantFrom('a', white, `${ESC}]11;#000000\x07`, `${ESC}[A`, `${ESC}]11;?!\x07`, 'é');
		fc.assert(
			fc.property(fc.array(piece, { maxLength: 6 }), fc.array(fc.nat(80), { maxLength: 6 }), (pieces, cuts) => {
				const input = pieces.join('');
				const whole = scanBackground('', input, true);
				let held = '';
				let text = '';
				const found: unknown[] = [];
				const at = [0, ...cuts.map((cut) => Math.min(cut, input.length)).sort((a, b) => a - b), input.length];
				for (let index = 1; index < at.length; index += 1) {
					const scan = scanBackground(held, input.slice(at[index - 1], at[index]), true);
					({ held } = scan);
					text += scan.text;
					found.push(...scan.found);
				}
				expect({ text, held, found }).toEqual(whole);
			}),
		);
	});
});
