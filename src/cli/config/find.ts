import { access } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

// Data formats only. A file that runs code is never read as configuration: a cloned repository could bring it.
const USER_NAMES = ['config.json', 'config.yaml', 'config.yml'];
const PROJECT_NAMES = [
	'.acp-tuirc.json',
	'.acp-tuirc.yaml',
	'.acp-tuirc.yml',
	'acp-tui.config.json',
	'acp-tui.config.yaml',
];

/** The name of a project's list of MCP servers. */
export const MCP_FILE = '.mcp.json';

/** The name of a project's lock of agents. */
const AGENTS_LOCK = 'agents.lock.json';

/** The user's config file in `directory`, or null. */
export function findUserFile(directory: string): Promise<string | null> {
	return firstExisting(directory, USER_NAMES);
}

/** Config files beside `file` that are not read, because `file` comes first; their names. */
export async function findShadowedFiles(file: string): Promise<readonly string[]> {
	const names = [USER_NAMES, PROJECT_NAMES].find((list) => list.includes(basename(file))) ?? [];
	const others = names.slice(names.indexOf(basename(file)) + 1);
	const found = await Promise.all(others.map((name) => exists(join(dirname(file), name))));
	return others.filter((_, index) => found[index] === true);
}

/**
 * The project's config file: the nearest from `cwd` up to the root of the git repository; only in
 * `cwd` itself outside of one. Null when there is none. Nothing is looked for at `ceiling` or above it.
 */
export function findProjectFile(cwd: string, ceiling: string | null = null): Promise<string | null> {
	return findAbove(cwd, PROJECT_NAMES, ceiling);
}

/** The project's list of MCP servers, which other programs read as well; looked for like {@link findProjectFile}. */
export function findMcpFile(cwd: string): Promise<string | null> {
	return findAbove(cwd, [MCP_FILE], null);
}

/** The project's lock of agents; looked for like {@link findProjectFile}. */
export function findAgentsLock(cwd: string): Promise<string | null> {
	return findAbove(cwd, [AGENTS_LOCK], null);
}

async function findAbove(cwd: string, names: readonly string[], ceiling: string | null): Promise<string | null> {
	const root = await findGitRoot(cwd, ceiling);
	for (let directory = cwd; ; directory = dirname(directory)) {
		const file = await firstExisting(directory, names);
		if (file !== null || root === null || directory === root) return file;
	}
}

async function findGitRoot(start: string, ceiling: string | null): Promise<string | null> {
	for (let directory = start; directory !== ceiling; directory = dirname(directory)) {
		if (await exists(join(directory, '.git'))) return directory;
		if (dirname(directory) === directory) return null;
	}
	return null;
}

async function firstExisting(directory: string, names: readonly string[]): Promise<string | null> {
	for (const name of names) {
		const file = join(directory, name);
		if (await exists(file)) return file;
	}
	return null;
}

async function exists(file: string): Promise<boolean> {
	try {
		await access(file);
		return true;
	} catch {
		// Absent, or not to be seen: both mean that there is nothing to read.
		return false;
	}
}
