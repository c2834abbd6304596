import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readRegistry } from '../../../core/agents/read-registry.js';
import type { RegistryEntry, RegistryIndex } from '../../../core/agents/registry.js';
import { isRecord } from '../../../core/is-record.js';
import { jsonIn } from '../../../core/json-in.js';
import { replaceFile } from '../../files/replace-file.js';
import { type NamedIndex, parseIndex } from './read-index.js';

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

const EMBEDDED_DATE = '2026-10-10';

/** The embedded index, loaded with the first call only. */
export async function embeddedIndex(): Promise<RegistryIndex> {
	const [registry, quarantine] = await Promise.all([
		import('./embedded/registry.json', { with: { type: 'json' } }),
		import('./embedded/quarantine.json', { with: { type: 'json' } }),
	]);
	const index = readRegistry(registry.default, { quarantine: quarantine.default, date: EMBEDDED_DATE });
	if (index === null) throw new Error('the embedded index of agents is broken');
	return index;
}

function storedFile(dataDir: string): string {
	return join(dataDir, 'registry.json');
}

export async function storeIndex(dataDir: string, { from, text }: NamedIndex, fetchedAt: Date): Promise<void> {
	const file = storedFile(dataDir);
	await mkdir(dirname(file), { recursive: true, mode: 0o700 });
	await replaceFile(file, `${JSON.stringify({ version: 1, from, fetchedAt: fetchedAt.toISOString(), text })}\n`);
}

/** The stored index; null where there is none, or none that can be read. */
async function storedIndex(dataDir: string): Promise<NamedIndex | null> {
	const kept = await readFile(storedFile(dataDir), 'utf8').catch(() => null);
	if (kept === null) return null;
	const value = jsonIn(kept);
	if (!isRecord(value)) return null;
	const { from, fetchedAt, text } = value;
	if (typeof from !== 'string' || typeof fetchedAt !== 'string' || typeof text !== 'string') return null;
	const read = parseIndex(text, from, { quarantine: null, date: fetchedAt.slice(0, 10) });
	return read.ok ? read.value : null;
}
