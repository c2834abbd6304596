import type { ImageBlock } from '../../../core/content.js';
import type { PictureHeader } from '../../../core/picture-header.js';
import { Serial } from '../../../core/serial.js';
import type { Pixels } from '../../../view/pictures/half-blocks.js';
import type { PixelSize } from '../../../view/pictures/picture-lines.js';

export type DecodeRequest = {
	/** In base64. */
	readonly data: string;
	readonly format: 'png' | 'jpeg' | 'gif';
	readonly most: PixelSize;
	readonly mostPixels: number;
};

/** Decodes a picture to pixels within `most`, outside of this thread; null when it cannot. */
export type DecodePixels = (request: DecodeRequest) => Promise<Pixels | null>;

/** A few pixels for each half of a cell of the largest box. */
const DECODED: PixelSize = { width: 640, height: 60 };

export type TextPictureOptions = {
	readonly decode: DecodePixels;
	readonly mostPixels: number;
	/** A picture was decoded, or cannot be. */
	readonly settled: (block: ImageBlock, isDecoded: boolean) => void;
};

/** Pictures as pixels for half blocks; each is decoded once, one after the other, when it is first drawn. */
export class TextPictures {
	readonly #options: TextPictureOptions;
	readonly #known = new WeakMap<ImageBlock, Pixels | 'waiting'>();
	readonly #turns = new Serial();

	constructor(options: TextPictureOptions) {
		this.#options = options;
	}

	/** Null while it is decoded. */
	pixels(block: ImageBlock, { format }: PictureHeader): Pixels | null {
		const known = this.#known.get(block);
		if (known !== undefined) return known === 'waiting' ? null : known;
		if (format === 'webp') return null;
		this.#known.set(block, 'waiting');
		void this.#turns.run(() => this.#bring(block, format));
		return null;
	}

	async #bring(block: ImageBlock, format: DecodeRequest['format']): Promise<void> {
		const { decode, mostPixels, settled } = this.#options;
		const pixels = await decode({ data: block.data, format, most: DECODED, mostPixels }).catch(() => null);
		if (pixels !== null) this.#known.set(block, pixels);
		settled(block, pixels !== null);
	}
}
