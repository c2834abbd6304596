import { stat } from 'node:fs/promises';
import { SURVEYED_ABILITIES } from '../../agent/surveyed-abilities.js';
import { type AgentFacts, factsOf, isSignedInElsewhere, type KnownFacts } from '../../core/agents/facts.js';
import type { KnownAgent } from '../../core/agents/known-agents.js';
import { findSignedIn } from '../../services/agents/discovery/signed-in.js';
import { createCredentials } from '../../services/sign-in/credentials.js';
import { createAgentFacts } from '../../services/state/agent-facts.js';
import { createAskingRecords } from '../../services/state/asking-records.js';
import type { World } from '../world.js';

type Machine = Pick<World, 'home' | 'paths'>;

/** Signed-in agents by id; false: refused or signed out since; absent: not known. Starts no agent. */
export async function signedInAgents(
	agents: readonly KnownAgent[],
	{ home, paths }: Machine,
): Promise<ReadonlyMap<string, boolean>> {
	const [facts, ownPrograms, keys] = await Promise.all([
		createAgentFacts({ file: paths.agentFactsFile }).load(),
		findSignedIn(agents, home),
		keptKeys(agents, paths.credentialsFile),
	]);
	return new Map(
		agents.flatMap((agent): readonly (readonly [string, boolean])[] => {
			const { id } = agent;
			const traces = { ownProgram: ownPrograms.get(id) ?? null, keptKey: keys.get(id) ?? null };
			const isSignedIn = isSignedInElsewhere(factsOf(agent, facts), traces);
			return isSignedIn === null ? [] : [[id, isSignedIn]];
		}),
	);
}

/** When keys were stored last, for the agents that have one. */
async function keptKeys(agents: readonly KnownAgent[], file: string): Promise<ReadonlyMap<string, number>> {
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

/** What is known of agents without starting them: what they showed when they ran here, else what a survey found. */
export async function knownFacts(
	agents: readonly KnownAgent[],
	{ paths }: Pick<Machine, 'paths'>,
): Promise<ReadonlyMap<string, KnownFacts>> {
	const facts = await createAgentFacts({ file: paths.agentFactsFile }).load();
	const asking = createAskingRecords({ file: paths.askingFile, log: { write: () => {} } });
	const rows = await Promise.all(
		agents.map(async (agent): Promise<readonly (readonly [string, KnownFacts])[]> => {
			const learned = factsOf(agent, facts);
			// A sign-in alone shows nothing of what it can do.
			if (learned !== null && learned.abilities.length > 0) return [[agent.id, await ranHere(learned)]];
			const surveyed = SURVEYED_ABILITIES.get(agent.id);
			return surveyed === undefined ? [] : [[agent.id, { abilities: surveyed, from: 'survey', asking: {} }]];
		}),
	);
	return new Map(rows.flat());

	async function ranHere({ abilities, name, version }: AgentFacts): Promise<KnownFacts> {
		return { abilities, from: 'last-run', asking: await asking.load({ name, version }) };
	}
}
