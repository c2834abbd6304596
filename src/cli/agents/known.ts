import { CATALOGUE } from '../../agent/catalogue.js';
import { type KnownAgent, knownAgents } from '../../core/agents/known-agents.js';
import type { RegistryIndex } from '../../core/agents/registry.js';
import { knownIndex } from '../../services/agents/registry/known-index.js';
import { readIndex } from '../../services/agents/registry/read-index.js';
import type { Settings } from '../config/settings.js';
import { UsageError } from '../usage-error.js';
import type { World } from '../world.js';

/** Every agent that is known by a name, and the index that they were taken from. */
export type Known = { readonly agents: readonly KnownAgent[]; readonly index: RegistryIndex };

/**
 * All agents of the index in force (or of the one that `from` names), the catalogue and the config, and the bundled
 * one. Asks no network unless `from` is an address. Throws a UsageError when `from` is no index.
 */
export async function loadKnownAgents(
	settings: Pick<Settings, 'agents'>,
	world: Pick<World, 'paths' | 'cwd'>,
	from: string | null = null,
): Promise<Known> {
	const index = from === null ? await knownIndex(world.paths.dataDir) : await namedIndex(from, world.cwd);
	const bundled = { id: 'demo', name: 'Demo' };
	return { index, agents: knownAgents({ index, catalogue: CATALOGUE, configured: settings.agents, bundled }) };
}

async function namedIndex(from: string, cwd: string): Promise<RegistryIndex> {
	const read = await readIndex(from, { cwd });
	if (read.ok) return read.value.index;
	throw new UsageError(read.failure.message.replace(/\.$/, ''));
}
