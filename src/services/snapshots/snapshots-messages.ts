import { fail } from '../../core/failure.js';
import type { Snapshot } from '../../core/snapshots.js';
import type { Listing } from './list-files.js';

export const SNAPSHOTS = {
	cancelled: () => fail('cancelled', 'Looking at the workspace was cancelled.'),
	gone: () =>
		fail('not-found', 'This version of the workspace is no longer kept.', {
			hint: 'Versions are kept for 30 days, and as long as there is room for them.',
		}),
};

export const GAPS = {
	oddName: 'its name is not valid UTF-8',
	hidden: 'it may not be looked at: permission denied',
	nested: 'it is a folder or repository of its own',
	device: 'it is a pipe, socket or device',
	ownRepository: 'it is a repository of its own',
	closedFolder: 'its files may not be listed: permission denied',
	notWritten: 'it could not be written to the disk',
	tooLarge: (most: string) => `it is larger than ${most}`,
	usedUp: (most: string) => `the ${most} for kept files are used up`,
	more: (count: number) => `${count} more files could not be kept`,
	tooMany: (most: number) => `there are more than ${most} files; the others are not kept`,
} as const;

export const NOT_RESTORED = {
	oddName: 'its name does not belong to a file of the workspace',
	unseen: 'what it was before was not kept: it was ignored, or elsewhere',
	notSaved: 'its older content was not kept',
	noLongerSaved: 'its older content is no longer kept',
	changed: 'it was changed since',
	folderThere: 'a folder is in its place',
	oddThere: 'something else is in its place',
	notWritten: (why: string) => `it cannot be written: ${why}`,
} as const;

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
	if (gaps.length > shown.length) shown.push({ path: '.', because: GAPS.more(gaps.length - shown.length) });
	if (isCut) shown.push({ path: '.', because: GAPS.tooMany(maxFiles) });
	return shown;
}
