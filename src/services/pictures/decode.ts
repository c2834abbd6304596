import { decode as decodeJpeg } from 'jpeg-js';
import { decodeGif } from './gif.js';
import { encodePng } from './png.js';
import { shrink } from './shrink.js';

export type DecodeRequest = {
	readonly data: string;
	readonly format: 'jpeg' | 'gif';
	/** Bounds of the result in pixels; it is scaled down. */
	readonly most: { readonly width: number; readonly height: number };
	/** Larger pictures are not decoded. */
	readonly mostPixels: number;
};

/** The decoder's bound on other memory, in MB. */
const MOST_MEMORY = 512;

/** Turns a JPEG or the first frame of a GIF into a PNG; null for what cannot be decoded. Takes up to seconds. */
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
