import { bytesOf } from '../../core/edits/git-names.js';
import type { ReviewedFile } from '../../core/review/review.js';
import { fieldsOf } from '../git/split-output.js';
import { statsAt } from '../shadow/shadow-side.js';
import { isSame, pathIn, type Side, sideAt, sidesOf } from './file-versions.js';
import { isPlain, nameOf } from './quoted-names.js';
import type { Place } from './review-place.js';

const MOST_TREE = 64 * 1024 * 1024;

/** Whether both sides of a file are still those that its version names. */
export async function isAsShown(place: Place, { path, oldPath, version }: ReviewedFile): Promise<boolean> {
	const { old, fresh } = sidesOf(version);
	if (place.fresh === null) {
		const at = pathIn(place, path);
		const isThere = fresh === null ? statsAt(at) === null : !fresh.isMark || isSame(sideAt(at, fresh.mode), fresh);
		if (!isThere) return false;
	}
	return isSame(await sideIn(place, place.old, oldPath ?? path), old);
}

/** The side of a file in a tree; null where there is none. */
export async function sideIn({ git }: Pick<Place, 'git'>, tree: string, path: string): Promise<Side | null> {
	const name = bytesOf(path);
	// A name that cannot be given as an argument is looked for among all.
	const which = isPlain(path) ? ['--', path] : ['-r'];
	const args = ['ls-tree', '-z', '--full-tree', ...(isPlain(path) ? [tree, ...which] : [...which, tree])];
	const listed = await git.run(args, { most: MOST_TREE });
	for (const field of listed.ok ? fieldsOf(listed.value.bytes) : []) {
		const tab = field.indexOf(0x09);
		if (!field.subarray(tab + 1).equals(name)) continue;
		const [, mode, id] = /^(\d+) (?:blob|commit) ([0-9a-f]+)$/.exec(field.toString('latin1', 0, tab)) ?? [];
		return mode === undefined || id === undefined ? null : { mode, id, isMark: false };
	}
	return null;
}

/** Bytes of a list of all entries. */
const MOST_LISTED = 256 * 1024 * 1024;

/** Object ids in the index by path, for those of `names` that it has. */
export async function indexEntries(
	{ git }: Pick<Place, 'git'>,
	names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
	// A name that cannot be given as an argument is looked for among all.
	const which = names.every(isPlain) ? ['--', ...names] : [];
	const listed = await git.run(['ls-files', '--stage', '-z', ...which], { most: MOST_LISTED });
	const entries = new Map<string, string>();
	for (const field of listed.ok && listed.value.code === 0 ? fieldsOf(listed.value.bytes) : []) {
		const tab = field.indexOf(0x09);
		const name = nameOf(field.subarray(tab + 1));
		const [, id] = /^\d+ ([0-9a-f]+) \d$/.exec(field.toString('latin1', 0, tab)) ?? [];
		if (id !== undefined && names.includes(name)) entries.set(name, id);
	}
	return entries;
}
