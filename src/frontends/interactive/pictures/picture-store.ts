import type { ImageBlock } from '../../../core/content.js';
import type { PictureHeader } from '../../../core/picture-header.js';
import type { ClockPort } from '../../../core/ports.js';
import type { PictureRef } from '../../../view/line.js';
import type { PictureSource, PixelSize } from '../../../view/pictures/picture-lines.js';
import { KnownPictures, MOST_PIXELS } from './known-pictures.js';
import { TerminalPictures } from './terminal-pictures.js';
import { createTransmitter, type Transmitter } from './transmitter.js';

/** Makes a PNG of a picture in base64, in its proportions within `most`, elsewhere than here; null when it cannot. */
export type DecodePicture = (request: {
	readonly data: string;
	readonly format: 'jpeg' | 'gif';
	readonly most: PixelSize;
	readonly mostPixels: number;
}) => Promise<Uint8Array | null>;

/** What a picture store needs. */
export type PictureStoreOptions = {
	readonly clock: ClockPort;
	readonly write: (data: string) => void;
	/** Something can be shown that could not before, or the other way round. */
	readonly changed: () => void;
	/** Makes PNGs of other formats. */
	readonly decode: DecodePicture;
	/** The terminal is at the other end of a network. */
	readonly isRemote?: boolean;
	/** The number of the first picture. */
	readonly firstId?: number;
};

/** No box has more pixels, on the sharpest of screens. */
const DECODED: PixelSize = { width: 1600, height: 800 };

type UnderWay = { readonly id: number; readonly block: ImageBlock };

/** Brings visible pictures to the terminal, one at a time, and takes back what is too much. */
export class PictureStore {
	readonly #options: PictureStoreOptions;
	readonly #known: KnownPictures;
	readonly #inTerminal: TerminalPictures;
	readonly #transmitter: Transmitter;
	#source: PictureSource | null = null;
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

	/** What can be shown; null until the terminal said that it shows pictures. */
	source(): PictureSource | null {
		return this.#source;
	}

	/** The terminal shows pictures in cells of this size. */
	open(cell: PixelSize): void {
		this.#source = {
			version: 1,
			cell,
			find: (block) => {
				const found = this.#known.find(block);
				return found === null ? null : { id: found.id, width: found.header.width, height: found.header.height };
			},
		};
		this.#options.changed();
	}

	/** What is visible now: it is brought to the terminal, bit by bit. */
	show(pictures: readonly PictureRef[]): void {
		this.#visible = pictures;
		if (this.#isPaused || pictures.length === 0) return;
		// While a picture is on its way the terminal takes no other command about pictures.
		if (this.#underWay === null) this.#inTerminal.place(pictures);
		this.#bringNext();
	}

	/** Whether the terminal has it: before, its cells stay blank. */
	has(picture: PictureRef): boolean {
		return this.#inTerminal.isPlaced(picture);
	}

	/** Takes all pictures back from the terminal, and brings none until `resume`. */
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
		// Taken back meanwhile.
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

	/** What cannot be read after all is a line like others. */
	#refuse(mine: UnderWay): void {
		if (this.#underWay !== mine) return;
		this.#underWay = null;
		this.#known.refuse(mine.block);
		if (this.#source !== null) this.#source = { ...this.#source, version: this.#source.version + 1 };
		this.#options.changed();
		this.#bringNext();
	}
}
