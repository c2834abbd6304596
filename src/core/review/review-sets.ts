import type { ChangedFile, ChangeSet } from '../changes.js';

/** Begins the ids of sets that the user made in a review: they are undone like others, and no turn of the agent's. */
export const REVIEW_SET = 'review-';

export type ChangesRange = 'turn' | 'session';

/** A file that the agent changed in a range, with the first set that did: it holds the file as it was before. */
export type RangeFile = {
	readonly path: string;
	readonly first: ChangeSet;
	readonly change: ChangedFile;
	/** Sets that hold changes of it that are not undone, the newest first: those of a review after them as well. */
	readonly open: readonly string[];
};

/** Files of the last turn that changed any, or of all of them, in order of their paths. */
export function filesOfRange(sets: readonly ChangeSet[], range: ChangesRange): readonly RangeFile[] {
	const own = sets.filter(({ id, files }) => !id.startsWith(REVIEW_SET) && files.length > 0);
	const last = own.at(-1)?.turnId;
	const wanted = range === 'turn' ? own.filter(({ turnId }) => turnId === last) : own;
	const begin = wanted[0];
	if (begin === undefined) return [];
	const open = openSets(sets.slice(sets.indexOf(begin)));
	const found = new Map<string, RangeFile>();
	for (const set of wanted) {
		for (const change of set.files) {
			const { path } = change;
			if (!found.has(path)) found.set(path, { path, first: set, change, open: open.get(path) ?? [] });
		}
	}
	return [...found.values()].sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** Ids of sets by the paths that they hold changes of which are not undone, the newest first. */
function openSets(sets: readonly ChangeSet[]): ReadonlyMap<string, readonly string[]> {
	const open = new Map<string, string[]>();
	for (const { id, files, undone } of sets.toReversed()) {
		const closed = new Set(undone);
		for (const path of new Set(files.map((file) => file.path))) {
			if (closed.has(path)) continue;
			const ids = open.get(path);
			if (ids === undefined) open.set(path, [id]);
			else ids.push(id);
		}
	}
	return open;
}
