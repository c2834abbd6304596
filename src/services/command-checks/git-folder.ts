import { lstat, readdir, realpath } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { errnoOf } from '../errno.js';
import { isWithin } from '../files/path-inside.js';
import { readRegular } from '../files/read-regular.js';
import { isThere } from '../files/what-is-there.js';

const MOST_ENTRIES = 50_000;
const MOST_TEXT = 64 * 1024;
/** Folders that git does not read while it reads a repository, or whose files it finds by their content's hash. */
const PASSED_OVER = /^(?:hooks|lfs|modules|annex|svn|objects\/[0-9a-f]{2})$/;

export async function realPath(path: string): Promise<string | null> {
	return realpath(path).catch(() => null);
}

/** The first link out of a git folder (relative to it), or `…` with too many entries; null when there is none. */
export async function linkOutOf(gitDir: string): Promise<string | null> {
	const waiting = [''];
	let seen = 0;
	for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
		const entries = await readdir(join(gitDir, folder), { withFileTypes: true }).catch(() => []);
		seen += entries.length;
		if (seen > MOST_ENTRIES) return '…';
		for (const entry of entries) {
			const name = folder === '' ? entry.name : `${folder}/${entry.name}`;
			if (name === 'hooks') continue;
			if (entry.isSymbolicLink()) {
				const target = await realPath(join(gitDir, name));
				if (target !== null && !isWithin(gitDir, target)) return name;
			} else if (entry.isDirectory() && !PASSED_OVER.test(name)) waiting.push(name);
		}
	}
	return null;
}

async function readText(path: string): Promise<string | null> {
	try {
		const read = await readRegular(path, MOST_TEXT);
		return typeof read === 'string' ? null : read.bytes.toString('utf8');
	} catch (error) {
		return errnoOf(error) === 'ENOENT' ? '' : null;
	}
}

/** True when the repository reads objects of other repositories as well. */
export async function hasAlternates(commonDir: string): Promise<boolean> {
	const listed = await readText(join(commonDir, 'objects/info/alternates'));
	return listed !== '' && listed?.trim() !== '';
}

/**
 * True for the git folder of a linked worktree that git itself made for `top`: it lies in `worktrees` of the common
 * folder and names the worktree; a cloned `.git` file alone cannot write that.
 */
export async function isWorktreeOf(top: string, gitDir: string, commonDir: string): Promise<boolean> {
	const parent = dirname(gitDir);
	if (basename(parent) !== 'worktrees' || dirname(parent) !== commonDir) return false;
	const named = await readText(join(gitDir, 'gitdir'));
	if (named === null || named === '') return false;
	const [there, here] = await Promise.all([realPath(resolve(gitDir, named.trim())), realPath(join(top, '.git'))]);
	return there !== null && there === here;
}

/** True when no folder from here up is or contains a repository, so that git finds none either. */
export async function isWithoutRepository(folder: string): Promise<boolean> {
	for (let at = folder; ; at = dirname(at)) {
		if (await isThere(join(at, '.git'))) return false;
		if ((await isThere(join(at, 'HEAD'))) && (await isThere(join(at, 'objects')))) return false;
		if (dirname(at) === at) return true;
	}
}

/** The first of these folders (relative to `top`, with `/`) replaced by a link that leads out of `folders`. */
export async function linkedFolder(
	top: string,
	tracked: ReadonlySet<string>,
	folders: readonly string[],
): Promise<string | null> {
	const names = [...tracked];
	for (let at = 0; at < names.length; at += 64) {
		const found = await Promise.all(
			names.slice(at, at + 64).map(async (name) => {
				const facts = await lstat(join(top, name)).catch(() => null);
				if (facts?.isSymbolicLink() !== true) return null;
				const target = await realPath(join(top, name));
				return target === null || folders.some((folder) => isWithin(folder, target)) ? null : name;
			}),
		);
		const first = found.find((name) => name !== null);
		if (first !== undefined) return first;
	}
	return null;
}
