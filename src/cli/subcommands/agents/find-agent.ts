import { findKnownAgent, type KnownAgent, nearestAgent } from '../../../core/agents/known-agents.js';
import { sanitizeLine } from '../../../core/text/sanitize.js';
import { type Known, loadKnownAgents } from '../../agents/load-known-agents.js';
import { loadConfig } from '../../config/load-config.js';
import type { Settings } from '../../config/settings.js';
import { UsageError } from '../../errors.js';
import { findWorkspace } from '../../find-workspace.js';
import { quote } from '../../quote-value.js';
import type { World } from '../../world.js';

type AgentsHere = { readonly workspace: string; readonly settings: Settings; readonly known: Known };

/** The agents that are known in a folder. Throws a UsageError where that or its config is none, else as `loadKnownAgents`. */
export async function agentsHere(cwd: string | undefined, world: World, from?: string): Promise<AgentsHere> {
	const workspace = await findWorkspace(cwd, world.cwd);
	const { settings } = await loadConfig(world.paths, workspace);
	return { workspace, settings, known: await loadKnownAgents(settings, world, from) };
}

/** The agent of a name. Throws a UsageError where there is none, or where the index has an entry that cannot be used. */
export function findAgentNamed(name: string, { agents, index }: Known): KnownAgent {
	const agent = findKnownAgent(name, agents);
	const skipped = index.skipped.find(({ id }) => id === name);
	if (agent?.entry == null && skipped !== undefined) {
		throw new UsageError(`the index has ${quote(name)}, but it cannot be used: ${skipped.reason}`);
	}
	if (agent === null) throw noSuchAgent(name, agents);
	return agent;
}

export function noSuchAgent(name: string, agents: readonly KnownAgent[]): UsageError {
	const meant = nearestAgent(name, agents);
	const advice = meant === null ? '' : `; did you mean ${sanitizeLine(meant)}?`;
	return new UsageError(`${quote(name)}: no such agent${advice} ("acp-tui agents" lists them)`);
}
