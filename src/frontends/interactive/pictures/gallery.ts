import type { ImageBlock } from '../../../core/content.js';
import { type PictureHeader, readPictureHeader } from '../../../core/picture-header.js';
import type { ClockPort } from '../../../core/ports.js';
import type { PictureRef } from '../../../view/line.js';
import type { PictureSource, PixelSize } from '../../../view/pictures/picture-lines.js';
import { placementOf } from '../../../view/pictures/placeholders.js';
import { placePicture, removePicture, removePlacement } from './commands.js';
import { createTransmitter } from './transmitter.js';

/** The pictures that the terminal holds for us. */
export type Gallery = {
	/** What can be shown; null until the terminal said that it shows pictures. */
	source(): PictureSource | null;
	/** The terminal shows pictures in cells of this size. */
	open(cell: PixelSize): void;
	/** What is in sight now: it is brought to the terminal, bit by bit. */
	show(pictures: readonly PictureRef[]): void;
	/** Whether the terminal has it: before, its cells stay blank. */
	has(picture: PictureRef): boolean;
	/** Takes all pictures back from the terminal, and brings none until `resume`. */
	pause(): void;
	resume(): void;
};

/** Makes a PNG of a picture in base64, in its proportions within `most`, elsewhere than here; null when it cannot. */
export type DecodePicture = (request: {
	readonly data: string;
	readonly format: 'jpeg' | 'gif';
	readonly most: PixelSize;
	readonly mostPixels: number;
}) => Promise<Uint8Array | null>;

/** What a gallery needs. */
export type GalleryOptions = {
	readonly clock: ClockPort;
	readonly write: (data: string) => void;
	/** Something can be shown that could not before, or the other way round. */
	readonly changed: () => void;
	/** Makes PNGs of other formats. */
	readonly decode: DecodePicture;
	/** The terminal is at the other end of a network. */
	readonly isRemote?: boolean;
	/** The number of the first picture; one at random keeps clear of other programs' in the same window. */
	readonly firstId?: number;
};

/** Larger pictures stay a line: bytes, pixels, and a side (the terminals' own limit). */
export const MOST_BYTES = 10_000_000;
const MOST_PIXELS = 16_000_000;
const MOST_SIDE = 10_000;
/** What the terminal holds for us at most, besides what is in sight: terminals give all programs 320 MB. */
export const MOST_HELD = 40;
const MOST_HELD_PIXELS = 48_000_000;
const MOST_PLACEMENTS = 6;
/** No box has more pixels, on the sharpest of screens. */
const DECODED: PixelSize = { width: 1600, height: 800 };

/** Base64 characters in which the size stands: in a JPEG there may be a preview and more before it. */
const HEAD = 64;
const LONG_HEAD = 700_000;
const LAST_ID = 0xffffff;

type Known = { readonly id: number; readonly header: PictureHeader };
type Held = { readonly block: ImageBlock; readonly pixels: number; readonly placements: Set<number> };

