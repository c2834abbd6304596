import { crc32, deflateSync, inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { encode as encodeJpeg } from 'jpeg-js';
import { describe, expect, test } from 'vitest';
import { readPictureHeader } from '../../../src/core/picture-header.js';
import { decodePicture, decodePixels, encodePng, shrink } from '../../../src/services/pictures/decode.js';
import { decodeGif, type Pixels } from '../../../src/services/pictures/gif.js';
import { lines } from '../../core/lines.js';

const RED = [255, 0, 0, 255];
const BLUE = [0, 0, 255, 255];
const NOTHING = [0, 0, 0, 0];

const solid = (width: number, height: number, color: readonly number[]): Pixels => ({
	width,
	height,
	data: Uint8Array.from(Array.from({ length: width * height }, () => color).flat()),
});
const pixel = ({ width, data }: Pixels, x: number, y: number): number[] => [
	...data.subarray((y * width + x) * 4, (y * width + x) * 4 + 4),
];

/** The pixels of a PNG as `encodePng` makes them. */
function readPng(png: Uint8Array): Pixels {
	const bytes = Buffer.from(png);
	const { width = 0, height = 0 } = readPictureHeader(bytes) ?? {};
	const length = bytes.readUInt32BE(33);
	expect(bytes.subarray(37, 41).toString()).toBe('IDAT');
	const rows = inflateSync(bytes.subarray(41, 41 + length));
	const data = new Uint8Array(width * height * 4);
	for (let row = 0; row < height; row += 1) {
		expect(rows[row * (width * 4 + 1)]).toBe(1);
		for (let byte = 0; byte < width * 4; byte += 1) {
			const at = row * width * 4 + byte;
			data[at] = (rows[row * (width * 4 + 1) + 1 + byte] ?? 0) + (byte < 4 ? 0 : (data[at - 4] ?? 0));
		}
	}
	return { width, height, data };
}

/** A GIF that writes every pixel as a code of its own, with clear codes between so that none grows. */
function gif(
	width: number,
	height: number,
	indices: readonly number[],
	options: { readonly transparent?: number; readonly isInterlaced?: boolean; readonly canvas?: number } = {},
): Buffer {
	const canvas = options.canvas ?? width;
	let bits = '';
	const put = (code: number): void => {
		bits = code.toString(2).padStart(3, '0') + bits;
	};
	for (const index of indices) {
		put(4);
		put(index);
	}
	put(5);
	const codes: number[] = [];
	for (let end = bits.length; end > 0; end -= 8) codes.push(Number.parseInt(bits.slice(Math.max(0, end - 8), end), 2));
	const blocks: number[] = [];
	for (let at = 0; at < codes.length; at += 255) {
		const part = codes.slice(at, at + 255);
		blocks.push(part.length, ...part);
	}
	const control = options.transparent === undefined ? [] : [0x21, 0xf9, 4, 1, 0, 0, options.transparent, 0];
	return Buffer.from([
		...Buffer.from('GIF89a'),
		...[canvas, 0, height, 0, 0x81, 0, 0],
		...[0, 0, 0, 255, 0, 0, 0, 0, 255, 0, 255, 0],
		...[0x21, 0xfe, 2, 0x68, 0x69, 0],
		...control,
		...[0x2c, 0, 0, 0, 0, width, 0, height, 0, options.isInterlaced === true ? 0x40 : 0],
		...[2, ...blocks, 0, 0x3b],
	]);
}

describe('A GIF', () => {
	test('gives its first picture, with what is transparent and what it does not cover left out', () => {
		const picture = decodeGif(gif(2, 2, [1, 2, 2, 1], { transparent: 2, canvas: 3 }), 100);
		if (picture === null) throw new Error('not decoded');
		expect([picture.width, picture.height]).toEqual([3, 2]);
		expect([pixel(picture, 0, 0), pixel(picture, 1, 0), pixel(picture, 2, 0)]).toEqual([RED, NOTHING, NOTHING]);
		expect([pixel(picture, 0, 1), pixel(picture, 1, 1)]).toEqual([NOTHING, RED]);
	});

	test('puts interlaced rows where they belong', () => {
		const rows = [1, 0, 2, 2, 1, 1, 1, 1];
		const picture = decodeGif(gif(1, 8, rows, { isInterlaced: true }), 100);
		if (picture === null) throw new Error('not decoded');
		// Rows come as 0, 4, 2, 6, 1, 3, 5, 7.
		expect(pixel(picture, 0, 2)).toEqual(BLUE);
		expect(pixel(picture, 0, 6)).toEqual(BLUE);
		expect(pixel(picture, 0, 4)).toEqual([0, 0, 0, 255]);
		expect(pixel(picture, 0, 7)).toEqual(RED);
	});

	test('with codes that grow and repeat is what it was', () => {
		// 10 by 10, from the description of the format: four colours, codes of three bits and more.
		const codes = '8c 2d 99 87 2a 1c dc 33 a0 02 75 ec 95 fa a8 de 60 8c 04 91 4c 01 00';
		const head = '47 49 46 38 39 61 0a 00 0a 00 91 00 00 ff ff ff ff 00 00 00 00 ff 00 00 00';
		const frame = '21 f9 04 00 00 00 00 00 2c 00 00 00 00 0a 00 0a 00 00 02 16';
		const bytes = Buffer.from(`${head} ${frame} ${codes} 3b`.replaceAll(' ', ''), 'hex');
		const picture = decodeGif(bytes, 100);
		if (picture === null) throw new Error('not decoded');
		const drawn = Array.from({ length: 10 }, (_, y) =>
			Array.from({ length: 10 }, (_unused, x) => {
				const [red, , blue] = pixel(picture, x, y);
				return red === 255 && blue === 255 ? 'w' : red === 255 ? 'r' : 'b';
			}).join(''),
		);
		expect(drawn).toEqual(lines`
			rrrrrbbbbb ¦ rrrrrbbbbb ¦ rrrrrbbbbb ¦ rrrwwwwbbb ¦ rrrwwwwbbb ¦ bbbwwwwrrr ¦ bbbwwwwrrr ¦ bbbbbrrrrr
			bbbbbrrrrr ¦ bbbbbrrrrr
		`);
	});

	test.each([
		['no GIF', Buffer.from('hello, this is text')],
		['more pixels than allowed', gif(11, 10, [1])],
		['no picture', gif(2, 2, [1]).subarray(0, 25)],
	])('is refused with %s', (_, bytes) => {
		expect(decodeGif(bytes, 100)).toBeNull();
	});

	test('that is broken anywhere ends, with a picture or without', () => {
		const whole = gif(
			8,
			8,
			Array.from({ length: 64 }, (_, index) => index % 3),
		);
		fc.assert(
			fc.property(fc.nat(whole.length), fc.array(fc.tuple(fc.nat(whole.length), fc.nat(255))), (length, changes) => {
				const bytes = Buffer.from(whole.subarray(0, length));
				for (const [at, value] of changes) if (at < bytes.length && at > 5) bytes[at] = value;
				const picture = decodeGif(bytes, 10_000);
				expect(picture === null || picture.data.length === picture.width * picture.height * 4).toBe(true);
			}),
		);
	});
});

test('A PNG holds the pixels that it was made of.', () => {
	const picture: Pixels = { width: 3, height: 2, data: Uint8Array.from({ length: 24 }, (_, index) => index * 37) };
	expect(readPng(encodePng(picture))).toEqual(picture);
});

describe('Shrinking', () => {
	test('mixes colours by how opaque they are', () => {
		const picture: Pixels = { width: 2, height: 1, data: Uint8Array.from([...RED, 0, 255, 0, 0]) };
		expect(pixel(shrink(picture, { width: 1, height: 1 }), 0, 0)).toEqual([255, 0, 0, 127]);
	});
});

describe('Decoding', () => {
	const most = { width: 50, height: 50 };

	test('makes a PNG of a JPEG, as small as it may be', () => {
		const { data } = encodeJpeg({ ...solid(100, 60, RED), data: Buffer.from(solid(100, 60, RED).data) }, 90);
		const png = decodePicture({ data: data.toString('base64'), format: 'jpeg', most, mostPixels: 10_000 });
		if (png === null) throw new Error('not decoded');
		const picture = readPng(png);
		expect([picture.width, picture.height]).toEqual([50, 30]);
		const [red = 0, green = 0, blue = 0, alpha = 0] = pixel(picture, 25, 15);
		expect(red).toBeGreaterThan(240);
		expect(Math.max(green, blue)).toBeLessThan(15);
		expect(alpha).toBe(255);
		expect(decodePicture({ data: data.toString('base64'), format: 'jpeg', most, mostPixels: 5000 })).toBeNull();
	});

	test('makes a PNG of a GIF', () => {
		const data = gif(2, 2, [1, 2, 2, 1]).toString('base64');
		const png = decodePicture({ data, format: 'gif', most, mostPixels: 100 });
		expect(png === null ? null : pixel(readPng(png), 1, 0)).toEqual(BLUE);
	});

	test.each(['jpeg', 'gif'] as const)('gives nothing for what is no %s', (format) => {
		for (const data of ['', 'AAAA', Buffer.from([0xff, 0xd8, 0xff, 0xc0, 0, 17, 8, 0, 60]).toString('base64')]) {
			expect(decodePicture({ data, format, most, mostPixels: 100 })).toBeNull();
		}
	});
});

describe('Pixels', () => {
	const request = (bytes: Buffer, most = 100) => ({
		data: bytes.toString('base64'),
		format: 'png' as const,
		most: { width: most, height: most },
		mostPixels: 10_000,
	});

	test('of a PNG that is too large, or says another size than it has, are none.', () => {
		expect(decodePixels(request(encodePng(solid(200, 100, RED))))).toBeNull();
		const lies = encodePng(solid(2, 2, RED));
		lies.writeUInt32BE(50, 16);
		expect(decodePixels(request(lies))).toBeNull();
	});

	test('of whatever bytes end.', () => {
		const png = encodePng(solid(5, 5, BLUE));
		fc.assert(
			fc.property(fc.nat(png.length - 1), fc.nat(255), fc.nat(png.length), (at, value, end) => {
				const broken = Buffer.from(png.subarray(0, end));
				if (at < broken.length) broken[at] = value;
				decodePixels(request(broken));
			}),
		);
	});
});

describe('A PNG that is more than its first header says', () => {
	const part = (type: string, data: Buffer): Buffer => {
		const bytes = Buffer.alloc(12 + data.length);
		bytes.writeUInt32BE(data.length, 0);
		bytes.write(type, 4, 'latin1');
		data.copy(bytes, 8);
		bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length);
		return bytes;
	};
	const header = (side: number, interlaced: number): Buffer => {
		const data = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 6, 0, 0, interlaced]);
		data.writeUInt32BE(side, 0);
		data.writeUInt32BE(side, 4);
		return part('IHDR', data);
	};
	const decoded = (...parts: readonly Buffer[]) => {
		const bytes = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...parts, part('IEND', Buffer.alloc(0))]);
		const most = { width: 100, height: 100 };
		return decodePicture({ data: bytes.toString('base64'), format: 'png', most, mostPixels: 200 });
	};
	const rows = (side: number) => part('IDAT', deflateSync(Buffer.alloc(side * (side * 4 + 1))));

	test('is none by a second, larger one', () => {
		expect(decoded(header(10, 0), rows(10))).not.toBeNull();
		expect(decoded(header(10, 0), header(20, 0), rows(20))).toBeNull();
	});

	test('unpacks no more than it may, where its lines are interlaced', { retry: 0 }, () => {
		const small = Buffer.alloc(10 * 40 + 20);
		expect(decoded(header(10, 1), part('IDAT', deflateSync(small)))).not.toBeNull();
		const bomb = part('IDAT', deflateSync(Buffer.alloc(400_000_000)));
		const before = process.resourceUsage().maxRSS;
		expect(decoded(header(10, 1), bomb)).toBeNull();
		// A kilobyte each.
		expect(process.resourceUsage().maxRSS - before).toBeLessThan(200_000);
	});
});
