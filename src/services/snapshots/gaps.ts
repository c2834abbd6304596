import type { Snapshot } from '../../core/snapshots.js';
import type { Listing } from './list-files.js';
import { GAPS } from './messages.js';

const MOST_GAPS = 500;

/** The gaps of a snapshot: what could not be kept, and what was not scanned. */
export function gapsOf(
	found: readonly (readonly [path: string, because: string])[],
	{ nested, closed, isCut }: Listing,
	maxFiles: number,
): Snapshot['gaps'] {
	const byPath = new Map(found);
	for (const path of nested) byPath.set(path, GAPS.ownRepository);
	for (const path of closed) byPath.set(path, GAPS.closedFolder);
	const gaps = [...byPath].map(([path, because]) => ({ path, because }));
	const shown = gaps.slice(0, MOST_GAPS);
	if (gaps.length > shown.length) {
		shown.push({ path: '.', because: GAPS.more(gaps.length - shown.length) });
	}
	if (isCut) shown.push({ path: '.', because: GAPS.tooMany(maxFiles) });
	return shown;
}
