import { lstat, readFile, realpath, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { readGit } from '../git/run-git.js';
import { createLinkSearch, trackedLinkTargets } from './auto-run-links.js';
import { isWithin } from './inside.js';

/** Finds files that make programs run because of their folder, not their name. */
export type AutoRunFolders = {
	/**
	 * The folder (or the file itself) that makes a file run: one with hooks (`core.hooksPath`), a repository's outside
	 * of its working tree, or the target of a link of such a name (`.vscode` to `editor`). Null for other files. Both
	 * are resolved paths, `root` the workspace or additional directory. Never fails.
	 */
	folderOf(real: string, root: string): Promise<string | null>;
};

type Known = { readonly signature: string; readonly folders: readonly string[] };
type Environment = Readonly<Record<string, string | undefined>>;

/** Milliseconds for reading git's settings. */
const LONGEST = 5000;
const MOST_BYTES = 4096;

export function createAutoRunFolders(env: Environment): AutoRunFolders {
	const known = new Map<string, Known>();
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
		const beside = gitFolders.filter((folder) => folder !== join(top, '.git'));
		const resolved = await Promise.all([...named, ...beside].map((path) => realpath(path).catch(() => path)));
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

/**
 * `.git` of a working tree, or the target of that file, and the folder that worktrees share; null without a repository.
 */
async function findGitFolders(top: string): Promise<readonly string[] | null> {
	const path = join(top, '.git');
	try {
		const facts = await lstat(path);
		if (facts.isDirectory() || facts.isSymbolicLink()) return [path];
		if (!facts.isFile() || facts.size > MOST_BYTES) return null;
		const target = /^gitdir: *(.+?)\s*$/m.exec(await readFile(path, 'utf8'))?.[1];
		if (target === undefined) return null;
		const folder = resolve(top, target);
		const shared = join(folder, 'commondir');
		// Something else in its place, such as a pipe, would keep the reader waiting.
		const isThere = await lstat(shared).then(
			(fact) => fact.isFile() && fact.size <= MOST_BYTES,
			() => false,
		);
		return isThere ? [folder, resolve(folder, (await readFile(shared, 'utf8')).trim())] : [folder];
	} catch {
		// No repository has its top here, or none that can be looked at.
		return null;
	}
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
