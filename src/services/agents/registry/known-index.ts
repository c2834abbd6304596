import type { RegistryEntry, RegistryIndex } from '../../../core/agents/registry.js';
import { embeddedIndex } from './embedded-index.js';
import type { NamedIndex } from './read-index.js';
import { storedIndex } from './stored-index.js';

/** An index with its address or file, for relative addresses; null for the embedded one. */
export type SourcedIndex = { readonly index: RegistryIndex; readonly base: string | null };

/** Where the ACP registry publishes its index. */
export const PUBLISHED_INDEX = 'https://cdn.agentclientprotocol.com/registry/v1/latest/registry.json';

/** The index in force: the last fetched one, else the embedded one. Uses no network. */
export async function knownIndex(dataDir: string): Promise<SourcedIndex> {
	const [embedded, stored] = await Promise.all([embeddedIndex(), storedIndex(dataDir)]);
	if (stored === null || isOutdated(stored, embedded)) return { index: embedded, base: null };
	// The registry publishes no list of what is broken: ours holds for the versions that it was made for.
	const holds = ([id]: readonly [string, string]): boolean =>
		isSame(stored.index.entries.get(id), embedded.entries.get(id));
	const quarantine = new Map([...embedded.quarantine].filter(holds));
	return { index: { ...stored.index, quarantine }, base: stored.from };
}

/** A newer version of this program may embed a newer index than the fetched one. */
function isOutdated({ from, index }: NamedIndex, embedded: RegistryIndex): boolean {
	return from === PUBLISHED_INDEX && (index.date ?? '') < (embedded.date ?? '');
}

function isSame(one: RegistryEntry | undefined, other: RegistryEntry | undefined): boolean {
	return one !== undefined && one.version === other?.version;
}
