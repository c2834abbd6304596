import { chmod, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { removeTree } from '../../files/remove-tree.js';
import { bind, type Place } from '../linux/mount-place.js';
import type { FoundCaches } from './caches.js';

/** The name of a folder beside the layers in which programs in a sandbox may make what they like: links of theirs lead anywhere. */
export const WRITTEN = 'moved';

/** Folder, in a sandbox, of caches that the user does not have. */
const MOVED = '/var/tmp/caches';

/** Layers of an agent's own for its changes in the caches of the user's tools; gone with its sandbox. */
export type CacheLayers = {
	/** A folder of acp-tui's that holds all layers. */
	readonly folder: string;
	readonly places: readonly Place[];
	/** Environment variables that move caches which have no layer over a folder of the user. */
	readonly env: Readonly<Record<string, string>>;
	/** The same without layers: where the system can mount none over these folders. */
	readonly without: Pick<CacheLayers, 'places' | 'env'>;
};

/** Makes the layers in `folder`, which is on a disk. */
export async function makeCacheLayers(
	folder: string,
	{ folders, missing, movable }: FoundCaches,
): Promise<CacheLayers> {
	const own = await mkdtemp(join(folder, 'caches-'));
	const moved = join(own, WRITTEN);
	const layers = await Promise.all(
		folders.map((lower, index): Promise<Place> => layerOver(lower, join(own, `${index}`))),
	);
	await mkdir(moved);
	const elsewhere = bind(MOVED, 'write', moved);
	const leading = (names: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
		Object.fromEntries(Object.entries(names).map(([variable, name]) => [variable, `${MOVED}/${name}`]));
	return {
		folder: own,
		places: [...layers, elsewhere],
		env: leading(missing),
		without: { places: [...folders.map((at) => bind(at, 'read')), elsewhere], env: leading(movable) },
	};
}

/** A layer over a folder, kept in `own`. */
export async function layerOver(lower: string, own: string): Promise<Extract<Place, { type: 'overlay' }>> {
	const [upper, work] = [join(own, 'upper'), join(own, 'work')];
	await Promise.all([upper, work].map((path) => mkdir(path, { recursive: true })));
	// The folder looks as the upper one does.
	await chmod(upper, (await stat(lower)).mode & 0o777);
	// The layer is dropped at the end, so unmounting need not wait for the disk.
	return { type: 'overlay', at: lower, lower, upper, work, isVolatile: true };
}

/** Removes them once their sandbox has ended. Never rejects. */
export async function removeCacheLayers(folder: string): Promise<void> {
	try {
		// Overlayfs leaves a folder there that nobody may enter.
		const layers = (await readdir(folder)).filter((name) => name !== WRITTEN);
		await Promise.all(layers.map((name) => chmod(join(folder, name, 'work', 'work'), 0o700).catch(() => {})));
		// No process uses it any more, so the fast way is safe; it cannot remove everything.
		await rm(folder, { recursive: true });
	} catch {
		await removeTree(folder).catch(() => {});
	}
}