/** An empty gallery. */
export function createGallery(options: GalleryOptions): Gallery {
	const { clock, write } = options;
	const known = new WeakMap<ImageBlock, Known | 'none'>();
	/** By number, the one that was in sight longest ago first. */
	const held = new Map<number, Held>();
	const transmitter = createTransmitter(clock, write, options.isRemote === true);
	let nextId = options.firstId ?? 1 + Math.floor(Math.random() * (LAST_ID - 1));
	let source: PictureSource | null = null;
	let inSight: readonly PictureRef[] = [];
	let underWay: { readonly id: number; readonly block: ImageBlock } | null = null;
	let isPaused = false;

	function knownOf(block: ImageBlock): Known | null {
		const before = known.get(block);
		if (before !== undefined) return before === 'none' ? null : before;
		const header = readHeader(block);
		// Nothing here decodes WebP.
		const found = header === null || header.format === 'webp' ? 'none' : { id: idOf(block), header };
		known.set(block, found);
		return found === 'none' ? null : found;
	}

	/** Agents send a call's whole content again and again: the same picture keeps its number. */
	function idOf(block: ImageBlock): number {
		if (underWay?.block.data === block.data) return underWay.id;
		for (const [id, one] of held) if (one.block.data === block.data) return id;
		const id = nextId;
		nextId = nextId === LAST_ID ? 1 : nextId + 1;
		return id;
	}

	function place(picture: PictureRef, { placements }: Held): void {
		const placement = placementOf(picture);
		if (placements.has(placement)) return;
		write(placePicture(picture));
		placements.add(placement);
		if (placements.size <= MOST_PLACEMENTS) return;
		const used = new Set(inSight.filter((one) => one.id === picture.id).map(placementOf));
		for (const old of placements) {
			if (used.has(old)) continue;
			placements.delete(old);
			write(removePlacement(picture.id, old));
		}
	}

	/** Gives what is in sight its boxes, and notes that it was seen. */
	function placeAll(): void {
		for (const picture of inSight) {
			const entry = held.get(picture.id);
			if (entry === undefined) continue;
			held.delete(picture.id);
			held.set(picture.id, entry);
			place(picture, entry);
		}
	}

	function evict(): void {
		const visible = new Set(inSight.map((one) => one.id));
		let pixels = 0;
		for (const one of held.values()) pixels += one.pixels;
		for (const [id, one] of held) {
			if (held.size <= MOST_HELD && pixels <= MOST_HELD_PIXELS) return;
			if (visible.has(id)) continue;
			pixels -= one.pixels;
			held.delete(id);
			write(removePicture(id));
		}
	}

	function bringNext(): void {
		if (underWay !== null || isPaused || source === null) return;
		const next = inSight.find((one) => !held.has(one.id) && knownOf(one.block) !== null);
		if (next === undefined) return;
		const { id, block } = next;
		const mine = { id, block };
		underWay = mine;
		bring(mine).catch(() => refuse(mine));
	}

	async function bring(mine: { readonly id: number; readonly block: ImageBlock }): Promise<void> {
		const { id, block } = mine;
		const facts = knownOf(block);
		if (facts === null) return refuse(mine);
		const png = await pngOf(block, facts.header);
		// Taken back meanwhile.
		if (underWay !== mine) return;
		if (png === null) return refuse(mine);
		transmitter.send(id, png, () => {
			underWay = null;
			const entry = { block, pixels: facts.header.width * facts.header.height, placements: new Set<number>() };
			held.set(id, entry);
			placeAll();
			evict();
			options.changed();
			bringNext();
		});
	}

	async function pngOf(block: ImageBlock, header: PictureHeader): Promise<Uint8Array | null> {
		const { format } = header;
		if (format === 'webp') return null;
		if (format === 'png') return Buffer.from(block.data, 'base64');
		return options.decode({ data: block.data, format, most: DECODED, mostPixels: MOST_PIXELS });
	}

	/** What cannot be read after all is a line like others. */
	function refuse(mine: { readonly block: ImageBlock }): void {
		if (underWay !== mine) return;
		underWay = null;
		known.set(mine.block, 'none');
		if (source !== null) source = { ...source, version: source.version + 1 };
		options.changed();
		bringNext();
	}

	return {
		source: () => source,
		open(cell) {
			source = {
				version: 1,
				cell,
				find(block) {
					const found = knownOf(block);
					return found === null ? null : { id: found.id, width: found.header.width, height: found.header.height };
				},
			};
			options.changed();
		},
		show(pictures) {
			inSight = pictures;
			if (isPaused || pictures.length === 0) return;
			// While a picture is on its way the terminal takes no other command about pictures.
			if (underWay === null) placeAll();
			bringNext();
		},
		has: (picture) => held.get(picture.id)?.placements.has(placementOf(picture)) === true,
		pause() {
			isPaused = true;
			transmitter.breakOff();
			const ids = [...held.keys(), ...(underWay === null ? [] : [underWay.id])];
			underWay = null;
			held.clear();
			if (ids.length > 0) write(ids.map(removePicture).join(''));
		},
		resume() {
			isPaused = false;
		},
	};
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
