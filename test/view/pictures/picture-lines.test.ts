import { expect, test } from 'vitest';
import type { ImageBlock } from '../../../src/core/content.js';
import { sanitizeLine, sanitizeText } from '../../../src/core/text/sanitize.js';
import {
	type PictureSpace,
	pictureBox,
	pictureIn,
	pictureLines,
	pictureRows,
	withoutPicture,
} from '../../../src/view/pictures/picture-lines.js';
import { MOST_CELLS, PLACEHOLDER, placeholderRow, placementOf } from '../../../src/view/pictures/placeholders.js';
import { lineText, lineWidth } from '../../../src/view/spans.js';
import { createPainter } from '../../../src/view/theme/paint.js';
import { darkTheme, monoTheme } from '../../../src/view/theme/themes.js';

const cell = { width: 10, height: 20 };
const block: ImageBlock = { type: 'image', mimeType: 'image/png', data: '', bytes: 0 };
const spaceFor = (width: number, height: number, rows = 15): PictureSpace => ({
	source: { version: 1, cell, find: () => ({ id: 0x010203, width, height }) },
	rows,
});

test.each([
	['fits as it is', { width: 320, height: 240 }, 98, 15, { columns: 32, rows: 12 }],
	['a small one is not enlarged', { width: 32, height: 32 }, 98, 15, { columns: 4, rows: 2 }],
	['one pixel', { width: 1, height: 1 }, 98, 15, { columns: 1, rows: 1 }],
	['a wide one fills the width', { width: 1920, height: 300 }, 98, 15, { columns: 98, rows: 8 }],
	['a high one fills the rows', { width: 1080, height: 1920 }, 98, 15, { columns: 17, rows: 15 }],
	['a line', { width: 10_000, height: 1 }, 98, 15, { columns: 98, rows: 1 }],
	['a narrow screen', { width: 800, height: 600 }, 8, 15, { columns: 8, rows: 3 }],
	['no room at all', { width: 800, height: 600 }, 0, 0, { columns: 1, rows: 1 }],
] as const)('The box of a picture keeps its proportions: %s.', (_, picture, columns, rows, expected) => {
	expect(pictureBox(picture, cell, { columns, rows })).toEqual(expected);
});

test('A picture never takes more than a part of the screen, and none of a small one.', () => {
	expect([6, 7, 8, 12, 24, 32, 60, 200].map(pictureRows)).toEqual([0, 0, 3, 4, 9, 12, 15, 15]);
});

test('A picture is lines of text of its width, which know what they stand for.', () => {
	const lines = pictureLines(block, 80, spaceFor(100, 60));
	expect(lines.map(lineWidth)).toEqual([10, 10, 10]);
	expect(lines.map((line) => pictureIn(line))).toEqual(
		lines.map(() => ({ id: 0x010203, columns: 10, rows: 3, block })),
	);
	expect(lines.map((line) => lineText(withoutPicture(line)))).toEqual(lines.map(() => ' '.repeat(10)));
});

test('There are no lines for other blocks, without room, without a terminal for it, and for a picture that cannot be shown.', () => {
	expect(pictureLines({ type: 'text', text: 'x' }, 80, spaceFor(9, 9))).toEqual([]);
	expect(pictureLines(block, 80, spaceFor(9, 9, 0))).toEqual([]);
	expect(pictureLines(block, 80, null)).toEqual([]);
	expect(pictureLines(block, 80, { source: { version: 1, cell, find: () => null }, rows: 9 })).toEqual([]);
});

test('The number of the picture is the colour of its cells, that of its box the colour below them, with or without colours.', () => {
	const [line = []] = pictureLines(block, 80, spaceFor(20, 20));
	for (const painter of [
		createPainter(darkTheme, { colorLevel: 3, hyperlinks: false }),
		createPainter(monoTheme, { colorLevel: 0, hyperlinks: false }),
	]) {
		const painted = painter.paintLine([{ text: '  ' }, ...line, { text: 'x' }]);
		expect(painted).toBe(`  \x1b[38;2;1;2;3;58;2;0;4;1m${PLACEHOLDER}\u0305\u0305${PLACEHOLDER}\u0305\u030d\x1b[0mx`);
		// Neither of them goes on below the text that follows.
		expect(painter.paintLine([...line, { text: 'x', style: { italic: true, underline: true } }])).toMatch(
			/\x1b\[(?:0;3;4|3;4;59;39)mx\x1b\[0m$/,
		);
	}
});

test('Text of others cannot point at a picture: its placeholders are taken out, and once more where it is painted.', () => {
	const hostile = `\x1b[38;2;1;2;3m${PLACEHOLDER}\u0305\u0305 x`;
	expect(sanitizeText(hostile)).toBe('\uFFFD\u0305\u0305 x');
	expect(sanitizeLine(`a${PLACEHOLDER}`)).toBe('a\uFFFD');
	const painter = createPainter(darkTheme, { colorLevel: 3, hyperlinks: false });
	expect(painter.paintLine([{ text: `${PLACEHOLDER}\u0305`, style: { color: 'error' } }])).not.toContain(PLACEHOLDER);
});

test('The marks are those of the protocol: combining, above the letter, none twice, none that a letter swallows.', () => {
	const marks = placeholderRow(0, MOST_CELLS).split(`${PLACEHOLDER}\u0305`).slice(1);
	expect(MOST_CELLS).toBe(297);
	expect(new Set(marks).size).toBe(297);
	expect(marks.every((mark) => /^\p{Mn}$/u.test(mark) && mark.normalize('NFD') === mark)).toBe(true);
	const codes = [0, 1, 100, 255, 296].map((place) => marks[place]?.codePointAt(0)?.toString(16));
	expect(codes).toEqual(['305', '30d', '7eb', 'a8e5', '1d244']);
});

test('A box has a number of its own, which three colour channels can hold.', () => {
	const numbers = new Set<number>();
	for (let columns = 1; columns <= MOST_CELLS; columns += 1) {
		for (let rows = 1; rows <= MOST_CELLS; rows += 1) numbers.add(placementOf({ columns, rows }));
	}
	expect(numbers.size).toBe(MOST_CELLS ** 2);
	expect(numbers.has(0)).toBe(false);
	expect(placementOf({ columns: MOST_CELLS, rows: MOST_CELLS })).toBeLessThan(2 ** 24);
});
