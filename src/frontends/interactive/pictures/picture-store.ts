import type { ImageBlock } from '../../../core/content.js';
import { type PictureHeader, readPictureHeader } from '../../../core/picture-header.js';
import type { ClockPort } from '../../../core/ports.js';
import type { PictureRef } from '../../../view/line.js';
import type { PictureSource, PixelSize } from '../../../view/pictures/picture-lines.js';
import { TerminalPictures } from './terminal-pictures.js';
import { type DecodePixels, type DecodeRequest, TextPictures } from './text-pictures.js';
import { createTransmitter, type Transmitter } from './transmitter.js';

/** Converts a base64 picture to a PNG within `most`, in proportion and off this thread; null when it cannot. */
export type DecodePicture = (request: DecodeRequest) => Promise<Uint8Array | null>;

export type PictureStoreOptions = {
	readonly clock: ClockPort;
	readonly write: (data: string) => void;
	/** The set of showable pictures changed. */
	readonly changed: () => void;
	readonly decode: DecodePicture;
	readonly decodePixels: DecodePixels;
	/** The terminal shows half blocks in any colour. */
	readonly hasHalfBlocks: boolean;
	/** The terminal is at the other end of a network. */
	readonly isRemote?: boolean;
	readonly firstId?: number;
};

/** Pixels of the largest box, on the sharpest of screens. */
const DECODED: PixelSize = { width: 1600, height: 800 };

/** A pixel for half a cell: small pictures are not enlarged, but drawn as large as they are sharp. */
const HALF_BLOCK_CELL: PixelSize = { width: 2, height: 4 };

type UnderWay = { readonly id: number; readonly block: ImageBlock };

export class PictureStore {
	readonly #options: PictureStoreOptions;
	readonly #known: KnownPictures;
	readonly #inTerminal: TerminalPictures;
	readonly #transmitter: Transmitter;
	#source: PictureSource | null = null;
	#version = 0;
	#visible: readonly PictureRef[] = [];
	#underWay: UnderWay | null = null;
	#isPaused = false;

	constructor(options: PictureStoreOptions) {
		const { clock, write, firstId, isRemote } = options;
		this.#options = options;
		this.#inTerminal = new TerminalPictures(write);
		this.#known = new KnownPictures(firstId, (block) =>
			this.#underWay?.block.data === block.data ? this.#underWay.id : this.#inTerminal.idOf(block),
		);
		this.#transmitter = createTransmitter(clock, write, isRemote === true);
	}

	/** Null until the terminal said that it shows pictures. */
	source(): PictureSource | null {
		return this.#source;
	}

	open(cell: PixelSize): void {
		this.#openWith({ cell });
	}

	/** No pictures are wanted any more: each is a line again. */
	close(): void {
		if (this.#source === null) return;
		this.#source = null;
		this.#visible = [];
		this.pause();
		this.resume();
		this.#options.changed();
	}

	#openWith(how: Pick<PictureSource, 'cell' | 'pixels'>): void {
		this.#source = {
			version: ++this.#version,
			...how,
			find: (block) => {
				const found = this.#known.find(block);
				return found === null ? null : { id: found.id, width: found.header.width, height: found.header.height };
			},
		};
		this.#options.changed();
	}

	/** The terminal shows no pictures: they are drawn as half blocks, where it has the colours. */
	openAsText(): void {
		if (!this.#options.hasHalfBlocks) return;
		const pictures = new TextPictures({
			decode: this.#options.decodePixels,
			mostPixels: MOST_PIXELS,
			settled: (block, isDecoded) => {
				if (!isDecoded) this.#known.refuse(block);
				this.#sourceChanged();
			},
		});
		this.#openWith({
			cell: HALF_BLOCK_CELL,
			pixels: (block) => {
				const found = this.#known.find(block);
				return found === null ? null : pictures.pixels(block, found.header);
			},
		});
	}

	#sourceChanged(): void {
		if (this.#source !== null) this.#source = { ...this.#source, version: ++this.#version };
		this.#options.changed();
	}

	show(pictures: readonly PictureRef[]): void {
		this.#visible = pictures;
		if (this.#isPaused || pictures.length === 0) return;
		// During a transmission the terminal takes no other graphics command.
		if (this.#underWay === null) this.#inTerminal.place(pictures);
		this.#bringNext();
	}

	has(picture: PictureRef): boolean {
		return this.#inTerminal.isPlaced(picture);
	}

	/** Removes all pictures from the terminal, and transmits none until `resume`. */
	pause(): void {
		this.#isPaused = true;
		this.#transmitter.breakOff();
		this.#inTerminal.clear(this.#underWay?.id ?? null);
		this.#underWay = null;
	}

	resume(): void {
		this.#isPaused = false;
	}

	#bringNext(): void {
		if (this.#underWay !== null || this.#isPaused || this.#source === null) return;
		const next = this.#visible.find((one) => !this.#inTerminal.holds(one.id) && this.#known.find(one.block) !== null);
		if (next === undefined) return;
		const mine = { id: next.id, block: next.block };
		this.#underWay = mine;
		this.#bring(mine).catch(() => this.#refuse(mine));
	}

	async #bring(mine: UnderWay): Promise<void> {
		const { id, block } = mine;
		const known = this.#known.find(block);
		if (known === null) return this.#refuse(mine);
		const png = await this.#pngOf(block, known.header);
		// Paused meanwhile.
		if (this.#underWay !== mine) return;
		if (png === null) return this.#refuse(mine);
		this.#transmitter.send(id, png, () => {
			this.#underWay = null;
			this.#inTerminal.add(id, block, known.header.width * known.header.height);
			this.#inTerminal.place(this.#visible);
			this.#inTerminal.evict(this.#visible);
			this.#options.changed();
			this.#bringNext();
		});
	}

	async #pngOf(block: ImageBlock, { format }: PictureHeader): Promise<Uint8Array | null> {
		if (format === 'webp') return null;
		if (format === 'png') return Buffer.from(block.data, 'base64');
		return this.#options.decode({ data: block.data, format, most: DECODED, mostPixels: MOST_PIXELS });
	}

	/** An unreadable picture is shown as a line. */
	#refuse(mine: UnderWay): void {
		if (this.#underWay !== mine) return;
		this.#underWay = null;
		this.#known.refuse(mine.block);
		this.#sourceChanged();
		this.#bringNext();
	}
}

/** Larger pictures stay a line. Bytes, pixels, and a side (the terminals' own limit). */
export const MOST_BYTES = 10_000_000;
const MOST_PIXELS = 16_000_000;
const MOST_SIDE = 10_000;

/** Base64 characters that contain the size: a JPEG may have a preview and more before it. */
const HEAD = 64;
const LONG_HEAD = 700_000;
const LAST_ID = 0xffffff;

type KnownPicture = { readonly id: number; readonly header: PictureHeader };

class KnownPictures {
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
