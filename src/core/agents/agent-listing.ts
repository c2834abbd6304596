import type { KnownAgent } from './known-agents.js';
import { type DistributionKind, kindsOf, type RegistryIndex } from './registry.js';

export type InstalledAgent = {
	/** Absolute. */
	readonly path: string;
	/** Null where only starting it would tell. */
	readonly version: string | null;
	/** Installed by this program, npm's global folder, or anything else on the PATH. */
	readonly by: 'acp-tui' | 'path' | 'npm';
};

export type AgentListing = {
	readonly id: string;
	readonly aliases: readonly string[];
	readonly name: string;
	/** Version that would be installed; null where unknown. */
	readonly version: string | null;
	readonly distribution: readonly DistributionKind[];
	readonly source: 'registry' | 'catalogue' | 'config' | 'bundled';
	readonly installed: InstalledAgent | null;
	/** Null where only starting it would tell. */
	readonly signedIn: boolean | null;
	/** Reason why it is known not to work; null where none is known. */
	readonly broken: string | null;
	readonly description: string;
};

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
