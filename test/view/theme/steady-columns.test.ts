import { expect, test } from 'vitest';
import { createPainter } from '../../../src/view/theme/paint.js';
import { isUnsteady, steadyColumns } from '../../../src/view/theme/steady-columns.js';
import { monoTheme } from '../../../src/view/theme/themes.js';

const family = '\u{1F469}\u200D\u{1F469}\u200D\u{1F467}';
const visible = (text: string): string => text.split('\x1b').join('␛');

test.each([
	['a joined family', family],
	['a skin tone', '\u{1F44D}\u{1F3FD}'],
	['a flag', '\u{1F1E9}\u{1F1EA}'],
	['a sign that a selector makes an emoji', '\u2764\uFE0F'],
	['a keycap', '1\uFE0F\u20E3'],
])('%s is followed by its right column, and its cells are cleared first', (_, emoji) => {
	expect(isUnsteady(emoji)).toBe(true);
	expect(visible(steadyColumns(`ab${emoji}c`, 1))).toBe(`ab␛[2X${emoji}␛[6Gc`);
});

test.each([
	['letters', 'plain words, \u00FCml\u00E4uts'],
	['wide characters', '\u6F22\u5B57'],
	['combining marks', 'e\u0301a\u0308'],
	['an emoji of one code point', '\u{1F389}'],
	['scripts that join letters', '\u0915\u094D\u0937\u093F \u0633\u0644\u0627\u0645'],
])('%s are written as they are', (_, text) => {
	expect(steadyColumns(text, 3)).toBe(text);
	expect(isUnsteady(text)).toBe(false);
});

test('a painted line tells columns only where it is known where it begins, and of its own spans', () => {
	const { paintLine } = createPainter(monoTheme, { colorLevel: 0, hyperlinks: false });
	const line = [{ text: 'wide \u6F22 ' }, { text: family, style: { bold: true } }, { text: ' end' }];
	expect(visible(paintLine(line))).toBe(`wide 漢 ␛[1m${family}␛[0m end`);
	expect(visible(paintLine(line, 0))).toBe(`wide 漢 ␛[1m␛[2X${family}␛[11G␛[0m end`);
	expect(visible(paintLine(line, 1))).toBe(`wide 漢 ␛[1m␛[2X${family}␛[12G␛[0m end`);
	expect(visible(paintLine(line))).toBe(`wide 漢 ␛[1m${family}␛[0m end`);
});
