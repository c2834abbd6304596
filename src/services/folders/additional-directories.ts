import { access, constants, realpath, stat } from 'node:fs/promises';
import { join, parse, resolve } from 'node:path';
import { fail, type Result, succeed } from '../../core/failure.js';
import type { AddedFolder, FoldersPort } from '../../core/ports.js';
import { Serial } from '../../core/serial.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { isMissing, systemError } from '../errno.js';
import { isWithin } from '../files/path-inside.js';
import { distrustFolder } from '../programs/untrusted-folders.js';

export type FolderPlaces = { readonly workspace: string; readonly home: string; readonly own: readonly string[] };

export type AdditionalDirectories = {
	/** Resolved, none inside another or inside the workspace. */
	readonly directories: readonly string[];
	readonly notices: readonly string[];
};

/**
 * Resolves folders beside the workspace; a link counts as its target. Fails with `usage` for anything but a folder, for
 * one far larger than a project (the root, the home folder, a folder above either of them or above the workspace), and
 * for this program's own folders. `where`, a config key or an option, begins the message.
 */
export async function checkAdditionalDirectories(
	given: readonly { readonly path: string; readonly where: string }[],
	places: FolderPlaces,
): Promise<Result<AdditionalDirectories>> {
	const found: { readonly path: string; readonly real: string }[] = [];
	for (const { path, where } of given) {
		const checked = await checkFolder(path, places);
		if (!checked.ok) return fail('usage', FOLDERS.refused(where, path, checked.failure.message));
		found.push({ path, real: checked.value });
	}
	const workspace = await realpath(places.workspace);
	const directories: string[] = [];
	const notices: string[] = [];
	for (const [index, { path, real }] of found.entries()) {
		const around = found.find(
			(other, at) => at !== index && isWithin(other.real, real) && (other.real !== real || at < index),
		);
		if (isWithin(workspace, real)) notices.push(FOLDERS.partOfWorkspace(path));
		else if (around !== undefined) notices.push(FOLDERS.partOf(path, around.path));
		else directories.push(real);
	}
	return succeed({ directories, notices });
}

/**
 * Adds a folder to resolved ones, none of which contains another: a contained one is not added, and those that the new
 * one contains are dropped. Fails like {@link checkAdditionalDirectories}.
 */
async function addFolder(path: string, known: readonly string[], places: FolderPlaces): Promise<Result<AddedFolder>> {
	const checked = await checkFolder(path, places);
	if (!checked.ok) return fail('usage', FOLDERS.notAdded(path, checked.failure.message));
	const real = checked.value;
	const inWorkspace = isWithin(await realpath(places.workspace).catch(() => places.workspace), real);
	const around = inWorkspace ? places.workspace : known.find((folder) => isWithin(folder, real));
	if (around !== undefined) {
		return succeed({
			directories: known,
			added: null,
			note: inWorkspace ? FOLDERS.partOfWorkspace(path) : FOLDERS.partOf(path, around),
		});
	}
	const inside = known.filter((folder) => isWithin(real, folder));
	return succeed({
		directories: [...known.filter((folder) => !inside.includes(folder)), real],
		added: real,
		note: inside.length === 0 ? null : inside.map((folder) => FOLDERS.partOf(folder, real)).join('\n'),
	});
}

async function checkFolder(path: string, { workspace, home, own }: FolderPlaces): Promise<Result<string>> {
	const [realWorkspace, realHome, ...realOwn] = await Promise.all(
		[workspace, home, ...own].map((at) => realpath(at).catch(() => at)),
	);
	const found = await realFolder(path);
	if (!found.ok) return found;
	const real = found.value;
	// A git worktree of ours is a workspace inside a folder of ours.
	const isInWorkspaceOf = (folder: string): boolean =>
		isWithin(folder, realWorkspace ?? workspace) && isWithin(realWorkspace ?? workspace, real);
	const refusal =
		real === parse(real).root
			? FOLDERS.root
			: real === realHome
				? FOLDERS.home
				: isWithin(real, realHome ?? home)
					? FOLDERS.aboveHome
					: real !== realWorkspace && isWithin(real, realWorkspace ?? workspace)
						? FOLDERS.aboveWorkspace
						: realOwn.some((folder) => isWithin(folder, real) && !isInWorkspaceOf(folder))
							? FOLDERS.own
							: null;
	if (refusal !== null) return fail('usage', refusal);
	distrustFolder(real);
	return found;
}

async function realFolder(path: string): Promise<Result<string>> {
	try {
		const real = await realpath(path);
		const facts = await stat(real);
		return facts.isDirectory() ? succeed(real) : fail('usage', FOLDERS.noFolder);
	} catch (error) {
		return fail('usage', isMissing(error) ? FOLDERS.missing : systemError(error).why);
	}
}

export const FOLDERS = {
	root: 'this is the root of the file system; name a folder inside it',
	home: 'this is your home folder; name a folder inside it',
	aboveHome: 'it contains your home folder; name a smaller one',
	aboveWorkspace: 'it contains the workspace; to work on all of it, start acp-tui there or pass --cwd',
	own: 'acp-tui keeps its settings and its state there; name another folder',
	missing: 'no such folder',
	noFolder: 'not a folder',
	refused: (where: string, path: string, why: string): string => `${where} ${JSON.stringify(path)}: ${why}`,
	notAdded: (path: string, why: string): string => `${sanitizeLine(path)} was not added: ${why}.`,
	partOfWorkspace: (path: string): string => FOLDERS.partOf(path, 'the workspace'),
	partOf: (path: string, around: string): string => `${sanitizeLine(path)} is already part of ${sanitizeLine(around)}`,
	gone: 'it no longer exists',
	noLongerFolder: 'it is no longer a folder',
};

export function createFolders(places: FolderPlaces, initial: readonly string[]): FoldersPort {
	let directories = initial;
	const serial = new Serial();
	const absolute = (path: string): string =>
		/^~(?=\/|$)/.test(path) ? join(places.home, path.slice(1)) : resolve(places.workspace, path);
	return {
		list: () => directories,
		add(path) {
			// In order: each folder is checked against those before it.
			return serial.run(async () => {
				const added = await addFolder(absolute(path), directories, places);
				if (added.ok) directories = added.value.directories;
				return added;
			});
		},
		async unusable() {
			const reasons = await Promise.all(directories.map(whyUnusable));
			return directories.flatMap((folder, index) => {
				const because = reasons[index] ?? null;
				return because === null ? [] : [{ folder, because }];
			});
		},
	};
}

async function whyUnusable(folder: string): Promise<string | null> {
	try {
		const facts = await stat(folder);
		if (!facts.isDirectory()) return FOLDERS.noLongerFolder;
		await access(folder, constants.R_OK | constants.X_OK);
		return null;
	} catch (error) {
		return isMissing(error) ? FOLDERS.gone : systemError(error).why;
	}
}
