import { isWithin } from '../../files/path-inside.js';
import type { Cover } from '../commands/command-sandbox-view.js';
import { bind, depthOf, foldersBetween, heldAbove, type Place } from '../linux/mount-place.js';
import { coverOf } from '../linux/system-places.js';

/** Where, in the sandbox, a file stands that nobody can read: what is covered later is covered with it. */
export const DENIED_FILE = '/.denied';

/** A file or folder of this machine; its path is real. */
export type KnownPath = { readonly path: string; readonly isFolder: boolean };

export type AgentPlacesOptions = {
	/** The machine, as `topPlaces` shows it. */
	readonly top: readonly Place[];
	/** Files and folders that are kept from it. */
	readonly hidden: readonly Cover[];
	/** Paths that it needs to read and would not see otherwise. */
	readonly readable: readonly string[];
	/** Places seen in place of the home folder, outer ones first; empty: the home folder is what it works in. */
	readonly home?: readonly Place[];
	/** Places that show it caches of tools. */
	readonly caches?: readonly Place[];
	readonly own: readonly string[];
	/** Places that it works in: those whose access is switched. */
	readonly workspace: readonly Place[];
	/** A file of ours that nobody can read. */
	readonly deniedFile: string;
};

/**
 * The places of an agent's sandbox. What is deeper wins over what is around it: a workspace in a folder that is hidden
 * is there, and so is a file that is hidden in the workspace hidden. Of the same path the workspace comes first, then
 * what the agent may write.
 */
export function agentPlaces(options: AgentPlacesOptions): readonly Place[] {
	const { top, home = [], readable, caches = [], own, workspace, deniedFile } = options;
	const kept = new Set([...readable, ...own, ...workspace.map(({ at }) => at)]);
	const hidden = options.hidden.filter(({ at }) => !kept.has(at)).map(({ at, kind }) => coverOf(at, kind));
	const works = new Set(workspace.map(({ at }) => at));
	const bindOthers = (access: 'read' | 'write', paths: readonly string[]): readonly Place[] =>
		paths.filter((path) => !works.has(path)).map((path) => bind(path, access));
	// A socket that is moved is covered by the next sandbox wherever it is then; what is its own is open to the agent.
	const held = new Set([...options.hidden.filter(({ kind }) => kind !== 'socket').map(({ at }) => at), ...readable]);
	// Access to a workspace folder is switched by its path.
	const layer = home.find((place) => place.type === 'bind' && place.access === 'write');
	if (layer !== undefined) for (const at of works) if (isWithin(layer.at, at)) held.add(at);
	const inner = [
		...home,
		...caches,
		...hidden,
		...bindOthers('read', readable),
		...bindOthers('write', own),
		...workspace,
	];
	const around: readonly Place[] = [...top, bind(DENIED_FILE, 'read', deniedFile)];
	const holding = inner.flatMap(({ at }) => (held.has(at) ? heldAbove(at, [...around, ...inner]) : []));
	const all = [...new Map(holding.map((place) => [place.at, place])).values(), ...inner];
	const places: Place[] = [...around];
	// Outer folders are mounted first: a mount hides what was mounted inside it.
	for (const place of all.toSorted((one, other) => depthOf(one.at) - depthOf(other.at))) {
		places.push(...emptyAbove(place.at, places), place);
	}
	return places;
}

/** The folders on the way where the sandbox has an empty one around a path: it would be found no more, to be made read-only. */
function emptyAbove(path: string, before: readonly Place[]): readonly Place[] {
	const over = before.findLast(({ at }) => isWithin(at, path));
	if (over?.type !== 'empty' || over.at === path) return [];
	return foldersBetween(over.at, path).map((at) => ({ type: 'empty', at }));
}
