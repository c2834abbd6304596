import { randomUUID } from 'node:crypto';
import { lstatSync, mkdirSync, readlinkSync, renameSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { SymbolicLink } from '../../files/follow-links.js';
import { isWithin } from '../../files/path-inside.js';
import { known } from '../agents/machine-facts.js';
import type { Place } from '../linux/mount-place.js';

/** Paths mounted over a layer, or linked in it, as they are in the home folder. */
export type LayerContent = {
	readonly folders: readonly string[];
	readonly files: readonly string[];
	readonly links: readonly SymbolicLink[];
};

/**
 * Makes, in a folder that an agent sees in the place of the home folder, what something is mounted on, and links. The
 * agent may have left anything there: no link of it is followed, and what is in the way is put aside.
 */
export function prepareLayer(layer: string, home: string, { folders, files, links }: LayerContent): void {
	const placeOf = (path: string): string | null =>
		path !== home && isWithin(home, path) ? join(layer, path.slice(home.length)) : null;
	for (const path of folders) {
		const place = placeOf(path);
		if (place !== null) makeFolder(layer, place);
	}
	for (const path of files) {
		const place = placeOf(path);
		if (place === null) continue;
		makeFolder(layer, dirname(place));
		if (kindAt(place) === 'file') continue;
		moveAway(place);
		writeFileSync(place, '', { flag: 'wx', mode: 0o600 });
	}
	for (const { at, to } of links) {
		const place = placeOf(at);
		if (place === null || linkAt(place) === to) continue;
		makeFolder(layer, dirname(place));
		if (kindAt(place) === 'link') unlinkSync(place);
		else moveAway(place);
		symlinkSync(to, place);
	}
}

/** Entries to create at `home` for the visible paths; `layer` is where our own folders lie. */
export function contentOf(
	places: readonly Place[],
	links: readonly SymbolicLink[],
	{ home, layer }: { readonly home: string; readonly layer: string },
): LayerContent {
	const inside = places.filter(({ at }) => at !== home && isWithin(home, at));
	// Folders of the layer may not be there yet.
	const isFile = (place: Place): boolean =>
		place.type === 'bind' && !isWithin(layer, place.from) && known(place.from)?.isFolder !== true;
	return {
		folders: inside.filter((place) => !isFile(place)).map(({ at }) => at),
		files: inside.filter(isFile).map(({ at }) => at),
		links,
	};
}

function makeFolder(layer: string, path: string): void {
	if (path === layer) return;
	makeFolder(layer, dirname(path));
	if (kindAt(path) === 'folder') return;
	moveAway(path);
	mkdirSync(path, { mode: 0o755 });
}

/** Renames a file in the way: nothing of the agent's is lost. */
function moveAway(path: string): void {
	const kind = kindAt(path);
	if (kind === 'link') unlinkSync(path);
	else if (kind !== null) renameSync(path, `${path}.${randomUUID().slice(0, 8)}`);
}

function kindAt(path: string): 'folder' | 'file' | 'link' | 'other' | null {
	const facts = lstatSync(path, { throwIfNoEntry: false });
	if (facts === undefined) return null;
	if (facts.isSymbolicLink()) return 'link';
	if (facts.isDirectory()) return 'folder';
	return facts.isFile() ? 'file' : 'other';
}

function linkAt(path: string): string | null {
	return kindAt(path) === 'link' ? readlinkSync(path) : null;
}
