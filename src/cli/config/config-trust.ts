import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { jsonIn } from '../../core/json-in.js';
import { systemError } from '../../services/errno.js';
import { isWithin } from '../../services/files/path-inside.js';
import { replaceFile } from '../../services/files/replace-file.js';
import { foreignAccess } from '../../services/state/ownership.js';
import { makePrivateFolder } from '../../services/state/private-folder.js';
import { UsageError } from '../errors.js';
import type { Paths } from '../paths.js';
import { findOwnWorktree, inProject } from '../worktrees/find-worktree.js';
import { unwritable } from './config-messages.js';
import { folderOf } from './config-places.js';

/** Path of a project's file in its real folder → SHA-256 of what was trusted ({@link trustedHash}). */
type Trusted = Readonly<Record<string, string>>;

/**
 * True when the user trusts this file, and the files beside it that it starts, exactly as they are now. In a git
 * worktree of ours it is enough that the same file of the work tree that it was made from is trusted with this content.
 */
export async function isTrusted(project: ProjectFile, paths: Pick<Paths, 'trustFile' | 'dataDir'>): Promise<boolean> {
	return (await trustCheck(paths))(project);
}

/** The same for several files: the list of what is trusted is read once. */
export async function trustCheck({
	trustFile,
	dataDir,
}: Pick<Paths, 'trustFile' | 'dataDir'>): Promise<(project: ProjectFile) => Promise<boolean>> {
	// Another user who may write the list could trust a file in the user's name.
	if ((await foreignAccess(trustFile)) !== null) return async () => false;
	const trusted = await readTrusted(trustFile);
	return async (project) => {
		const path = await placeOf(project.file);
		if (Object.hasOwn(trusted, path) && trusted[path] === (await trustedHash(project))) return true;
		const worktree = await findOwnWorktree({ dataDir }, dirname(path));
		const original = worktree === null ? null : inProject(worktree, path);
		if (original === null || !Object.hasOwn(trusted, original)) return false;
		return trusted[original] === (await trustedHash(project, folderOf(original)));
	};
}

/** Remembers trust in this file as it is, or as it was at `hash` ({@link trustedHash}). Throws a UsageError. */
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
	const data = jsonIn(await readFile(trustFile, 'utf8').catch(() => ''));
	// Absent or damaged: nothing is trusted then, which is the safe side.
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

/** Files that are looked at, and bytes of one: what is larger counts by its size and date. */
const MOST_FILES = 100;
const MOST_BYTES = 64 * 1024 * 1024;

/** A program that a file of a project starts; `cwd` as it is written. */
export type StartedProgram = { readonly command: string; readonly args?: readonly string[]; readonly cwd?: string };

/** A file of a project that waits for the user's word before it counts. */
export type ProjectFile = {
	readonly file: string;
	/** SHA-256 of its bytes. */
	readonly hash: string;
	readonly programs: readonly StartedProgram[];
};

/**
 * Content that trust in a file covers: the file as it is, and the files beside it or below that its agents and
 * MCP servers start (`./agent.sh`, `node ./agent.js`). What these load in turn is not looked at. `as` is the folder
 * that its own stands for: that of the same file in another work tree.
 */
export async function trustedHash(project: ProjectFile, as?: string): Promise<string> {
	const started = await startedFiles(project);
	if (started.length === 0) return project.hash;
	const hash = createHash('sha256').update(project.hash);
	const folder = await realpath(folderOf(project.file));
	const nameOf = (file: string): string => (as === undefined ? file : `${as}${file.slice(folder.length)}`);
	for (const file of started) hash.update(`\n${nameOf(file)}\n${await hashOf(file)}`);
	return hash.digest('hex');
}

async function startedFiles({ file, programs }: ProjectFile): Promise<readonly string[]> {
	const folder = await realpath(folderOf(file));
	const found = new Set<string>();
	for (const { command, args = [], cwd } of programs) {
		const places = [folder, ...(cwd === undefined ? [] : [resolve(folder, cwd)])];
		for (const word of [command, ...args].flatMap(withOptionValue)) {
			for (const place of places) {
				const path = await realpath(resolve(place, word)).catch(() => null);
				if (path === null || !isWithin(folder, path) || found.size >= MOST_FILES) continue;
				if ((await stat(path)).isFile()) found.add(path);
			}
		}
	}
	return [...found].sort();
}

/** `--import=./agent.js` names a file as well. */
function withOptionValue(word: string): readonly string[] {
	const value = /^-[^=]*=(.+)$/.exec(word)?.[1];
	return value === undefined ? [word] : [word, value];
}

async function hashOf(file: string): Promise<string> {
	const { size, mtimeMs } = await stat(file);
	if (size > MOST_BYTES) return `${size} ${mtimeMs}`;
	const hash = createHash('sha256');
	try {
		await pipeline(createReadStream(file), hash);
		return hash.digest('hex');
	} catch {
		// A file that cannot be read can be run all the same.
		return `${size} ${mtimeMs}`;
	}
}
