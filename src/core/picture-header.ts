export type PictureHeader = {
	readonly format: 'png' | 'jpeg' | 'gif' | 'webp';
	readonly width: number;
	readonly height: number;
};

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

/** Reads a picture's header from its first bytes, without decoding; null: another format. The bytes are hostile. */
export function readPictureHeader(bytes: Uint8Array): PictureHeader | null {
	const found = readPng(bytes) ?? readGif(bytes) ?? readWebp(bytes) ?? readJpeg(bytes);
	return found !== null && found.width > 0 && found.height > 0 ? found : null;
}

function readPng(bytes: Uint8Array): PictureHeader | null {
	if (bytes.length < 24 || PNG_SIGNATURE.some((byte, index) => bytes[index] !== byte)) return null;
	// The first chunk is IHDR, of 13 bytes.
	if (uint32(bytes, 8) !== 13 || text(bytes, 12, 4) !== 'IHDR') return null;
	return { format: 'png', width: uint32(bytes, 16), height: uint32(bytes, 20) };
}

function readGif(bytes: Uint8Array): PictureHeader | null {
	if (bytes.length < 10 || !/^GIF8[79]a$/.test(text(bytes, 0, 6))) return null;
	return { format: 'gif', width: little(bytes, 6, 2), height: little(bytes, 8, 2) };
}

function readWebp(bytes: Uint8Array): PictureHeader | null {
	if (bytes.length < 30 || text(bytes, 0, 4) !== 'RIFF' || text(bytes, 8, 4) !== 'WEBP') return null;
	switch (text(bytes, 12, 4)) {
		case 'VP8X':
			return { format: 'webp', width: little(bytes, 24, 3) + 1, height: little(bytes, 27, 3) + 1 };
		case 'VP8L': {
			const bits = little(bytes, 21, 4);
			return { format: 'webp', width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
		}
		case 'VP8 ':
			return { format: 'webp', width: little(bytes, 26, 2) & 0x3fff, height: little(bytes, 28, 2) & 0x3fff };
		default:
			return null;
	}
}

function readJpeg(bytes: Uint8Array): PictureHeader | null {
	if (bytes[0] !== 0xff || bytes[1] !== 0xd8) return null;
	let at = 2;
	while (at + 9 <= bytes.length) {
		if (bytes[at] !== 0xff) return null;
		const marker = bytes[at + 1] ?? 0;
		// Fill bytes may stand before a marker.
		if (marker === 0xff) {
			at += 1;
			continue;
		}
		const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
		if (isFrame) return { format: 'jpeg', width: uint16(bytes, at + 7), height: uint16(bytes, at + 5) };
		const length = uint16(bytes, at + 2);
		// Picture data before any frame, or a segment that cannot be.
		if (marker === 0xda || marker === 0xd9 || length < 2) return null;
		at += 2 + length;
	}
	return null;
}

function text(bytes: Uint8Array, from: number, length: number): string {
	return String.fromCharCode(...bytes.subarray(from, from + length));
}

function uint16(bytes: Uint8Array, at: number): number {
	return (bytes[at] ?? 0) * 0x100 + (bytes[at + 1] ?? 0);
}

function uint32(bytes: Uint8Array, at: number): number {
	return uint16(bytes, at) * 0x10000 + uint16(bytes, at + 2);
}

function little(bytes: Uint8Array, at: number, count: number): number {
	let value = 0;
	for (let index = count - 1; index >= 0; index -= 1) value = value * 0x100 + (bytes[at + index] ?? 0);
	return value;
}
