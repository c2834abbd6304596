import type { RegistryEntry, RegistryIndex } from '../../../core/agents/registry.js';
import { embeddedIndex } from './embedded-index.js';
import { storedIndex } from './stored-index.js';

/** The index in force: the one that was fetched last, else the embedded one. Asks no network. */
export async function knownIndex(dataDir: string): Promise<RegistryIndex> {
	const [embedded, stored] = await Promise.all([embeddedIndex(), storedIndex(dataDir)]);
	if (stored === null) return embedded;
	// The registry publishes no list of what is broken: ours holds for the versions that it was made for.
	const holds = ([id]: readonly [string, string]): boolean =>
		isSame(stored.index.entries.get(id), embedded.entries.get(id));
	return { ...stored.index, quarantine: new Map([...embedded.quarantine].filter(holds)) };
}

function isSame(one: RegistryEntry | undefined, other: RegistryEntry | undefined): boolean {
	return one !== undefined && one.version === other?.version;
}
