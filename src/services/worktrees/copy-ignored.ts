import { constants } from 'node:fs';
import { copyFile, lstat, readlink, realpath, symlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import ignore from 'ignore';
import { type Result, succeed } from '../../core/failure.js';
import { systemError } from '../errno.js';
import { isWithin } from '../files/path-inside.js';
import { readTextWithin } from '../files/read-regular.js';
import { throughParents } from '../files/through-parents.js';
import { type GitOptions, openGit } from '../git/open-git.js';
import { splitOutput } from '../git/split-output.js';
import { WORKTREES } from './worktrees-messages.js';

/** Ignored files that a repository wants in its worktrees. */
export type IgnoredFiles = {
	/** Relative to the top, with `/`. */
	readonly paths: readonly string[];
	readonly bytes: number;
	readonly refusal: string | null;
};

/** Has a pattern a line, as `.gitignore`. */
export const INCLUDE_FILE = '.worktreeinclude';

const MOST_LIST_BYTES = 64 * 1024;
const MOST_FILES = 20_000;
const MOST_BYTES = 1024 * 1024 * 1024;
const MOST_OUTPUT = 64 * 1024 * 1024;

/** Ignored files that a work tree's `.worktreeinclude` lists and that the other one (`to`) lacks. */
export async function findIgnored(top: string, to: string, options: GitOptions): Promise<Result<IgnoredFiles>> {
	const none: IgnoredFiles = { paths: [], bytes: 0, refusal: null };
	const list = await readTextWithin(join(top, INCLUDE_FILE), MOST_LIST_BYTES);
	if (list === null) return succeed(none);
	const wanted = ignore({ allowRelativePaths: true }).add(list);
	const opened = await openGit(top, options);
	if (!opened.ok) return opened;
	const args = ['ls-files', '-z', '--others', '--ignored', '--exclude-standard'];
	const listed = await opened.value.must('list the ignored files', args, { most: MOST_OUTPUT });
	if (!listed.ok) return listed;
	const found: string[] = [];
	splitOutput('\0', (path) => {
		if (path !== '' && !path.endsWith('/') && wanted.ignores(path)) found.push(path);
		return true;
	})(listed.value);
	const paths: string[] = [];
	for (const path of found) if ((await lstat(join(to, path)).catch(() => null)) === null) paths.push(path);
	if (paths.length > MOST_FILES) return succeed({ ...none, paths, refusal: `more than ${MOST_FILES} files` });
	let bytes = 0;
	for (const path of paths) bytes += (await lstat(join(top, path)).catch(() => null))?.size ?? 0;
	const refusal = bytes > MOST_BYTES ? 'more than 1 GB' : null;
	return succeed({ paths, bytes, refusal });
}

/**
 * Copies files from one work tree to another without overwriting. Returns those that were not copied, in words: links
 * that lead outside, irregular files, and errors.
 */
export async function copyIgnored(
	paths: readonly string[],
	from: string,
	to: string,
): Promise<Result<readonly string[]>> {
	const left: string[] = [];
	const [source, target] = await Promise.all([realpath(from), realpath(to)]);
	for (const path of paths) {
		try {
			const why = await copyOne(path, source, target);
			if (why !== null) left.push(`${path} (${why})`);
		} catch (error) {
			const { code, why } = systemError(error);
			if (code === 'disk-full') return WORKTREES.copyLater(why);
			left.push(`${path} (${why})`);
		}
	}
	return succeed(left);
}

async function copyOne(path: string, source: string, target: string): Promise<string | null> {
	const from = join(source, path);
	// A folder on the way that is a link could lead anywhere, on either side.
	if ((await realpath(dirname(from))) !== dirname(from)) return 'it lies behind a link';
	const facts = await lstat(from);
	const link = facts.isSymbolicLink() ? await readlink(from) : null;
	if (link === null && !facts.isFile()) return 'it is not a regular file';
	if (link !== null) {
		const end = await realpath(from).catch(() => resolve(dirname(from), link));
		if (link.startsWith('/') || !isWithin(source, end)) return 'it is a link that leads outside';
	}
	const how = { isMaking: true, orElse: (why: string | null) => why };
	return throughParents<string | null>(target, path, how, async ({ via }) => {
		if (link !== null) await symlink(link, via);
		else await copyFile(from, via, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
		return null;
	});
}
