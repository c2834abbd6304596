import { stat } from 'node:fs/promises';
import { SURVEYED_ABILITIES } from '../../agent/surveyed-abilities.js';
import {
	type AgentFindings,
	type AgentListing,
	type InstalledAgent,
	listAgents,
} from '../../core/agents/agent-listing.js';
import type { KnownAgent } from '../../core/agents/known-agents.js';
import { type AgentFacts, factsOf, isSignedInElsewhere, type KnownFacts } from '../../core/agents/known-facts.js';
import { discoverAgents, findSignedIn } from '../../services/agents/discovery/discover.js';
import { readInstalled } from '../../services/agents/install/agents-lock-file.js';
import { findProgram } from '../../services/programs/find-program.js';
import { repositoryFolders } from '../../services/programs/repository-folders.js';
import { createCredentials } from '../../services/sign-in/credentials.js';
import { createAgentFacts } from '../../services/state/agent-facts.js';
import { createAskingRecords } from '../../services/state/asking-records.js';
import type { Settings } from '../config/settings.js';
import type { World } from '../world.js';
import type { Known } from './load-known-agents.js';

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

/** Agents that are on this machine, by id. A lock that cannot be read counts as none. */
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

/** The program that an agent needs and this machine lacks, in a sentence; null: none. */
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

type Machine = Pick<World, 'home' | 'paths'>;

/** Signed-in agents by id; false: refused or signed out since; absent: not known. Starts no agent. */
async function signedInAgents(
	agents: readonly KnownAgent[],
	{ home, paths }: Machine,
): Promise<ReadonlyMap<string, boolean>> {
	const [facts, ownPrograms, keys] = await Promise.all([
		createAgentFacts({ file: paths.agentFactsFile }).load(),
		findSignedIn(agents, home),
		savedKeys(agents, paths.credentialsFile),
	]);
	return new Map(
		agents.flatMap((agent): readonly (readonly [string, boolean])[] => {
			const { id } = agent;
			const traces = { ownProgram: ownPrograms.get(id) ?? null, savedKey: keys.get(id) ?? null };
			const isSignedIn = isSignedInElsewhere(factsOf(agent, facts), traces);
			return isSignedIn === null ? [] : [[id, isSignedIn]];
		}),
	);
}

async function savedKeys(agents: readonly KnownAgent[], file: string): Promise<ReadonlyMap<string, number>> {
	const found = await stat(file).catch(() => null);
	if (found === null) return new Map();
	const credentials = createCredentials(file);
	const rows = await Promise.all(
		agents.map(async ({ id, aliases }) => {
			const kept = await Promise.all([id, ...aliases].map((name) => credentials.load(name)));
			const hasKey = kept.some(
				(each) => each.ok && Object.keys({ ...each.value.env, ...each.value.apiKeys }).length > 0,
			);
			return hasKey ? [[id, found.mtimeMs] as const] : [];
		}),
	);
	return new Map(rows.flat());
}

/** Facts of agents that are not running: from their last run here, else from a survey. */
export async function knownFacts(
	agents: readonly KnownAgent[],
	{ paths }: Pick<Machine, 'paths'>,
): Promise<ReadonlyMap<string, KnownFacts>> {
	const facts = await createAgentFacts({ file: paths.agentFactsFile }).load();
	const asking = createAskingRecords({ file: paths.askingFile, log: { write: () => {} } });
	const rows = await Promise.all(
		agents.map(async (agent): Promise<readonly (readonly [string, KnownFacts])[]> => {
			const recorded = factsOf(agent, facts);
			// The record of a sign-in alone names no abilities.
			if (recorded !== null && recorded.abilities.length > 0) return [[agent.id, await ranHere(recorded)]];
			const surveyed = SURVEYED_ABILITIES.get(agent.id);
			return surveyed === undefined ? [] : [[agent.id, { abilities: surveyed, from: 'survey', asking: {} }]];
		}),
	);
	return new Map(rows.flat());

	async function ranHere({ abilities, name, version }: AgentFacts): Promise<KnownFacts> {
		return { abilities, from: 'last-run', asking: await asking.load({ name, version }) };
	}
}
