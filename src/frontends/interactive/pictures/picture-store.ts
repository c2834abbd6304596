import type { ImageBlock } from '../../../core/content.js';
import type { PictureHeader } from '../../../core/picture-header.js';
import type { ClockPort } from '../../../core/ports.js';
import type { PictureRef } from '../../../view/line.js';
import type { PictureSource, PixelSize } from '../../../view/pictures/picture-lines.js';
import { KnownPictures, MOST_PIXELS } from './known-pictures.js';
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
