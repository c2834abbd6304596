import { expect, test } from 'vitest';
import type { ImageBlock } from '../../../../src/core/content.js';
import {
	MOST_BYTES,
	PictureStore,
	type PictureStoreOptions,
} from '../../../../src/frontends/interactive/pictures/picture-store.js';
import { MOST_STORED } from '../../../../src/frontends/interactive/pictures/terminal-pictures.js';
import type { PictureRef } from '../../../../src/view/line.js';
import { createWorld, settlePromises } from '../../../app/world.js';

const cell = { width: 10, height: 20 };

/** The head of a PNG, and `extra` bytes after it. */
function pngBlock(width = 100, height = 60, extra = 0, mark = 0): ImageBlock {
	const bytes = Buffer.alloc(33 + extra, mark);
	Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]).copy(bytes);
	bytes.writeUInt32BE(width, 16);
	bytes.writeUInt32BE(height, 20);
	return { type: 'image', mimeType: 'image/png', data: bytes.toString('base64'), bytes: bytes.length };
}

function openStore(options: Partial<PictureStoreOptions> = {}) {
	const { clock, advance } = createWorld();
	const written: string[] = [];
	let changes = 0;
	const store = new PictureStore({
		clock,
		write: (data) => written.push(data),
		changed: () => {
			changes += 1;
		},
		decode: async () => null,
		decodePixels: async () => null,
		hasHalfBlocks: true,
		firstId: 7,
		...options,
	});
	if (options.decodePixels === undefined) store.open(cell);
	const refOf = (block: ImageBlock, columns = 10, rows = 3): PictureRef => {
		const found = store.source()?.find(block);
		if (found === null || found === undefined) throw new Error('not shown');
		return { id: found.id, columns, rows, block };
	};
	/** Lets everything that is on its way arrive. */
	const arrive = async (): Promise<void> => {
		for (let turn = 0; turn < 600; turn += 1) {
			await settlePromises();
			advance(4);
		}
	};
	return { store, written, refOf, arrive, advance, changes: () => changes };
}

type Command = { readonly keys: Readonly<Record<string, string>>; readonly data: string };

function commandsIn(written: readonly string[]): Command[] {
	const text = written.join('');
	const commands = [...text.matchAll(/\x1b_G([^;\x1b]*)(?:;([^\x1b]*))?\x1b\\/g)];
	// Nothing else is ever written.
	expect(commands.map((match) => match[0]).join('')).toBe(text);
	return commands.map((match) => ({
		keys: Object.fromEntries((match[1] ?? '').split(',').map((pair) => pair.split('=') as [string, string])),
		data: match[2] ?? '',
	}));
}

test('A visible picture is brought once, in chunks, and then has its box; what is not visible is not brought.', async () => {
	const { store, written, refOf, arrive, changes } = openStore();
	const block = pngBlock(100, 60, 10_000);
	const ref = refOf(block);
	refOf(pngBlock(9, 9));
	store.show([]);
	await arrive();
	expect(written).toEqual([]);
	store.show([ref]);
	expect(store.has(ref)).toBe(false);
	const before = changes();
	await arrive();
	expect(store.has(ref)).toBe(true);
	expect(changes()).toBe(before + 1);
	const commands = commandsIn(written);
	expect(commands.map(({ keys }) => keys)).toEqual([
		{ a: 't', f: '100', t: 'd', i: '7', q: '2', m: '1' },
		{ q: '2', m: '1' },
		{ q: '2', m: '1' },
		{ q: '2', m: '0' },
		{ a: 'p', U: '1', i: '7', p: String(10 * 0x200 + 3), c: '10', r: '3', q: '2' },
	]);
	expect(commands.map(({ data }) => data).join('')).toBe(block.data);
	expect(commands.every(({ data }) => data.length <= 4096)).toBe(true);
	store.show([ref]);
	await arrive();
	expect(commandsIn(written)).toHaveLength(5);
});

