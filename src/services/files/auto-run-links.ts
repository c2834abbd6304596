import { readdir, realpath, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { autoRunPart } from '../../core/policy/auto-run-files.js';
import { runGit } from '../git/run-git.js';
import { splitOutput } from '../git/split-output.js';
import { isWithin } from './inside.js';

/** Milliseconds: listing the largest repositories takes a few hundred. */
const LONGEST = 10_000;
const MOST_LINKS = 1000;
/** A link in git's index. */
const LINK = /^120000 [0-9a-f]+ \d\t(.+)$/s;

/**
 * The targets of links that the repository with this top tracks under a name that makes programs run (`.vscode`,
 * `.husky`).
 */
export async function trackedLinkTargets(
	top: string,
	env: Readonly<Record<string, string | undefined>>,
): Promise<readonly string[]> {
	const links: string[] = [];
	const onData = splitOutput('\0', (record) => {
		const path = LINK.exec(record)?.[1];
		if (path !== undefined && autoRunPart(path) !== null) links.push(join(top, path));
		return links.length < MOST_LINKS;
	});
	await runGit({ cwd: top, env, args: ['ls-files', '-z', '--stage'], timeout: LONGEST, onData });
	return targetsOf(links);
}

/** Finds links of such names in a file's folder and its parents up to `root`, tracked or not. */
export function createLinkSearch(): (real: string, root: string) => Promise<readonly string[]> {
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

/** Dangling links lead to nothing that could be edited. */
async function targetsOf(links: readonly string[]): Promise<readonly string[]> {
	const targets = await Promise.all(links.map((link) => realpath(link).catch(() => null)));
	return targets.filter((target) => target !== null);
}
