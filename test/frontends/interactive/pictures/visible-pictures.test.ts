import { expect, test } from 'vitest';
import { createVisiblePictures } from '../../../../src/frontends/interactive/controller.js';
import type { Line, PictureRef } from '../../../../src/view/line.js';

const picture: PictureRef = {
	id: 1,
	columns: 3,
	rows: 1,
	block: { type: 'image', mimeType: 'image/png', data: '', bytes: 0 },
};
const text: Line = [{ text: 'words' }];
const row: Line = [{ text: ' ' }, { text: 'abc', style: { picture, background: 'user' } }];

test('A visible picture is reported, and its row stays blank on its ground until the terminal has it.', () => {
	const shown: (readonly PictureRef[])[] = [];
	let isThere = false;
	const visiblePictures = createVisiblePictures({
		source: () => ({ version: 1, cell: { width: 1, height: 2 }, find: () => null }),
		show: (pictures) => shown.push(pictures),
		has: () => isThere,
	});
	const blank = visiblePictures([text, row]);
	expect(blank[0]).toBe(text);
	expect(blank[1]).toEqual([{ text: ' ' }, { text: '   ', style: { background: 'user' } }]);
	expect(visiblePictures([row])[0]).toBe(blank[1]);
	isThere = true;
	expect(visiblePictures([text, row])[1]).toBe(row);
	expect(shown).toEqual([[picture], [picture], [picture]]);
	const rows = [text];
	expect(visiblePictures(rows)).toBe(rows);
	expect(shown.at(-1)).toEqual([]);
});

test('Without a terminal for pictures nothing is looked for.', () => {
	const rows = [text];
	expect(createVisiblePictures(undefined)(rows)).toBe(rows);
});