test('Another size is another box of the same picture; the same picture in another object is not brought again.', async () => {
	const { store, written, refOf, arrive } = openStore();
	store.show([refOf(pngBlock())]);
	await arrive();
	written.length = 0;
	const again = refOf(pngBlock(), 20, 6);
	expect(again.id).toBe(7);
	store.show([again]);
	await arrive();
	expect(commandsIn(written).map(({ keys }) => keys)).toEqual([
		{ a: 'p', U: '1', i: '7', p: String(20 * 0x200 + 6), c: '20', r: '6', q: '2' },
	]);
	for (let columns = 21; columns < 40; columns += 1) store.show([refOf(again.block, columns)]);
	const placed = commandsIn(written).filter(({ keys }) => keys['a'] === 'p').length;
	const removed = commandsIn(written).filter(({ keys }) => keys['d'] === 'i').length;
	expect(placed - removed).toBeLessThanOrEqual(6);
});

test.each([
	['too many pixels', pngBlock(50_000, 50_000)],
	['too long a side', pngBlock(10_001, 1)],
	['too many bytes', { ...pngBlock(), bytes: MOST_BYTES + 1 }],
	['no picture', { ...pngBlock(), data: '\x1b\\\x1b]0;x\x07' }],
	['nothing', { ...pngBlock(), data: '' }],
	[
		'a format that cannot be decoded',
		{ ...pngBlock(), data: Buffer.from('RIFF\0\0\0\0WEBPVP8X\0\0\0\0\0\0\0\0\x01\0\0\x01\0\0').toString('base64') },
	],
] as const)('A block with %s stays a line.', (_, block) => {
	const { store, written } = openStore();
	expect(store.source()?.find(block)).toBeNull();
	expect(written).toEqual([]);
});

test('What an agent sends as base64 is encoded anew: no byte of it is written as it came.', async () => {
	const { store, written, refOf, arrive } = openStore();
	const block = pngBlock(100, 60, 300);
	const hostile = { ...block, data: `${block.data.slice(0, 80)}\x1b\\\x1b]0;title\x07\n${block.data.slice(80)}` };
	store.show([refOf(hostile)]);
	await arrive();
	// Throws on anything but commands.
	const data = commandsIn(written)
		.map((command) => command.data)
		.join('');
	expect(data).toMatch(/^[A-Za-z0-9+/]*={0,2}$/);
	expect(written.join('')).not.toContain('\x07');
});

test('The terminal holds a bounded number: what was visible longest ago goes first, and comes again when it is looked at.', async () => {
	const { store, written, refOf, arrive } = openStore();
	const refs = Array.from({ length: MOST_STORED + 2 }, (_, index) => refOf(pngBlock(10, 10, 1, index)));
	for (const ref of refs) {
		store.show([ref]);
		await arrive();
	}
	const removed = commandsIn(written).filter(({ keys }) => keys['a'] === 'd');
	expect(removed.map(({ keys }) => keys)).toEqual([
		{ a: 'd', d: 'I', i: '7', q: '2' },
		{ a: 'd', d: 'I', i: '8', q: '2' },
	]);
	const [first] = refs;
	if (first === undefined) throw new Error('no picture');
	expect(store.has(first)).toBe(false);
	store.show([first]);
	await arrive();
	expect(store.has(first)).toBe(true);
});

test('Large pictures count by their pixels.', async () => {
	const { store, written, refOf, arrive } = openStore();
	for (let index = 0; index < 4; index += 1) {
		store.show([refOf(pngBlock(4000, 4000, 1, index))]);
		await arrive();
	}
	expect(commandsIn(written).filter(({ keys }) => keys['a'] === 'd')).toHaveLength(1);
});

test('When the terminal is handed over all pictures are taken back, one on its way is broken off, and none is brought.', async () => {
	const { store, written, refOf, arrive, advance } = openStore();
	const here = refOf(pngBlock(10, 10));
	store.show([here]);
	await arrive();
	const coming = refOf(pngBlock(100, 100, 2_000_000));
	store.show([here, coming]);
	await settlePromises();
	advance(1);
	written.length = 0;
	store.pause();
	expect(commandsIn(written)).toEqual([
		{ keys: { q: '2', m: '0' }, data: '' },
		{ keys: { a: 'd', d: 'I', i: '7', q: '2' }, data: '' },
		{ keys: { a: 'd', d: 'I', i: '8', q: '2' }, data: '' },
	]);
	written.length = 0;
	store.show([here, coming]);
	await arrive();
	expect(written).toEqual([]);
	expect(store.has(here)).toBe(false);
	store.resume();
	store.show([here, coming]);
	await arrive();
	expect(store.has(here) && store.has(coming)).toBe(true);
	store.pause();
	written.length = 0;
	store.pause();
	expect(written).toEqual([]);
});

