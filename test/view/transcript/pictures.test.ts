import { expect, test } from 'vitest';
import type { ImageBlock } from '../../../src/core/content.js';
import type { BlockEntry, Entry, UserEntry } from '../../../src/core/session/entries/entry.js';
import { type PictureSource, pictureIn } from '../../../src/view/pictures/picture-lines.js';
import { lineText, lineWidth } from '../../../src/view/spans.js';
import { entryLines } from '../../../src/view/transcript/entries/entry-lines.js';
import { contextOf, tool } from './samples.js';

const image: ImageBlock = { type: 'image', mimeType: 'image/png', data: 'iVBORw0KGgo=', bytes: 3 };
const source: PictureSource = {
	version: 1,
	cell: { width: 10, height: 20 },
	find: () => ({ id: 9, width: 200, height: 60 }),
};
const pictures = { source, rows: 15 };
const block: BlockEntry = { kind: 'block', id: 'b1', at: 0, role: 'agent', block: image };
const thought: BlockEntry = { ...block, id: 'b2', role: 'thought' };
const prompt: UserEntry = { kind: 'user', id: 'u1', at: 0, text: 'Look', blocks: [image] };
const card = tool({ kind: 'other', content: [{ type: 'content', block: image }] });

/** The lines as `P` for a row of a picture, or their text. */
function shapes(entry: Entry, patch: Parameters<typeof contextOf>[0] = {}): string[] {
	return entryLines(entry, contextOf({ pictures, ...patch })).map((line) =>
		pictureIn(line) === null ? lineText(line).trim() : 'P',
	);
}

test.each<readonly [string, Entry, readonly string[]]>([
	['of the agent', block, ['P', 'P', 'P', '▣ image · image/png · 3 B (ctrl+o, e)']],
	['of a thought', thought, ['P', 'P', 'P', '▣ image · image/png · 3 B (ctrl+o, e)']],
	['of the user', prompt, ['› Look', 'P', 'P', 'P', '▣ image · image/png · 3 B (ctrl+o, e)']],
])('A picture %s stands above its line; folded, or where none is shown, the line is alone.', (_, entry, expected) => {
	const words = expected.filter((text) => text !== 'P');
	expect(shapes(entry)).toEqual(expected);
	expect(shapes(entry, { isOpen: () => false })).toEqual(words);
	expect(shapes(entry, { pictures: null })).toEqual(words);
	for (const width of [1, 5, 9, 20, 60, 200]) {
		for (const line of entryLines(entry, contextOf({ pictures, width }))) {
			expect(lineWidth(line)).toBeLessThanOrEqual(width);
		}
	}
});

test('Each of several pictures of a prompt stands apart from the line of the one above.', () => {
	const caption = '▣ image · image/png · 3 B (ctrl+o, e)';
	const both: UserEntry = { ...prompt, blocks: [image, image] };
	expect(shapes(both)).toEqual(['› Look', 'P', 'P', 'P', caption, '', 'P', 'P', 'P', caption]);
	expect(shapes(both, { pictures: null })).toEqual(['› Look', caption, caption]);
});

test('A card shows the picture of a tool in its body, and none when it is folded.', () => {
	expect(shapes(card).filter((shape) => shape === 'P')).toHaveLength(3);
	expect(shapes(card, { isOpen: () => false })).not.toContain('P');
});
