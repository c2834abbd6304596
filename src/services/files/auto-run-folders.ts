import { lstat, readdir, realpath, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Environment } from '../../core/environment.js';
import { autoRunPart } from '../../core/policy/auto-run-files.js';
import { readGit, runGit } from '../git/run-git.js';
import { splitOutput } from '../git/split-output.js';
import { commonFolder, gitFileTarget } from './git-file.js';
import { isWithin } from './path-inside.js';

/** Finds files that make programs run because of their folder, not their name. */
export type AutoRunFolders = {
	/**
	 * The folder (or the file itself) that makes a file run: one with hooks (`core.hooksPath`), a repository's outside
	 * of its working tree, or the target of a link of such a name (`.vscode` to `editor`). Null for other files. Both
	 * are resolved paths, `root` the workspace or additional directory. Never fails.
	 */
	folderOf(real: string, root: string): Promise<string | null>;
};
/** Milliseconds for reading git's settings. */
const LONGEST = 5000;
const MOST_BYTES = 4096;

export function createAutoRunFolders(env: Environment): AutoRunFolders {
	const known = new Map<string, { readonly signature: string; readonly folders: readonly string[] }>();
	const linksAround = createLinkSearch();
	const foldersOf = async (top: string): Promise<readonly string[]> => {
		const gitFolders = await findGitFolders(top);
		if (gitFolders === null) return [];
		const signature = await signatureOf([
			join(top, '.git'),
			...gitFolders.flatMap((folder) => [join(folder, 'config'), join(folder, 'index')]),
		]);
		const before = known.get(top);
		if (before?.signature === signature) return before.folders;
		const named = (await readHooksPaths(top, env)).map((path) => resolve(top, path));
		const others = gitFolders.filter((folder) => folder !== join(top, '.git'));
		const resolved = await Promise.all([...named, ...others].map((path) => realpath(path).catch(() => path)));
		const folders = [...resolved, ...(await trackedLinkTargets(top, env))];
		known.set(top, { signature, folders });
		return folders;
	};
	return {
		async folderOf(real, root) {
			const linked = (await linksAround(real, root)).find((folder) => isWithin(folder, real));
			if (linked !== undefined) return linked;
			// The file's own repository, and those around it.
			for (let top = dirname(real); ; top = dirname(top)) {
				const found = (await foldersOf(top)).find((folder) => isWithin(folder, real));
				if (found !== undefined) return found;
				if (top === dirname(top)) return null;
			}
		},
	};
}

/** `.git` of a working tree, or what that file names, and the folder that worktrees share; null without one. */
async function findGitFolders(top: string): Promise<readonly string[] | null> {
	const path = join(top, '.git');
	const facts = await lstat(path).catch(() => null);
	if (facts?.isDirectory() === true || facts?.isSymbolicLink() === true) return [path];
	const folder = facts === null ? null : await gitFileTarget(top);
	return folder === null ? null : [folder, ...[(await commonFolder(folder)) ?? []].flat()];
}

async function signatureOf(paths: readonly string[]): Promise<string> {
	const facts = await Promise.all(paths.map((path) => stat(path).catch(() => null)));
	return facts.map((fact) => (fact === null ? '-' : `${fact.ino} ${fact.size} ${fact.mtimeMs}`)).join('\n');
}

/** All values of the repository's and the user's settings; reading them runs nothing. */
async function readHooksPaths(top: string, env: Environment): Promise<readonly string[]> {
	const args = ['config', '-z', '--type=path', '--get-all', 'core.hooksPath'];
	const read = await readGit({ cwd: top, env, args, timeout: LONGEST, most: MOST_BYTES });
	const text = read.ok ? read.value.bytes.toString('utf8') : '';
	return text.split('\0').filter((path) => path !== '');
}

/** Milliseconds: listing the largest repositories takes a few hundred. */
const LONGEST_LIST = 10_000;
const MOST_LINKS = 1000;
/** A link in git's index. */
const LINK = /^120000 [0-9a-f]+ \d\t(.+)$/s;

/** Targets of links that the repository tracks under a name that makes programs run (`.vscode`, `.husky`). */
async function trackedLinkTargets(top: string, env: Environment): Promise<readonly string[]> {
	const links: string[] = [];
	const onData = splitOutput('\0', (record) => {
		const path = LINK.exec(record)?.[1];
		if (path !== undefined && autoRunPart(path) !== null) links.push(join(top, path));
		return links.length < MOST_LINKS;
	});
	await runGit({ cwd: top, env, args: ['ls-files', '-z', '--stage'], timeout: LONGEST_LIST, onData });
	return targetsOf(links);
}

function createLinkSearch(): (real: string, root: string) => Promise<readonly string[]> {
	const known = new Map<string, { readonly changed: number; readonly targets: readonly string[] }>();
	const linksIn = async (folder: string): Promise<readonly string[]> => {
		const changed = (await stat(folder).catch(() => null))?.mtimeMs;
		if (changed === undefined) return [];
		const before = known.get(folder);
		if (before?.changed === changed) return before.targets;
		const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
		const links = entries.filter((entry) => entry.isSymbolicLink() && autoRunPart(entry.name) !== null);
		const targets = await targetsOf(links.slice(0, MOST_LINKS).map(({ name }) => join(folder, name)));
		known.set(folder, { changed, targets });
		return targets;
	};
	return async (real, root) => {
		const found: string[] = [];
		for (let folder = dirname(real); isWithin(root, folder); folder = dirname(folder)) {
			found.push(...(await linksIn(folder)));
			if (folder === dirname(folder)) break;
		}
		return found;
	};
}

async function targetsOf(links: readonly string[]): Promise<readonly string[]> {
	const targets = await Promise.all(links.map((link) => realpath(link).catch(() => null)));
	return targets.filter((target) => target !== null);
}
