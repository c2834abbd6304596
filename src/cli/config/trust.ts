import { readFile, realpath } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { systemError } from '../../services/errno.js';
import { replaceFile } from '../../services/files/replace-file.js';
import { foreignAccess } from '../../services/state/ownership.js';
import { makePrivateFolder } from '../../services/state/private-folder.js';
import type { Paths } from '../paths.js';
import { UsageError } from '../usage-error.js';
import { findOwnWorktree, inProject } from '../worktrees/find.js';
import { unwritable } from './messages.js';
import { folderOf } from './places.js';
import { type ProjectFile, trustedHash } from './started-files.js';

/** Path of a project's file in its real folder → SHA-256 of what was trusted ({@link trustedHash}). */
type Trusted = Readonly<Record<string, string>>;

/**
 * True when the user trusts this file, and the files beside it that it starts, exactly as they are now. In a git
 * worktree of ours it is enough that the same file of the work tree that it was made from is trusted with this content.
 */
export async function isTrusted(
	project: ProjectFile,
	{ trustFile, dataDir }: Pick<Paths, 'trustFile' | 'dataDir'>,
): Promise<boolean> {
	// Whoever may write the list could trust a file in the user's name.
	if ((await foreignAccess(trustFile)) !== null) return false;
	const trusted = await readTrusted(trustFile);
	const path = await placeOf(project.file);
	if (Object.hasOwn(trusted, path) && trusted[path] === (await trustedHash(project))) return true;
	const worktree = await findOwnWorktree({ dataDir }, dirname(path));
	const original = worktree === null ? null : inProject(worktree, path);
	if (original === null || !Object.hasOwn(trusted, original)) return false;
	return trusted[original] === (await trustedHash(project, folderOf(original)));
}

/**
 * Remembers that the user trusts this file as it is, or as it was when `hash` was taken ({@link trustedHash}). Throws a
 * UsageError when that cannot be stored.
 */
export async function trust(project: ProjectFile, trustFile: string, hash?: string): Promise<void> {
	const [path, trusted] = await Promise.all([placeOf(project.file), hash ?? trustedHash(project)]);
	await writeTrusted({ ...(await readTrusted(trustFile)), [path]: trusted }, trustFile);
}

/** Takes the trust in a file back; false when there was none. */
export async function untrust(file: string, trustFile: string): Promise<boolean> {
	const { [await placeOf(file)]: hash, ...rest } = await readTrusted(trustFile);
	if (hash === undefined) return false;
	await writeTrusted(rest, trustFile);
	return true;
}

/**
 * Where a file stands. A link is not followed, nor is `.config/`: what was trusted in one project says nothing about
 * another one whose file is a link to it, as what the file starts belongs to the folder that it speaks of.
 */
async function placeOf(file: string): Promise<string> {
	const folder = folderOf(file);
	return join(await realpath(folder), relative(folder, file));
}

async function readTrusted(trustFile: string): Promise<Trusted> {
	let data: unknown;
	try {
		data = JSON.parse(await readFile(trustFile, 'utf8'));
	} catch {
		// Absent or damaged: nothing is trusted then, which is the safe side.
		return {};
	}
	if (typeof data !== 'object' || data === null) return {};
	return Object.fromEntries(
		Object.entries(data).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
	);
}

async function writeTrusted(trusted: Trusted, trustFile: string): Promise<void> {
	try {
		await makePrivateFolder(dirname(trustFile));
		const doubt = await foreignAccess(trustFile);
		if (doubt !== null) throw new Error(doubt);
		await replaceFile(trustFile, `${JSON.stringify(trusted, null, 2)}\n`);
	} catch (error) {
		throw new UsageError(unwritable(trustFile, systemError(error).why));
	}
}
