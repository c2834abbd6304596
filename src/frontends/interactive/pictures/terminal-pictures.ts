import type { ImageBlock } from '../../../core/content.js';
import type { PictureRef } from '../../../view/line.js';
import { placementOf } from '../../../view/pictures/placeholders.js';
import { placePicture, removePicture, removePlacement } from './kitty-commands.js';

/** Pictures stored besides the visible ones: terminals give all programs 320 MB. */
export const MOST_STORED = 40;
const MOST_STORED_PIXELS = 48_000_000;
const MOST_PLACEMENTS = 6;

type StoredPicture = { readonly block: ImageBlock; readonly pixels: number; readonly placements: Set<number> };

export class TerminalPictures {
	readonly #write: (data: string) => void;
	/** By id, the least recently visible first. */
	readonly #pictures = new Map<number, StoredPicture>();

	constructor(write: (data: string) => void) {
		this.#write = write;
	}

	idOf(block: ImageBlock): number | null {
		for (const [id, one] of this.#pictures) if (one.block.data === block.data) return id;
		return null;
	}

	holds(id: number): boolean {
		return this.#pictures.has(id);
	}

	isPlaced(picture: PictureRef): boolean {
		return this.#pictures.get(picture.id)?.placements.has(placementOf(picture)) === true;
	}

	add(id: number, block: ImageBlock, pixels: number): void {
		this.#pictures.set(id, { block, pixels, placements: new Set() });
	}

	place(visible: readonly PictureRef[]): void {
		for (const picture of visible) {
			const entry = this.#pictures.get(picture.id);
			if (entry === undefined) continue;
			this.#pictures.delete(picture.id);
			this.#pictures.set(picture.id, entry);
			this.#placeOne(picture, entry, visible);
		}
	}

	evict(visible: readonly PictureRef[]): void {
		const kept = new Set(visible.map((one) => one.id));
		let pixels = 0;
		for (const one of this.#pictures.values()) pixels += one.pixels;
		for (const [id, one] of this.#pictures) {
			if (this.#pictures.size <= MOST_STORED && pixels <= MOST_STORED_PIXELS) return;
			if (kept.has(id)) continue;
			pixels -= one.pixels;
			this.#pictures.delete(id);
			this.#write(removePicture(id));
		}
	}

	clear(underWay: number | null): void {
		const ids = [...this.#pictures.keys(), ...(underWay === null ? [] : [underWay])];
		this.#pictures.clear();
		if (ids.length > 0) this.#write(ids.map(removePicture).join(''));
	}

	#placeOne(picture: PictureRef, { placements }: StoredPicture, visible: readonly PictureRef[]): void {
		const placement = placementOf(picture);
		if (placements.has(placement)) return;
		this.#write(placePicture(picture));
		placements.add(placement);
		if (placements.size <= MOST_PLACEMENTS) return;
		const used = new Set(visible.filter((one) => one.id === picture.id).map(placementOf));
		for (const old of placements) {
			if (used.has(old)) continue;
			placements.delete(old);
			this.#write(removePlacement(picture.id, old));
		}
	}
}
