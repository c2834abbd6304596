import type { KnownAgent } from './known-agents.js';
import type { AgentListing, InstalledAgent } from './listing.js';
import { kindsOf, type RegistryIndex } from './registry.js';

export type AgentFindings = {
	readonly index: RegistryIndex;
	readonly installed: ReadonlyMap<string, InstalledAgent>;
	readonly signedIn: ReadonlyMap<string, boolean>;
};

export function listAgents(agents: readonly KnownAgent[], findings: AgentFindings): readonly AgentListing[] {
	return agents.map((agent) => {
		const { id, aliases, name, source, entry } = agent;
		return {
			id,
			aliases,
			name,
			version: entry?.version ?? null,
			distribution: entry === null ? [] : kindsOf(entry),
			source,
			installed: findings.installed.get(id) ?? null,
			signedIn: findings.signedIn.get(id) ?? null,
			broken: brokenReason(agent, findings.index),
			description: entry?.description ?? '',
		};
	});
}

export function brokenReason({ entry, own }: KnownAgent, { quarantine }: RegistryIndex): string | null {
	// The config's own may be anything.
	return entry === null || own !== null ? null : (quarantine.get(entry.id) ?? null);
}
