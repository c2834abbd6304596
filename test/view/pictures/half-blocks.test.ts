import { expect, test } from 'vitest';
import { originOf } from '../../../src/view/line-origin.js';
import { halfBlockLines } from '../../../src/view/pictures/half-blocks.js';
import { pictureLines } from '../../../src/view/pictures/picture-lines.js';
import { lineText, lineWidth } from '../../../src/view/spans.js';
import { createPainter } from '../../../src/view/theme/paint.js';
import { darkTheme } from '../../../src/view/theme/themes.js';

const RED = [248, 0, 0, 255];
const BLUE = [0, 0, 248, 255];
const NOTHING = [0, 0, 0, 0];
const pixels = (width: number, ...colors: readonly number[][]) => ({
	width,
	height: colors.length / width,
	data: Uint8Array.from(colors.flat()),
});

test('Each cell has a pixel above and one below; what is transparent stays the terminal’s.', () => {
	const [row = []] = halfBlockLines(pixels(4, RED, NOTHING, RED, NOTHING, BLUE, BLUE, NOTHING, NOTHING), {
		columns: 4,
		rows: 1,
	});
	expect(lineText(row)).toBe('▀▄▀ ');
	const painted = createPainter(darkTheme, { colorLevel: 3, hyperlinks: false }).paintLine(row);
	expect(painted).toContain('38;2;250;2;2');
	expect(painted).toContain('48;2;2;2;250');
});

test('Equal neighbours are one span, any box is filled, and nothing is copied.', () => {
	const picture = pixels(1, RED, RED);
	for (const box of [
		{ columns: 1, rows: 1 },
		{ columns: 50, rows: 9 },
	]) {
		const lines = halfBlockLines(picture, box);
		expect(lines.length).toBe(box.rows);
		for (const line of lines) {
			expect(line.length).toBe(1);
			expect(lineWidth(line)).toBe(box.columns);
			expect(originOf(line)).toMatchObject({ gutter: box.columns, whole: null });
		}
	}
});

test('While it is decoded the picture has its room, so that nothing moves.', () => {
	const block = { type: 'image' as const, mimeType: 'image/png', data: '', bytes: 0 };
	const space = (found: ReturnType<typeof pixels> | null) => ({
		source: {
			version: 1,
			cell: { width: 2, height: 4 },
			find: () => ({ id: 1, width: 8, height: 8 }),
			pixels: () => found,
		},
		rows: 10,
	});
	const waiting = pictureLines(block, 20, space(null)).map(lineText);
	expect(waiting).toEqual(['    ', '    ']);
	expect(pictureLines(block, 20, space(pixels(1, RED))).map(lineText)).toEqual(['▀▀▀▀', '▀▀▀▀']);
});
