import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fail, type Result, succeed } from '../../core/failure.js';
import { systemError } from '../errno.js';
import { copyIndex } from '../git/copy-index.js';
import type { Git } from '../git/open-git.js';
import { fieldsOf } from '../git/split-output.js';
import { REVIEW } from './review-messages.js';
import type { Place } from './review-place.js';

const EMPTY_BLOBS = {
	sha1: 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391',
	sha256: '473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813',
} as const;

/** Bytes of the names of files that are not tracked. */
const MOST_NAMES = 16 * 1024 * 1024;

type Ran = Awaited<ReturnType<Git['run']>>;

/**
 * Lists files that are not tracked, without what other git settings of this machine would hide from `git status`.
 * Nothing but the folder that git runs in is gone through, whatever the repository says of where its files are.
 */
export function listUntracked(git: Git): Promise<Ran> {
	return git.run(['--work-tree=.', 'ls-files', '-z', '--others', '--exclude-standard'], { most: MOST_NAMES });
}

/** A copy of the index in which the files that are not tracked stand as well. */
export type ScratchIndex = { readonly file: string; readonly remove: () => Promise<void> };

/**
 * Makes a copy of the index in which the files that are not tracked stand as well, so that git compares them, and finds
 * what was renamed to one; `listing` has those. Settings that would make git write beside the copy are off.
 */
export async function scratchIndex(
	{ git, indexFile, algorithm }: Place,
	listing: Promise<Ran>,
	scratch: () => Promise<string>,
): Promise<Result<ScratchIndex>> {
	let file: string;
	try {
		file = join(await scratch(), `index-${randomBytes(6).toString('hex')}`);
		await copyIndex(indexFile, file);
	} catch (error) {
		return fail('disk-full', `Nothing can be compared: ${systemError(error).why}.`);
	}
	const remove = async (): Promise<void> => {
		await Promise.all([file, `${file}.lock`].map((each) => rm(each, { force: true })));
	};
	const added = await addUntracked({ git, algorithm }, file, await listing);
	if (added.ok) return succeed({ file, remove });
	await remove();
	return added;
}

async function addUntracked(
	{ git, algorithm }: Pick<Place, 'git' | 'algorithm'>,
	indexFile: string,
	listed: Ran,
): Promise<Result<void>> {
	if (!listed.ok) return listed;
	const { code, bytes } = listed.value;
	if (code !== 0 || bytes.length > MOST_NAMES)
		return REVIEW.failed('the files that it does not track were not listed.');
	const rows = entriesFor(bytes, EMPTY_BLOBS[algorithm]);
	if (rows === null) return succeed(undefined);
	const args = ['-c', 'core.splitIndex=false', 'update-index', '-z', '--index-info'];
	const added = await git.must('read the new files', args, { input: rows, indexFile });
	return added.ok ? succeed(undefined) : added;
}

/** Entries whose facts are no file's: git reads the files that they name. Null for none. */
function entriesFor(names: Buffer, emptyBlob: string): Buffer | null {
	const head = Buffer.from(`100644 ${emptyBlob} 0\t`);
	// A repository of its own is named as a folder.
	const files = fieldsOf(names).filter((name) => name.at(-1) !== 0x2f);
	return files.length === 0 ? null : Buffer.concat(files.flatMap((name) => [head, name, Buffer.from([0])]));
}
