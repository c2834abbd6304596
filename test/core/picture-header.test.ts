import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readPictureHeader } from '../../src/core/picture-header.js';

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
const ascii = (text: string): number[] => [...text].map((char) => char.charCodeAt(0));
const big = (value: number): number[] => [(value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255];
const png = (width: number, height: number): number[] => [
	...PNG,
	...big(13),
	...ascii('IHDR'),
	...big(width),
	...big(height),
];
const frame = (marker: number, width: number, height: number): number[] => [
	0xff,
	marker,
	0,
	17,
	8,
	...big(height).slice(2),
	...big(width).slice(2),
	3,
];
const riff = (kind: string, rest: number[]): number[] => [
	...ascii('RIFF'),
	0,
	0,
	0,
	0,
	...ascii(`WEBP${kind}`),
	...rest,
];

test.each([
	['a PNG', png(640, 480), { format: 'png', width: 640, height: 480 }],
	['a PNG that claims to be huge', png(50_000, 50_000), { format: 'png', width: 50_000, height: 50_000 }],
	['a PNG of 2^32 - 1 pixels a side', png(0xffffffff, 1), { format: 'png', width: 0xffffffff, height: 1 }],
	['a GIF', [...ascii('GIF89a'), 0x40, 1, 0xf0, 0], { format: 'gif', width: 320, height: 240 }],
	['a JPEG', [0xff, 0xd8, ...frame(0xc0, 300, 200)], { format: 'jpeg', width: 300, height: 200 }],
	[
		'a progressive JPEG behind another segment and fill bytes',
		[0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xff, ...frame(0xc2, 9, 7)],
		{ format: 'jpeg', width: 9, height: 7 },
	],
	[
		'a WebP with a canvas',
		riff('VP8X', [0, 0, 0, 0, 0, 0, 0, 0, 0x8f, 1, 0, 0x2b, 1, 0]),
		{ format: 'webp', width: 400, height: 300 },
	],
	[
		'a lossy WebP',
		riff('VP8 ', [0, 0, 0, 0, 0, 0, 0, 0x9d, 1, 0x2a, 0x90, 0x41, 0x2c, 0x81]),
		{ format: 'webp', width: 400, height: 300 },
	],
	[
		'a lossless WebP',
		riff('VP8L', [0, 0, 0, 0, 0x2f, 0x8f, 0xc1, 0x4a, 0, 0, 0, 0, 0, 0]),
		{ format: 'webp', width: 400, height: 300 },
	],
	['no pixels', png(0, 10), null],
	['a PNG whose first chunk is another', [...PNG, ...big(13), ...ascii('tEXt'), ...big(1), ...big(1)], null],
	['a PNG that is cut', png(1, 1).slice(0, 20), null],
	['a JPEG whose data comes first', [0xff, 0xd8, 0xff, 0xda, 0, 4, 0, 0, ...frame(0xc0, 1, 1)], null],
	['a JPEG with a segment that cannot be', [0xff, 0xd8, 0xff, 0xe0, 0, 0, ...frame(0xc0, 1, 1)], null],
	['a JPEG without a frame', [0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff, 0, 0, 0, 0, 0, 0], null],
	['text', ascii('<svg xmlns="http://www.w3.org/2000/svg"/>'), null],
	['nothing', [], null],
] as const)('The header of %s is read before anything is decoded.', (_, bytes, expected) => {
	expect(readPictureHeader(Uint8Array.from(bytes))).toEqual(expected);
});

test('Whatever the bytes are, reading ends and gives sizes or nothing.', () => {
	const start = fc.constantFrom<number[]>([], PNG, [0xff, 0xd8], ascii('GIF89a'), ascii('RIFF\0\0\0\0WEBPVP8X'));
	fc.assert(
		fc.property(start, fc.uint8Array({ maxLength: 200 }), (head, rest) => {
			const found = readPictureHeader(Uint8Array.from([...head, ...rest]));
			expect(found === null || (found.width > 0 && found.height > 0)).toBe(true);
		}),
	);
});
