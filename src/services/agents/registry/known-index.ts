import type { RegistryEntry, RegistryIndex } from '../../../core/agents/registry.js';
import { embeddedIndex } from './embedded-index.js';
import { storedIndex } from './stored-index.js';

/** An index, and where it came from: an address or a file, for what is relative to it; null for the embedded one. */
export type SourcedIndex = { readonly index: RegistryIndex; readonly base: string | null };

/** The index in force: the one that was fetched last, else the embedded one. Asks no network. */
export async function knownIndex(dataDir: string): Promise<SourcedIndex> {
	const [embedded, stored] = await Promise.all([embeddedIndex(), storedIndex(dataDir)]);
	if (stored === null) return { index: embedded, base: null };
	// The registry publishes no list of what is broken: ours holds for the versions that it was made for.
	const holds = ([id]: readonly [string, string]): boolean =>
		isSame(stored.index.entries.get(id), embedded.entries.get(id));
	const quarantine = new Map([...embedded.quarantine].filter(holds));
	return { index: { ...stored.index, quarantine }, base: stored.from };
}

function isSame(one: RegistryEntry | undefined, other: RegistryEntry | undefined): boolean {
	return one !== undefined && one.version === other?.version;
}
