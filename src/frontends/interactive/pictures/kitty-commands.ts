import type { PictureRef } from '../../../view/line.js';
import { placementOf } from '../../../view/pictures/placeholders.js';

// Kitty graphics protocol. `q=2`: the terminal reports neither success nor failure.

/** Bytes of a picture per command: 4,096 characters of base64, the protocol's limit. */
export const CHUNK_BYTES = 3072;

/** Part of a PNG from a multiple of `CHUNK_BYTES` on; the picture is complete with the last one. */
export function transmitChunk(id: number, png: Uint8Array, from: number): string {
	const end = Math.min(png.length, from + CHUNK_BYTES);
	// Encoded here: base64 from an agent might hold anything.
	const data = Buffer.from(png.buffer, png.byteOffset + from, end - from).toString('base64');
	const keys = from === 0 ? `a=t,f=100,t=d,i=${id},q=2,` : 'q=2,';
	return `\x1b_G${keys}m=${end < png.length ? 1 : 0};${data}\x1b\\`;
}

/** Ends a transmission early; no other graphics command is allowed before. */
export const BREAK_OFF = '\x1b_Gq=2,m=0;\x1b\\';

export function placePicture(picture: PictureRef): string {
	const { id, columns, rows } = picture;
	return `\x1b_Ga=p,U=1,i=${id},p=${placementOf(picture)},c=${columns},r=${rows},q=2\x1b\\`;
}

/** Removes a placement; the picture stays. */
export function removePlacement(id: number, placement: number): string {
	return `\x1b_Ga=d,d=i,i=${id},p=${placement},q=2\x1b\\`;
}

export function removePicture(id: number): string {
	return `\x1b_Ga=d,d=I,i=${id},q=2\x1b\\`;
}
