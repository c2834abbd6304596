import type { PictureRef } from '../../../view/line.js';
import { placementOf } from '../../../view/pictures/placeholders.js';

// The kitty graphics protocol. `q=2`: the terminal says nothing, neither success nor failure.

/** Bytes of a picture in one command: 4,096 characters of base64, the most that the protocol allows. */
export const CHUNK_BYTES = 3072;

/** A part of a PNG, from a multiple of `CHUNK_BYTES` on; the terminal has it whole with the last one. */
export function transmitChunk(id: number, png: Uint8Array, from: number): string {
	const end = Math.min(png.length, from + CHUNK_BYTES);
	// Encoded here: what an agent sent as base64 might hold anything.
	const data = Buffer.from(png.buffer, png.byteOffset + from, end - from).toString('base64');
	const keys = from === 0 ? `a=t,f=100,t=d,i=${id},q=2,` : 'q=2,';
	return `\x1b_G${keys}m=${end < png.length ? 1 : 0};${data}\x1b\\`;
}

/** Ends a transmission before its time; nothing else may be said to the terminal of pictures before. */
export const BREAK_OFF = '\x1b_Gq=2,m=0;\x1b\\';

/** Gives a picture a box of cells, which placeholders fill. */
export function placePicture(picture: PictureRef): string {
	const { id, columns, rows } = picture;
	return `\x1b_Ga=p,U=1,i=${id},p=${placementOf(picture)},c=${columns},r=${rows},q=2\x1b\\`;
}

/** Takes a box back; the picture stays. */
export function removePlacement(id: number, placement: number): string {
	return `\x1b_Ga=d,d=i,i=${id},p=${placement},q=2\x1b\\`;
}

/** Takes a picture back with all that it holds in the terminal. */
export function removePicture(id: number): string {
	return `\x1b_Ga=d,d=I,i=${id},q=2\x1b\\`;
}
