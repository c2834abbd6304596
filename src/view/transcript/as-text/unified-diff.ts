import { hunksBetween, patchOf } from '../../code/hunks.js';

/** Diff that `patch` applies; a null `oldText` is a new file. */
export function unifiedDiff(path: string, oldText: string | null, newText: string): string {
	const file = hunksBetween(oldText ?? '', newText);
	return `--- ${oldText === null ? '/dev/null' : `a/${path}`}\n+++ b/${path}\n${patchOf(file, file.hunks)}`;
}
