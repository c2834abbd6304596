import type { SymbolicLink } from '../../files/follow-links.js';
import { isWithin } from '../../files/path-inside.js';
import { bind, depthOf, heldAbove, type Place } from '../linux/mount-place.js';
import { coverOf } from '../linux/system-places.js';
import type { ShownFile } from './user-settings.js';

/** A path that exists on the machine and is hidden in the sandbox. */
export type Cover = { readonly at: string; readonly kind: 'folder' | 'file' | 'socket' };

/** Facts of this machine and this session when a view is made. All paths are absolute, links resolved. */
export type ViewFacts = {
	/** The folders of the system, `/dev`, `/proc` and the temporary folders. */
	readonly system: readonly Place[];
	/** Null where there is none that differs from the rest: the root of the file system. */
	readonly home: string | null;
	/** The workspace first, then the additional directories. */
	readonly roots: readonly string[];
	/** Paths that programs need that are not the system's. */
	readonly programs: readonly string[];
	/** Paths among `programs` in which tools keep what they can get again. */
	readonly caches: readonly string[];
	/** Folders in which tools keep such caches and what belongs to them, where nothing else of the user's is shown. */
	readonly cacheHomes: readonly string[];
	/** Folders of the `PATH` in these that are not there: a command could make them, and be found by name later. */
	readonly noPrograms: readonly string[];
	readonly links: readonly SymbolicLink[];
	/** The user's settings for git and programs that search. */
	readonly settings: readonly ShownFile[];
	readonly gitFolders: readonly string[];
	/** Repositories that a root is only a part of. */
	readonly around: readonly string[];
	/** Credentials, our own folders and sockets. */
	readonly covers: readonly Cover[];
	/** Where `/etc/resolv.conf` leads, when that is outside of `/etc`; null otherwise. */
	readonly nameServers: string | null;
};

/** View of a command that only reads: the system and where the session works, nothing of which it can change. */
export function readView(facts: ViewFacts): readonly Place[] {
	const { roots, gitFolders } = facts;
	return arrange(facts, [...ofHome(facts), ...gitFolders.map(toRead), ...roots.map(toRead)]);
}

/** View of an allowed command: it changes where the session works, its git folders, and `folders`. */
export function writeView(
	facts: ViewFacts,
	{ network, folders }: { readonly network: boolean; readonly folders: readonly string[] },
): readonly Place[] {
	const { roots, gitFolders, around, nameServers } = facts;
	return arrange(facts, [
		...ofHome(facts),
		...around.map(toRead),
		...gitFolders.map(toWrite),
		...around.map((top) => toWrite(`${top}/.git`)),
		...folders.map(toWrite),
		...roots.map(toWrite),
		...(network && nameServers !== null ? [toRead(nameServers)] : []),
	]);
}

/**
 * The view of a command whose changes stay in a layer: `layer` shows the workspace, `caches` what it may change of the
 * caches of tools, and nothing else can be changed.
 */
export function layerView(
	facts: ViewFacts,
	{
		layer,
		caches = [],
		network,
	}: { readonly layer: readonly Place[]; readonly caches?: readonly Place[]; readonly network: boolean },
): readonly Place[] {
	const { roots, gitFolders, around, nameServers } = facts;
	return arrange(facts, [
		...ofHome(facts),
		...around.map(toRead),
		...gitFolders.map(toRead),
		...roots.slice(1).map(toRead),
		...caches,
		...layer,
		...(network && nameServers !== null ? [toRead(nameServers)] : []),
	]);
}

/** A home folder that holds what programs need, and nothing else. */
function ofHome({ home, programs, links, settings }: ViewFacts): readonly Place[] {
	if (home === null) return programs.map(toRead);
	return [
		{ type: 'folder', at: home },
		...programs.map(toRead),
		...links.map(({ at, to }): Place => ({ type: 'link', at, to })),
		...settings.map(({ at, from }) => bind(at, 'read', from)),
	];
}

/**
 * Puts covers over what is not to be seen, and outer places before inner ones, so that whatever is named most exactly
 * counts: a workspace within a covered folder is there, a covered folder within the workspace is not.
 */
function arrange(facts: ViewFacts, shown: readonly Place[]): readonly Place[] {
	const all = [...facts.system, ...shown];
	// In a folder of ours is nothing to cover.
	const binds = all.flatMap((place) =>
		place.type === 'overlay' || (place.type === 'bind' && place.from === place.at) ? [place.at] : [],
	);
	const own = new Set(facts.roots);
	const covers = facts.covers.filter(
		({ at }) => !own.has(at) && binds.some((bind) => bind !== at && isWithin(bind, at)),
	);
	const hidden = new Set(covers.map(({ at }) => at));
	const open = withoutRepeats(all.filter(({ at }) => !hidden.has(at)));
	const held = covers.flatMap((cover) => (cover.kind === 'socket' ? [] : heldAbove(cover.at, open)));
	return [...withoutRepeats([...held, ...open]), ...covers.map(({ at, kind }) => coverOf(at, kind))]
		.map((place, index) => ({ place, index, depth: depthOf(place.at) }))
		.sort((a, b) => a.depth - b.depth || a.index - b.index)
		.map(({ place }) => place);
}

/** Of several places at one path the last counts. */
function withoutRepeats(places: readonly Place[]): readonly Place[] {
	return [...new Map(places.map((place) => [place.at, place])).values()];
}

function toRead(folder: string): Place {
	return bind(folder, 'read');
}

function toWrite(folder: string): Place {
	return bind(folder, 'write');
}