test('While one is on its way nothing else is said of pictures; what was asked for meanwhile comes afterwards.', async () => {
	const { store, written, refOf, arrive, advance } = openStore();
	const small = refOf(pngBlock(10, 10));
	store.show([small]);
	await arrive();
	store.show([refOf(pngBlock(100, 100, 500_000))]);
	await settlePromises();
	advance(1);
	const wider = { ...small, columns: 11 };
	store.show([wider]);
	expect(store.has(wider)).toBe(false);
	await arrive();
	expect(store.has(wider)).toBe(true);
	const kinds = commandsIn(written).map(({ keys }) => (keys['m'] === undefined ? 'p' : keys['m']));
	expect(kinds.join('')).toMatch(/^0p1+0p$/);
});

test('Another format is decoded elsewhere, and comes as a PNG.', async () => {
	const gif = Buffer.from('GIF89a\x10\0\x08\0\0\0\0').toString('base64');
	const block: ImageBlock = { type: 'image', mimeType: 'image/gif', data: gif, bytes: 13 };
	const asked: unknown[] = [];
	const { store, written, refOf, arrive } = openStore({
		decode: async (request) => {
			asked.push(request);
			return Buffer.from('made of it');
		},
	});
	const ref = refOf(block);
	store.show([ref]);
	await arrive();
	expect(asked).toEqual([{ data: gif, format: 'gif', most: { width: 1600, height: 800 }, mostPixels: 16_000_000 }]);
	expect(commandsIn(written)[0]?.data).toBe(Buffer.from('made of it').toString('base64'));
	expect(store.has(ref)).toBe(true);
});

test('What cannot be decoded after all becomes a line, and says so by another version.', async () => {
	const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, 0, 60, 0, 100, 3, 0, 0, 0]);
	const block: ImageBlock = { type: 'image', mimeType: 'image/png', data: jpeg.toString('base64'), bytes: 15 };
	for (const decode of [async () => null, () => Promise.reject(new Error('broken'))]) {
		const { store, written, refOf, arrive } = openStore({ decode });
		const version = store.source()?.version;
		store.show([refOf(block)]);
		await arrive();
		expect(store.source()?.find(block)).toBeNull();
		expect(store.source()?.version).not.toBe(version);
		expect(written).toEqual([]);
	}
});

test('Where the terminal shows none, a picture is decoded to pixels once, and nothing is written.', async () => {
	const pixels = { width: 1, height: 1, data: Uint8Array.of(255, 0, 0, 255) };
	const asked: string[] = [];
	const { store, written, arrive, changes } = openStore({
		decodePixels: async ({ format }) => {
			asked.push(format);
			return pixels;
		},
	});
	store.openAsText();
	const block = pngBlock();
	expect(store.source()?.pixels?.(block)).toBeNull();
	expect(store.source()?.pixels?.(block)).toBeNull();
	const before = store.source()?.version;
	await arrive();
	expect(asked).toEqual(['png']);
	expect(store.source()?.pixels?.(block)).toBe(pixels);
	expect(store.source()?.version).not.toBe(before);
	expect(changes()).toBe(2);
	store.show([]);
	expect(written).toEqual([]);
});

test('A picture without pixels becomes a line.', async () => {
	const { store, arrive } = openStore({ decodePixels: () => Promise.reject(new Error('broken')) });
	store.openAsText();
	const block = pngBlock();
	store.source()?.pixels?.(block);
	await arrive();
	expect(store.source()?.find(block)).toBeNull();
});

test('Without the colours for half blocks there are no pictures.', () => {
	const { store } = openStore({ decodePixels: async () => null, hasHalfBlocks: false });
	store.openAsText();
	expect(store.source()).toBeNull();
});
