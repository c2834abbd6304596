import { basename, join, resolve } from 'node:path';
import type { AgentLaunch } from '../core/agent-info.js';
import { CATALOGUE } from './catalogue.js';

/**
 * Absolute paths of folders where an agent may keep its plans. Known folders in the home folder all count; one in the
 * workspace may come with a repository, so it counts for its own agent only. `more` comes from the config.
 */
export function planFoldersFor(
	launch: AgentLaunch,
	options: { readonly workspace: string; readonly home: string; readonly more?: readonly string[] },
): readonly string[] {
	const { workspace, home, more = [] } = options;
	const known = CATALOGUE.flatMap(({ name, command, planFolder }) => {
		if (planFolder === undefined) return [];
		if (planFolder.startsWith('~/')) return [join(home, planFolder.slice(2))];
		const isStarted = launch.name === name || basename(launch.command) === command;
		return isStarted ? [join(workspace, planFolder)] : [];
	});
	const own = more.map((folder) =>
		folder.startsWith('~/') ? join(home, folder.slice(2)) : resolve(workspace, folder),
	);
	return [...known, ...own];
}
