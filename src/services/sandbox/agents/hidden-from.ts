import { isWithin } from '../../files/path-inside.js';
import type { Cover } from '../commands/command-sandbox-view.js';
import { coversOf, credentialsIn } from '../commands/credential-places.js';
import { socketsIn } from '../commands/sockets.js';
import { systemPlaces } from '../linux/system-places.js';
import type { AgentNamespaceOptions } from './agent-options.js';
import { known, realPaths } from './machine-facts.js';

/** `isHomeShown`: the home folder is part of what the agent works in. */
type HiddenOptions = Pick<AgentNamespaceOptions, 'home' | 'hidden' | 'keys'> & { readonly isHomeShown: boolean };

/**
 * Places of ours, sockets, secrets of the system, and keys that are not the agent's own, as this machine is now. `own`:
 * what the agent may write, `shown`: all that is put where the sandbox has folders of its own.
 */
export async function hiddenFrom(
	own: readonly string[],
	shown: readonly string[],
	options: HiddenOptions,
): Promise<readonly Cover[]> {
	const home = known(options.home)?.path ?? options.home;
	const [credentials, keys, ours, sockets, system] = await Promise.all([
		options.isHomeShown ? credentialsIn(home) : [],
		coversOf(realPaths(options.keys)),
		coversOf(realPaths(options.hidden)),
		socketsIn(['/']),
		systemPlaces(),
	]);
	// Folders that the sandbox makes itself show only what is mounted there.
	const isShown = (path: string): boolean => !isMade(path) || shown.some((each) => isWithin(each, path));
	const isOwn = ({ at }: Cover): boolean => own.some((each) => isWithin(each, at));
	const secrets = system.flatMap((place): readonly Cover[] => {
		if (place.type === 'empty') return [{ at: place.at, kind: 'folder' }];
		return place.type === 'bind' && place.from === '/dev/null' ? [{ at: place.at, kind: 'file' }] : [];
	});
	const covers = [
		...[...credentials, ...keys].filter((cover) => !isOwn(cover)),
		...ours,
		...secrets,
		...sockets.filter(isShown).map((at): Cover => ({ at, kind: 'socket' })),
	];
	return [...new Map(covers.map((cover) => [cover.at, cover])).values()];
}

/** Where the sandbox has folders of its own. */
const MADE = ['/tmp', '/var/tmp', '/run', '/dev', '/proc', '/sys'];

/** Whether a path lies there. */
export function isMade(path: string): boolean {
	return MADE.some((folder) => path.startsWith(`${folder}/`));
}
