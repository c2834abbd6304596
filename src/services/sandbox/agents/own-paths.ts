import { join, relative } from 'node:path';
import { isWithin } from '../../files/path-inside.js';
import type { AgentNamespaceOptions } from './agent-options.js';
import { known } from './machine-facts.js';

type OwnPathsOptions = Pick<AgentNamespaceOptions, 'writable' | 'planFolders' | 'home'> & {
	/** The workspace and the folders beside it, links resolved. */
	readonly works: readonly string[];
};

/**
 * Paths an agent may write in every mode, links resolved. Where the agent or a repository can put a link, none is
 * followed: `~/.agent/plans` as a link to `~/.ssh` would open that with the next start.
 */
export function ownPaths({ writable, planFolders, home, works }: OwnPathsOptions): readonly string[] {
	const named = [...new Set(writable.map((path) => path.replace(/(?<=.)\/+$/, '')))];
	const own = named.filter((path) => !named.some((other) => other !== path && isWithin(other, path)));
	const plans = planFolders.filter((path) => !path.includes('*') && !own.some((each) => isWithin(each, path)));
	const realHome = known(home)?.path ?? home;
	const found = [
		...own.map((path) => realBelow(path, works)),
		...plans.map((path) => realBelow(path, [home, ...works])),
	].filter((path) => path !== null);
	// Not what holds the home folder, wherever a link of the user's leads.
	return [...new Set(found.filter((path) => !isWithin(path, realHome)))];
}

/** The real path; null where nothing is, or where a link stands below one of these folders. */
function realBelow(path: string, folders: readonly string[]): string | null {
	const real = known(path)?.path ?? null;
	const around = folders.find((folder) => isWithin(folder, path));
	if (around === undefined || real === null) return real;
	return real === join(known(around)?.path ?? around, relative(around, path)) ? real : null;
}
