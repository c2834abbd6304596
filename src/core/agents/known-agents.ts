import { nearest } from '../text/nearest.js';
import type { RegistryEntry, RegistryIndex } from './registry.js';

export type CatalogueRow = {
	readonly name: string;
	/** Name in the ACP registry where it differs; both work. */
	readonly registryId?: string;
	readonly aliases?: readonly string[];
	readonly title: string;
	/** The agent's own executable, never a package runner. */
	readonly command: string;
	readonly args: readonly string[];
	readonly install?: string;
	readonly needs?: { readonly command: string; readonly install: string };
	/** File left by a sign-in, below the home folder (`~/…`). */
	readonly credentials?: string;
};

type ConfiguredAgent = {
	readonly command: string;
	readonly args: readonly string[];
	readonly cwd?: string;
	readonly title?: string;
};

export type KnownAgent = {
	readonly id: string;
	readonly aliases: readonly string[];
	readonly name: string;
	readonly source: 'registry' | 'catalogue' | 'config' | 'bundled';
	readonly entry: RegistryEntry | null;
	readonly catalogue: CatalogueRow | null;
	readonly own: ConfiguredAgent | null;
};

export type AgentSources = {
	readonly index: RegistryIndex;
	readonly catalogue: readonly CatalogueRow[];
	readonly configured: ReadonlyMap<string, ConfiguredAgent>;
	/** Installed by this program; such an agent stays known when the index drops it. */
	readonly installed: readonly string[];
	readonly bundled: { readonly id: string; readonly name: string };
};

/** Every agent once: bundled, configured, of the catalogue and of the registry. A configured name wins. */
export function knownAgents({ index, catalogue, configured, installed, bundled }: AgentSources): readonly KnownAgent[] {
	const taken = new Set([bundled.id, ...configured.keys()]);
	const entryOf = (id: string): RegistryEntry | null => index.entries.get(id) ?? null;
	const nothing = { aliases: [], entry: null, catalogue: null, own: null } as const;
	const own = [...configured]
		.filter(([id]) => id !== bundled.id)
		.map(([id, agent]): KnownAgent => {
			const row = catalogue.find(({ name, registryId }) => name === id || registryId === id) ?? null;
			const entry = entryOf(row?.registryId ?? id);
			return {
				...nothing,
				id,
				name: agent.title ?? row?.title ?? id,
				source: 'config',
				entry,
				catalogue: row,
				own: agent,
			};
		});
	const rows = catalogue.map((row): KnownAgent => {
		const entry = entryOf(row.registryId ?? row.name);
		const id = entry?.id ?? row.name;
		const names = [row.name, ...(row.registryId === undefined ? [] : [row.registryId]), ...(row.aliases ?? [])];
		const aliases = names.filter((name) => name !== id);
		const source = entry === null ? 'catalogue' : 'registry';
		return { ...nothing, id, aliases, name: row.title, source, entry, catalogue: row };
	});
	const listed = new Set(rows.map(({ id }) => id));
	const others = [...index.entries.values()]
		.filter(({ id }) => !listed.has(id))
		.map((entry): KnownAgent => ({ ...nothing, id: entry.id, name: entry.name, source: 'registry', entry }));
	const known = new Set([...listed, ...others.map(({ id }) => id)]);
	const kept = installed
		.filter((id) => !known.has(id))
		.map((id): KnownAgent => ({ ...nothing, id, name: id, source: 'registry' }));
	const free = [...rows, ...others, ...kept].flatMap((agent): readonly KnownAgent[] => {
		const [id, ...aliases] = [agent.id, ...agent.aliases].filter((name) => !taken.has(name));
		return id === undefined ? [] : [{ ...agent, id, aliases }];
	});
	return [{ ...nothing, ...bundled, source: 'bundled' }, ...own, ...free];
}

export function findKnownAgent(name: string, agents: readonly KnownAgent[]): KnownAgent | null {
	return agents.find(({ id }) => id === name) ?? agents.find(({ aliases }) => aliases.includes(name)) ?? null;
}

export function nearestAgent(name: string, agents: readonly KnownAgent[]): string | null {
	return nearest(
		name,
		agents.flatMap(({ id, aliases }) => [id, ...aliases]),
	);
}
