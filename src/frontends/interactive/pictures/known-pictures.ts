import type { ImageBlock } from '../../../core/content.js';
import { type PictureHeader, readPictureHeader } from '../../../core/picture-header.js';

/** Larger pictures stay a line. Bytes, pixels, and a side (the terminals' own limit). */
export const MOST_BYTES = 10_000_000;
export const MOST_PIXELS = 16_000_000;
const MOST_SIDE = 10_000;

/** Base64 characters that contain the size: a JPEG may have a preview and more before it. */
const HEAD = 64;
const LONG_HEAD = 700_000;
const LAST_ID = 0xffffff;

export type KnownPicture = { readonly id: number; readonly header: PictureHeader };

export class KnownPictures {
	readonly #known = new WeakMap<ImageBlock, KnownPicture | 'none'>();
	readonly #sameAs: (block: ImageBlock) => number | null;
	#nextId: number;

	/** Ids begin with `firstId`; `sameAs` finds the id of an equal picture in the terminal. */
	constructor(firstId: number | undefined, sameAs: (block: ImageBlock) => number | null) {
		// Random, to avoid the ids of other programs in the same window.
		this.#nextId = firstId ?? 1 + Math.floor(Math.random() * (LAST_ID - 1));
		this.#sameAs = sameAs;
	}

	find(block: ImageBlock): KnownPicture | null {
		const before = this.#known.get(block);
		if (before !== undefined) return before === 'none' ? null : before;
		const header = readHeader(block);
		// Nothing here decodes WebP.
		const found = header === null || header.format === 'webp' ? 'none' : { id: this.#idOf(block), header };
		this.#known.set(block, found);
		return found === 'none' ? null : found;
	}

	refuse(block: ImageBlock): void {
		this.#known.set(block, 'none');
	}

	/** Agents send a call's whole content repeatedly: an equal picture keeps its id. */
	#idOf(block: ImageBlock): number {
		const same = this.#sameAs(block);
		if (same !== null) return same;
		const id = this.#nextId;
		this.#nextId = id === LAST_ID ? 1 : id + 1;
		return id;
	}
}

function readHeader(block: ImageBlock): PictureHeader | null {
	if (block.bytes > MOST_BYTES) return null;
	const head = (chars: number): Uint8Array => Buffer.from(block.data.slice(0, chars), 'base64');
	const start = head(HEAD);
	const isJpeg = start[0] === 0xff && start[1] === 0xd8;
	const header = readPictureHeader(isJpeg ? head(LONG_HEAD) : start);
	if (header === null || header.width > MOST_SIDE || header.height > MOST_SIDE) return null;
	return header.width * header.height > MOST_PIXELS ? null : header;
}
