import { planInstall } from './plan.js';
import { type PublisherChange, publisherChanges, publisherFacts } from './publisher-changes.js';
import type { RegistryEntry, RegistryIndex } from './registry.js';

type VersionChange = { readonly id: string; readonly before: string; readonly after: string };

export type IndexChanges = {
	readonly added: readonly RegistryEntry[];
	readonly removed: readonly RegistryEntry[];
	readonly versions: readonly VersionChange[];
	readonly publishers: readonly { readonly id: string; readonly changes: readonly PublisherChange[] }[];
};

export function indexChanges(before: RegistryIndex, after: RegistryIndex, target: string): IndexChanges {
	const entries = [...after.entries.values()];
	const both = entries.flatMap((entry) => {
		const old = before.entries.get(entry.id);
		return old === undefined ? [] : [{ id: entry.id, old, entry }];
	});
	const factsOf = (entry: RegistryEntry) => publisherFacts(planInstall(entry, { target, broken: null }));
	return {
		added: entries.filter(({ id }) => !before.entries.has(id)),
		removed: [...before.entries.values()].filter(({ id }) => !after.entries.has(id)),
		versions: both
			.filter(({ old, entry }) => old.version !== entry.version)
			.map(({ id, old, entry }) => ({ id, before: old.version, after: entry.version })),
		publishers: both
			.map(({ id, old, entry }) => ({ id, changes: publisherChanges(factsOf(old), factsOf(entry)) }))
			.filter(({ changes }) => changes.length > 0),
	};
}
