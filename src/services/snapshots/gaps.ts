import type { Snapshot } from '../../core/snapshots.js';
import type { Listing } from './list-files.js';

/** More gaps than these are counted, not listed. */
const MOST_GAPS = 500;

/** Says what a snapshot lacks: what could not be kept, and what was not looked into. */
export function gapsOf(
	found: readonly (readonly [path: string, because: string])[],
	{ nested, closed, isCut }: Listing,
	maxFiles: number,
): Snapshot['gaps'] {
	const byPath = new Map(found);
	for (const path of nested) byPath.set(path, 'it is a repository of its own');
	for (const path of closed) byPath.set(path, 'its files may not be listed: permission denied');
	const gaps = [...byPath].map(([path, because]) => ({ path, because }));
	const shown = gaps.slice(0, MOST_GAPS);
	if (gaps.length > shown.length) {
		shown.push({ path: '.', because: `${gaps.length - shown.length} more files could not be kept` });
	}
	if (isCut) shown.push({ path: '.', because: `there are more than ${maxFiles} files; the others are not kept` });
	return shown;
}
