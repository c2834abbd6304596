import type { KnownAgent } from '../../core/agents/known-agents.js';
import { type AgentFindings, type AgentListing, type InstalledAgent, listAgents } from '../../core/agents/listing.js';
import { discoverAgents } from '../../services/agents/discovery/discover.js';
import { readInstalled } from '../../services/agents/install/lock-file.js';
import { findProgram } from '../../services/programs/find-program.js';
import { repositoryFolders } from '../../services/programs/repository-folders.js';
import type { Settings } from '../config/settings.js';
import type { World } from '../world.js';
import { signedInAgents } from './facts.js';
import type { Known } from './known.js';

type ListFor = {
	readonly workspace: string;
	readonly settings: Pick<Settings, 'additionalDirectories'>;
	readonly world: Pick<World, 'env' | 'home' | 'paths'>;
};

/** The list of all known agents with what this machine has of them. Starts none. */
export async function findAgents(
	{ agents, index }: Known,
	{ workspace, settings, world }: ListFor,
): Promise<readonly AgentListing[]> {
	const [installed, signedIn] = await Promise.all([
		discover(agents, { workspace, settings, world }),
		signedInAgents(agents, world),
	]);
	const findings: AgentFindings = { index, installed, signedIn };
	return listAgents(agents, findings);
}

/** Which of the agents are on this machine, by id. A lock that cannot be read counts as none. */
export async function discover(
	agents: readonly KnownAgent[],
	{ workspace, settings: { additionalDirectories }, world: { env, home, paths } }: ListFor,
): Promise<ReadonlyMap<string, InstalledAgent>> {
	const ours = await installedByUs(paths.dataDir);
	return discoverAgents(agents, { workspace, additionalDirectories, env, home, ours });
}

async function installedByUs(dataDir: string): Promise<ReadonlyMap<string, InstalledAgent>> {
	const installed = await readInstalled(dataDir);
	const all = installed.ok ? [...installed.value.values()] : [];
	return new Map(
		all
			.filter(({ isThere }) => isThere)
			.map(({ id, command, locked }) => [id, { path: command, version: locked.version, by: 'acp-tui' }]),
	);
}

/** What an agent needs beside itself and this machine has not, in a sentence; null: nothing. */
export async function missingProgram(
	agent: Pick<KnownAgent, 'id' | 'catalogue'>,
	{ workspace, world }: { readonly workspace: string; readonly world: Pick<World, 'home' | 'env'> },
): Promise<string | null> {
	const needs = agent.catalogue?.needs;
	if (needs === undefined) return null;
	const folders = await repositoryFolders({ workspace, additionalDirectories: [], home: world.home });
	const found = await findProgram(needs.command, { folders, env: world.env, cwd: workspace });
	if (found.type === 'found') return null;
	return `${agent.id} needs ${needs.command}, which is not on this machine. To install that: ${needs.install}`;
}
