import { isRecord } from '../is-record.js';
import { sanitizeLine } from '../text/sanitize.js';
import { isAgentId, isVersionName } from './names.js';
import { readDistribution } from './read-distribution.js';
import type { RegistryEntry, RegistryIndex, SkippedEntry } from './registry.js';
import { textOf } from './untrusted.js';

/** More entries than any registry has; the rest is not read. */
const MOST_ENTRIES = 5000;

const MOST_NAME = 120;
const MOST_DESCRIPTION = 600;
const MOST_AUTHORS = 20;

/** The bundled agent: no index may take its place. */
const BUNDLED_ID = 'demo';

/**
 * Reads an index in the registry's format (`{agents: [...]}`); null where it is none. An entry that cannot be used
 * is skipped and named. Nothing of the value is trusted, and what is returned shares nothing with it.
 */
export function readRegistry(
	value: unknown,
	{ quarantine, date }: { readonly quarantine: unknown; readonly date: string | null },
): RegistryIndex | null {
	if (!isRecord(value) || !Array.isArray(value['agents'])) return null;
	const entries = new Map<string, RegistryEntry>();
	const skipped: SkippedEntry[] = [];
	for (const [at, each] of value['agents'].slice(0, MOST_ENTRIES).entries()) {
		const entry = readEntry(each);
		if (typeof entry === 'string') skipped.push({ id: nameOfSkipped(each, at), reason: entry });
		else if (entries.has(entry.id)) skipped.push({ id: entry.id, reason: 'the index has this id twice' });
		else entries.set(entry.id, entry);
	}
	if (value['agents'].length > MOST_ENTRIES) {
		skipped.push({ id: '…', reason: `more than ${MOST_ENTRIES} entries; the others are not read` });
	}
	return { entries, skipped, quarantine: readQuarantine(quarantine), date };
}

function readEntry(value: unknown): RegistryEntry | string {
	if (!isRecord(value)) return 'it is no object';
	const { id, version } = value;
	if (typeof id !== 'string' || !isAgentId(id) || isTakenName(id)) return 'its id is not allowed';
	if (id === BUNDLED_ID) return 'this id is taken by the bundled agent';
	if (typeof version !== 'string' || !isVersionName(version) || version.includes('..'))
		return 'its version is not allowed';
	const distribution = readDistribution(value['distribution']);
	if (typeof distribution === 'string') return distribution;
	const { authors } = value;
	return {
		id,
		version,
		name: textOf(value['name'], MOST_NAME) ?? id,
		description: textOf(value['description'], MOST_DESCRIPTION) ?? '',
		license: textOf(value['license'], MOST_NAME),
		licenseUrl: webAddress(value['license_url']),
		repository: webAddress(value['repository']),
		website: webAddress(value['website']),
		authors: (Array.isArray(authors) ? authors : [])
			.slice(0, MOST_AUTHORS)
			.flatMap((author) => textOf(author, MOST_NAME) ?? []),
		...distribution,
	};
}

/** Prototype names, and device names of Windows. */
function isTakenName(id: string): boolean {
	return id in {} || /^(?:con|prn|aux|nul|com\d|lpt\d)$/.test(id);
}

function nameOfSkipped(value: unknown, at: number): string {
	const id = isRecord(value) ? textOf(value['id'], 60) : null;
	return id ?? `entry ${at + 1}`;
}

function webAddress(value: unknown): string | null {
	if (typeof value !== 'string' || value.length > 2000 || !URL.canParse(value)) return null;
	const { protocol, username, password, href } = new URL(value);
	if ((protocol !== 'https:' && protocol !== 'http:') || username !== '' || password !== '') return null;
	return sanitizeLine(href);
}

function readQuarantine(value: unknown): ReadonlyMap<string, string> {
	if (!isRecord(value)) return new Map();
	const rows = Object.entries(value).flatMap(([id, reason]): [string, string][] => {
		const text = textOf(reason, MOST_DESCRIPTION);
		return isAgentId(id) && text !== null ? [[id, text]] : [];
	});
	return new Map(rows);
}
