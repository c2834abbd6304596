import { constants, inflateSync } from 'node:zlib';
import { decode as decodeJpeg } from 'jpeg-js';
import { PNG } from 'pngjs';
import { readPictureHeader } from '../../core/picture-header.js';
import { decodeGif, type Pixels } from './gif.js';

export type DecodeRequest = {
	readonly data: string;
	readonly format: 'png' | 'jpeg' | 'gif';
	readonly most: { readonly width: number; readonly height: number };
	/** Larger pictures are not decoded. */
	readonly mostPixels: number;
};

/** Bytes of a PNG before its first part, and the place of a field of its header. */
const PNG_START = 8;
const IS_INTERLACED = 28;
/** The decoder's bound on other memory, in MB. */
const MOST_MEMORY = 512;

/** Turns a picture (a GIF's first frame) into a PNG; null for what cannot be decoded. Takes up to seconds. */
export function decodePicture(request: DecodeRequest): Uint8Array | null {
	const picture = decodePixels(request);
	return picture === null ? null : encodePng(picture);
}

/** Pixels of a picture within `most`; null for what cannot be decoded. */
export function decodePixels({ data, format, most, mostPixels }: DecodeRequest): Pixels | null {
	const bytes = Buffer.from(data, 'base64');
	try {
		const picture = format === 'gif' ? decodeGif(bytes, mostPixels) : decodeOther(bytes, format, mostPixels);
		return picture === null ? null : shrink(picture, most);
	} catch {
		// The libraries throw for whatever is wrong with a picture, and that is all there is to say of it.
		return null;
	}
}

function decodeOther(bytes: Buffer, format: 'png' | 'jpeg', mostPixels: number): Pixels | null {
	if (format === 'jpeg') {
		const limits = { maxResolutionInMP: mostPixels / 1_000_000, maxMemoryUsageInMB: MOST_MEMORY };
		return decodeJpeg(bytes, { useTArray: true, ...limits });
	}
	const header = readPictureHeader(bytes);
	const isBounded = header !== null && header.width * header.height <= mostPixels && unpacksWithin(bytes, header);
	return isBounded ? PNG.sync.read(bytes) : null;
}

/** Checks what `pngjs` does not: a second header, and, where lines are interlaced, how much the data unpack to. */
function unpacksWithin(bytes: Buffer, { width, height }: { readonly width: number; readonly height: number }): boolean {
	const data: Buffer[] = [];
	let headers = 0;
	for (let at = PNG_START; at + 8 <= bytes.length; ) {
		const length = bytes.readUInt32BE(at);
		const type = bytes.toString('latin1', at + 4, at + 8);
		if (type === 'IHDR') headers += 1;
		if (type === 'IDAT') data.push(bytes.subarray(at + 8, at + 8 + length));
		at += 12 + length;
	}
	// Eight bytes a pixel at most, and a byte for each line of the seven pictures that it consists of.
	if (bytes[IS_INTERLACED] !== 0)
		inflateSync(Buffer.concat(data), { maxOutputLength: 8 * width * height + 2 * height + 7 });
	return headers === 1;
}

export function encodePng({ width, height, data }: Pixels): Buffer {
	const png = Object.assign(new PNG({ width, height }), { data: Buffer.from(data) });
	// Each byte as its difference from the pixel to the left packs better than none, and is found at once.
	return PNG.sync.write(png, { filterType: 1, deflateLevel: 6, deflateStrategy: constants.Z_DEFAULT_STRATEGY });
}

/** A picture scaled down into `most`, in its proportions, each pixel the mean of its source pixels; never enlarged. */
export function shrink(picture: Pixels, most: { readonly width: number; readonly height: number }): Pixels {
	const scale = Math.min(1, most.width / picture.width, most.height / picture.height);
	if (scale === 1) return picture;
	const width = Math.max(1, Math.round(picture.width * scale));
	const height = Math.max(1, Math.round(picture.height * scale));
	const data = new Uint8Array(width * height * 4);
	for (let y = 0; y < height; y += 1) {
		const top = Math.floor((y * picture.height) / height);
		const bottom = Math.max(top + 1, Math.floor(((y + 1) * picture.height) / height));
		for (let x = 0; x < width; x += 1) {
			const left = Math.floor((x * picture.width) / width);
			const right = Math.max(left + 1, Math.floor(((x + 1) * picture.width) / width));
			mean(picture, { left, right, top, bottom }, data, (y * width + x) * 4);
		}
	}
	return { width, height, data };
}

type Area = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };

function mean({ width, data }: Pixels, { left, right, top, bottom }: Area, into: Uint8Array, to: number): void {
	let red = 0;
	let green = 0;
	let blue = 0;
	let alpha = 0;
	for (let y = top; y < bottom; y += 1) {
		for (let at = (y * width + left) * 4; at < (y * width + right) * 4; at += 4) {
			const weight = data[at + 3] ?? 0;
			red += (data[at] ?? 0) * weight;
			green += (data[at + 1] ?? 0) * weight;
			blue += (data[at + 2] ?? 0) * weight;
			alpha += weight;
		}
	}
	if (alpha === 0) return;
	into[to] = red / alpha;
	into[to + 1] = green / alpha;
	into[to + 2] = blue / alpha;
	into[to + 3] = alpha / ((right - left) * (bottom - top));
}
