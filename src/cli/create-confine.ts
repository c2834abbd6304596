import { join } from 'node:path';
import { CATALOGUE } from '../agent/catalogue.js';
import type { Confine } from '../core/agent-port.js';
import { once } from '../core/once.js';
import type { FoldersPort } from '../core/ports.js';
import type { AgentSandboxesOptions } from '../services/sandbox/agents/agent-options.js';
import type { World } from './world.js';

type ConfineParts = {
	readonly workspace: string;
	readonly world: Pick<World, 'home' | 'paths'>;
	readonly folders: Pick<FoldersPort, 'list'>;
	readonly isPersisted: boolean;
	readonly temporary: () => Promise<string>;
	/** The same, beside what this program keeps. */
	readonly layers: () => Promise<string>;
	/** The view of the workspace for an agent in a shadow; null: nothing here works in one. */
	readonly shadowView: Required<AgentSandboxesOptions>['shadowView'] | null;
};

/** Puts agents into sandboxes; what does it is loaded with the first. */
export function createConfine({
	workspace,
	world,
	folders,
	isPersisted,
	temporary,
	layers,
	shadowView,
}: ConfineParts): Confine {
	const { home, paths } = world;
	const sandboxes = once(async () => {
		const { createAgentSandboxes } = await import('../services/sandbox/agents/agent-sandboxes.js');
		return createAgentSandboxes({
			workspace,
			roots: folders.list,
			home,
			hidden: [paths.stateDir, paths.configDir],
			keys: agentKeys(home),
			// Agents that are installed, and what npx is started in.
			readable: [paths.dataDir, join(paths.stateDir, 'npx')],
			...(isPersisted
				? { homes: join(paths.stateDir, 'homes'), ownHosts: join(paths.stateDir, 'agent-hosts.json') }
				: {}),
			temporary,
			layers,
			...(shadowView === null ? {} : { shadowView }),
		});
	});
	return async (...asked) => (await sandboxes()).confine(...asked);
}

/** The keys of every agent's account: each has its own folder, and so its own keys. */
function agentKeys(home: string): readonly string[] {
	const files = CATALOGUE.flatMap(({ credentials }) => credentials ?? []);
	return [...files, '~/.claude.json'].map((path) => join(home, path.replace(/^~\//, '')));
}
