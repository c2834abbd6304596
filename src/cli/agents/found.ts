import type { KnownAgent } from '../../core/agents/known-agents.js';
import { type AgentFindings, listAgents } from '../../core/agents/list-agents.js';
import type { AgentListing, InstalledAgent } from '../../core/agents/listing.js';
import { discoverAgents } from '../../services/agents/discovery/discover.js';
import { findSignedIn } from '../../services/agents/discovery/signed-in.js';
import type { Settings } from '../config/settings.js';
import type { World } from '../world.js';
import type { Known } from './known.js';

/** Where a list of agents is made for. */
export type ListFor = {
	readonly workspace: string;
	readonly settings: Pick<Settings, 'additionalDirectories'>;
	readonly world: Pick<World, 'env' | 'home'>;
};

/** The list of all known agents with what this machine has of them. Starts none. */
export async function findAgents(
	{ agents, index }: Known,
	{ workspace, settings, world }: ListFor,
): Promise<readonly AgentListing[]> {
	const [installed, signedIn] = await Promise.all([
		discover(agents, { workspace, settings, world }),
		findSignedIn(agents, world.home),
	]);
	const findings: AgentFindings = { index, installed, signedIn };
	return listAgents(agents, findings);
}

/** Which of the agents are on this machine, by id. */
export function discover(
	agents: readonly KnownAgent[],
	{ workspace, settings: { additionalDirectories }, world: { env, home } }: ListFor,
): Promise<ReadonlyMap<string, InstalledAgent>> {
	return discoverAgents(agents, { workspace, additionalDirectories, env, home, ours: new Map() });
}
