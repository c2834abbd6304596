import { createHash } from 'node:crypto';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { isWithin } from '../../files/path-inside.js';
import { removeTree } from '../../files/remove-tree.js';
import { layerOver, removeCacheLayers, WRITTEN } from '../agents/cache-layers.js';
import { contentOf, prepareLayer } from '../home/home-layer.js';
import type { Place } from '../linux/mount-place.js';
import type { ViewFacts } from './command-sandbox-view.js';

/**
 * Layers of the session's own for what commands on a copy change in the caches of the user's tools; gone with it. One namespace at a time shows them; the next finds what the last one left.
 */
export class CommandCaches {
	readonly #layers: () => Promise<string>;
	#folder: Promise<string | null> | null = null;
	readonly #made = new Map<string, Promise<Place>>();

	/** `layers`: gives a folder of ours on a disk. */
	constructor(layers: () => Promise<string>) {
		this.#layers = layers;
	}

	/**
	 * Layers over the caches that are there, and folders of ours in the place of those around caches. Those that cannot be
	 * made, for want of room or as a cache is gone meanwhile, are left out and tried again the next time.
	 */
	async places({
		caches,
		cacheHomes,
		noPrograms,
	}: Pick<ViewFacts, 'caches' | 'cacheHomes' | 'noPrograms'>): Promise<readonly Place[]> {
		this.#folder ??= this.#layers()
			.then((folder) => mkdtemp(join(folder, 'caches-')))
			.catch(() => null);
		const folder = await this.#folder;
		if (folder === null) {
			this.#folder = null;
			return [];
		}
		const made = (at: string, group: string, make: (own: string) => Promise<Place>): Promise<Place | null> => {
			const name = join(group, createHash('sha256').update(at).digest('hex').slice(0, 16));
			const place = this.#made.get(name) ?? make(join(folder, name));
			this.#made.set(name, place);
			return place.catch(() => {
				this.#made.delete(name);
				return null;
			});
		};
		const places = await Promise.all([
			...cacheHomes.map((at) => made(at, WRITTEN, (own) => folderAt(at, own))),
			...caches.map((at) => made(at, '', (own) => layerOver(at, own))),
			...noPrograms.map((at) => made(at, 'empty', (own) => folderAt(at, own, 'read'))),
		]);
		return places.filter((place) => place !== null);
	}

	/**
	 * Prepares caches for a namespace with these places, which shows none yet. Returns the places to mount: links
	 * inside the layers exist already.
	 */
	async handOver(places: readonly Place[]): Promise<readonly Place[]> {
		const folder = await this.#folder;
		if (folder === null) return places;
		const homes = places.flatMap((place) =>
			place.type === 'bind' && isWithin(folder, place.from) ? [{ at: place.at, from: place.from }] : [],
		);
		const links = places.filter((place) => place.type === 'link');
		const mounted = places.filter((place) => place.type !== 'link');
		for (const { at, from } of homes) prepareLayer(from, at, contentOf(mounted, links, { home: at, layer: folder }));
		const works = places.flatMap((place) =>
			place.type === 'overlay' && isWithin(folder, place.upper) ? [place.work] : [],
		);
		// The system takes none that was volatile before; what is in the layer itself stays.
		await Promise.all(works.map((work) => removeTree(work).then(() => mkdir(work))));
		return places.filter((place) => place.type !== 'link' || !homes.some(({ at }) => isWithin(at, place.at)));
	}

	/** The same places without layers over caches: these can only be read then. */
	async withoutLayers(places: readonly Place[]): Promise<readonly Place[]> {
		const folder = await this.#folder;
		if (folder === null) return places;
		return places.map((place) =>
			place.type === 'overlay' && isWithin(folder, place.upper)
				? { type: 'bind', from: place.lower, at: place.at, access: 'read' }
				: place,
		);
	}

	/** Drops them. To be called once no namespace shows them. Never rejects. */
	async remove(): Promise<void> {
		const folder = await this.#folder;
		if (folder !== null) await removeCacheLayers(folder);
	}
}

async function folderAt(at: string, from: string, access: 'read' | 'write' = 'write'): Promise<Place> {
	await mkdir(from, { recursive: true });
	return { type: 'bind', from, at, access };
}
