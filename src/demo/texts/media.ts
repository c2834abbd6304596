import { crc32, deflateSync } from 'node:zlib';

/** A small PNG (32×32, a gradient), made here so that no file has to be shipped. Base64. */
export function picture(): string {
	const side = 32;
	const rows = Buffer.alloc(side * (side * 3 + 1));
	for (let y = 0; y < side; y += 1) {
		for (let x = 0; x < side; x += 1) {
			const at = y * (side * 3 + 1) + 1 + x * 3;
			rows[at] = 40 + x * 6;
			rows[at + 1] = 90;
			rows[at + 2] = 230 - y * 5;
		}
	}
	const header = Buffer.alloc(13);
	header.writeUInt32BE(side, 0);
	header.writeUInt32BE(side, 4);
	header.set([8, 2], 8);
	const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
	const chunks = [pngChunk('IHDR', header), pngChunk('IDAT', deflateSync(rows)), pngChunk('IEND', Buffer.alloc(0))];
	return Buffer.concat([signature, ...chunks]).toString('base64');
}

/** A tenth of a second of the note A as a WAV file (8 kHz, 8 bit). Base64. */
export function sound(): string {
	const rate = 8_000;
	const samples = Buffer.alloc(rate / 10);
	for (let index = 0; index < samples.length; index += 1) {
		samples[index] = 128 + Math.round(60 * Math.sin((2 * Math.PI * 440 * index) / rate));
	}
	const header = Buffer.alloc(44);
	header.write('RIFF', 0);
	header.writeUInt32LE(36 + samples.length, 4);
	header.write('WAVEfmt ', 8);
	header.writeUInt32LE(16, 16);
	header.writeUInt16LE(1, 20);
	header.writeUInt16LE(1, 22);
	header.writeUInt32LE(rate, 24);
	header.writeUInt32LE(rate, 28);
	header.writeUInt16LE(1, 32);
	header.writeUInt16LE(8, 34);
	header.write('data', 36);
	header.writeUInt32LE(samples.length, 40);
	return Buffer.concat([header, samples]).toString('base64');
}

/** A PDF of one empty page. Base64. */
export function page(): string {
	const parts = [
		'%PDF-1.4\n',
		'1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n',
		'2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n',
		'3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]>>endobj\n',
		'trailer<</Root 1 0 R>>\n%%EOF\n',
	];
	return Buffer.from(parts.join('')).toString('base64');
}

/** Words that an agent would tell its model, and nobody else. */
export const FOR_ASSISTANT = [
	'The user has the files src/bucket.ts and src/clock.ts open.',
	'The last run of the tests took 4.1 s and failed in one place.',
	'Answer in the language of the question.',
	'',
].join('\n');

function pngChunk(type: string, data: Buffer): Buffer {
	const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
	const framed = Buffer.alloc(body.length + 8);
	framed.writeUInt32BE(data.length, 0);
	framed.set(body, 4);
	framed.writeUInt32BE(crc32(body), body.length + 4);
	return framed;
}
