import { decode as decodeJpeg } from 'jpeg-js';
import { decodeGif } from './gif.js';
import { encodePng } from './png.js';
import { shrink } from './shrink.js';

/** A picture that is to become a PNG. */
export type DecodeRequest = {
	/** Base64. */
	readonly data: string;
	readonly format: 'jpeg' | 'gif';
	/** The result is made as small as this, in pixels. */
	readonly most: { readonly width: number; readonly height: number };
	/** More than so many pixels are not decoded. */
	readonly mostPixels: number;
};

/** The decoder's own bound on what it takes besides, in MB. */
const MOST_MEMORY = 512;

/** Makes a PNG of a JPEG or the first picture of a GIF; null for what cannot be decoded. Takes its time: up to seconds. */
export function decodePicture({ data, format, most, mostPixels }: DecodeRequest): Uint8Array | null {
	const bytes = Buffer.from(data, 'base64');
	if (format === 'gif') {
		const picture = decodeGif(bytes, mostPixels);
		return picture === null ? null : encodePng(shrink(picture, most));
	}
	try {
		const limits = { maxResolutionInMP: mostPixels / 1_000_000, maxMemoryUsageInMB: MOST_MEMORY };
		return encodePng(shrink(decodeJpeg(bytes, { useTArray: true, ...limits }), most));
	} catch {
		// It throws for whatever is wrong with a picture, and that is all there is to say of it.
		return null;
	}
}
