import { crc32, deflateSync } from 'node:zlib';
import type { Pixels } from './gif.js';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export function encodePng({ width, height, data }: Pixels): Buffer {
	const stride = width * 4;
	const rows = Buffer.alloc((stride + 1) * height);
	for (let row = 0; row < height; row += 1) {
		const to = row * (stride + 1);
		// Each byte as its difference from the pixel to the left, which packs better.
		rows[to] = 1;
		for (let byte = 0; byte < stride; byte += 1) {
			const at = row * stride + byte;
			rows[to + 1 + byte] = (data[at] ?? 0) - (byte < 4 ? 0 : (data[at - 4] ?? 0));
		}
	}
	const header = Buffer.alloc(13);
	header.writeUInt32BE(width, 0);
	header.writeUInt32BE(height, 4);
	// Eight bits a channel, with alpha.
	header.set([8, 6], 8);
	return Buffer.concat([
		SIGNATURE,
		chunk('IHDR', header),
		chunk('IDAT', deflateSync(rows)),
		chunk('IEND', Buffer.alloc(0)),
	]);
}

function chunk(type: string, data: Buffer): Buffer {
	const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
	const framed = Buffer.alloc(body.length + 8);
	framed.writeUInt32BE(data.length, 0);
	body.copy(framed, 4);
	framed.writeUInt32BE(crc32(body), body.length + 4);
	return framed;
}
