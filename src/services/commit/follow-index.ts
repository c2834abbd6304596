import { setTimeout as sleep } from 'node:timers/promises';
import type { WantedCommit } from '../../core/commit/commit.js';
import { bytesOf } from '../../core/edits/git-names.js';
import { fieldsOf } from '../git/split-output.js';
import { nameOf } from '../review/names.js';
import type { Looked, Opened } from './list.js';
import { entryOf, namedEntry } from './stage.js';

/** Another git may have the index for a moment. */
const ATTEMPTS = 20;
const AGAIN_AFTER = 100;

/** Names of what is staged and was left out of the commit. */
export function leftOutOf({ rows }: Looked, { chosen }: WantedCommit): ReadonlySet<string> {
	const leftOut = [...rows].filter(([id, { group }]) => group === 'staged' && !chosen.has(id));
	return new Set(leftOut.flatMap(([, { path, from }]) => (from === undefined ? [path] : [path, from])));
}

/**
 * Brings the repository's index up to a commit that was made from a copy of it: what the commit holds is staged no
 * more, what was left out of it stays staged, and so does what somebody has staged meanwhile. False where it fails.
 */
export async function followIndex(
	opened: Opened,
	made: string,
	{ before, leftOut }: { readonly before: string; readonly leftOut: ReadonlySet<string> },
): Promise<boolean> {
	const { git } = opened;
	for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
		const [then, now] = await Promise.all([differences(opened, made, before), differences(opened, made)]);
		if (then === null || now === null) return false;
		const entries = [...now].flatMap(([path, { is, was }]) =>
			!leftOut.has(path) && then.get(path)?.is === is ? [namedEntry(was, bytesOf(path))] : [],
		);
		const followed =
			entries.length === 0 ||
			(
				await git.must('follow the commit', ['update-index', '-z', '--index-info'], {
					input: Buffer.concat(entries),
				})
			).ok;
		if (followed) {
			// Only so that others need not look at each file again.
			await git.run(['update-index', '-q', '--refresh']);
			return true;
		}
		await sleep(AGAIN_AFTER);
	}
	return false;
}

type Differences = ReadonlyMap<string, { readonly is: string; readonly was: string }>;

/** Entries of an index that differ from a commit, by name; null where git cannot tell. */
async function differences({ git }: Opened, commit: string, indexFile?: string): Promise<Differences | null> {
	const args = ['diff-index', '--cached', '--raw', '-z', '--no-renames', '--no-abbrev', commit, '--'];
	const printed = await git.run(args, indexFile === undefined ? {} : { indexFile });
	if (!printed.ok || printed.value.code !== 0) return null;
	const fields = fieldsOf(printed.value.bytes);
	const found = new Map<string, { is: string; was: string }>();
	for (let at = 0; at + 1 < fields.length; at += 2) {
		const [was = '', is = '', objectWas = '', objectIs = '', letter] = (fields[at] ?? '')
			.toString()
			.slice(1)
			.split(' ');
		if (letter === 'U') continue;
		const name = nameOf(fields[at + 1] ?? Buffer.alloc(0));
		found.set(name, { is: entryOf(is, objectIs), was: entryOf(was, objectWas) });
	}
	return found;
}
