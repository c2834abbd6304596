import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
	AGENTS_LOCK,
	CONFIG_KEY,
	isPackageFile,
	MCP_FILE,
	MISPLACED_FILE,
	PROJECT_PLACES,
	USER_PLACES,
} from './config-places.js';
import { readBytes } from './file-bytes.js';

/** The user's config files in `directory`: the first counts, the others are ignored. */
export function findUserFiles(directory: string): Promise<readonly string[]> {
	return findIn(directory, USER_PLACES);
}

/**
 * The project's config files in the nearest folder that has any, from `cwd` up to the root of the git repository; only
 * in `cwd` itself outside of one. The first counts, the others are ignored. Nothing is looked for at `ceiling` or above.
 */
export async function findProjectFiles(cwd: string, ceiling: string | null = null): Promise<readonly string[]> {
	for (const folder of foldersAbove(cwd, ceiling)) {
		const files = await findIn(folder, PROJECT_PLACES);
		if (files.length > 0) return files;
	}
	return [];
}

/** The project's list of MCP servers, which other programs read as well; looked for like {@link findProjectFiles}. */
export function findMcpFile(cwd: string): string | null {
	return findAbove(cwd, MCP_FILE);
}

/** A file that looks like a project's config, in a place that is not read; looked for like {@link findProjectFiles}. */
export function findMisplacedFile(cwd: string): string | null {
	return findAbove(cwd, MISPLACED_FILE);
}

/** The project's lock of agents; looked for like {@link findProjectFiles}. */
export function findAgentsLock(cwd: string): string | null {
	return findAbove(cwd, AGENTS_LOCK);
}

/** A folder of the project with commands (`.claude/commands`); looked for like {@link findProjectFiles}. */
export function findCommandFolder(cwd: string, name: string): string | null {
	return findAbove(cwd, name);
}

/** cosmiconfig is only loaded, and package.json only parsed, where there is something for it. */
async function findIn(folder: string, places: readonly string[]): Promise<readonly string[]> {
	const mayCount = await Promise.all(places.map((place) => mayHold(join(folder, place))));
	const there = places.filter((_, index) => mayCount[index]);
	if (there.length === 0) return [];
	const { searchFolder } = await import('./explorer.js');
	return searchFolder(folder, there);
}

async function mayHold(file: string): Promise<boolean> {
	if (!isPackageFile(file)) return existsSync(file);
	try {
		return (await readBytes(file)).includes(`"${CONFIG_KEY}"`);
	} catch {
		// Absent, or nothing that other programs would read as package.json.
		return false;
	}
}

function findAbove(cwd: string, name: string): string | null {
	const files = foldersAbove(cwd, null).map((folder) => join(folder, name));
	return files.find((file) => existsSync(file)) ?? null;
}

/** `cwd` and the folders above it, up to the root of its git repository. */
function foldersAbove(cwd: string, ceiling: string | null): readonly string[] {
	const folders: string[] = [];
	for (let folder = cwd; folder !== ceiling; folder = dirname(folder)) {
		folders.push(folder);
		if (existsSync(join(folder, '.git'))) return folders;
		if (dirname(folder) === folder) break;
	}
	return [cwd];
}
