import { isRecord } from '../is-record.js';
import { sanitizeLine } from '../text/sanitize.js';
import { hasControls, isAgentId, isVersionName, npmPin, pythonPin, textOf } from './checked-names.js';
import type { BinaryTarget, PackageDistribution, RegistryEntry, RegistryIndex, SkippedEntry } from './registry.js';

/** More entries than any registry has; the rest is not read. */
const MOST_ENTRIES = 5000;

const MOST_NAME = 120;
const MOST_DESCRIPTION = 600;
const MOST_AUTHORS = 20;

/** The bundled agent: no index may take its place. */
const BUNDLED_ID = 'demo';

/** Reads an index of the registry; null where it is none. Unusable entries are skipped and named. */
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
	if (!isRecord(value)) return 'it is not an object';
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

const TARGET = /^(?:darwin|linux|windows)-(?:aarch64|x86_64)$/;
const MOST_ARGS = 64;
const MOST_LENGTH = 4096;

/** Distribution of an entry, or why it cannot be used. An unknown kind is left out, and named where it is the only one. */
function readDistribution(value: unknown): Pick<RegistryEntry, 'distribution'> | string {
	if (!isRecord(value)) return 'it has no distribution';
	const binary = value['binary'] === undefined ? null : readBinary(value['binary']);
	if (typeof binary === 'string') return binary;
	const npx = value['npx'] === undefined ? null : readPackage(value['npx'], 'npx');
	if (typeof npx === 'string') return npx;
	const uvx = value['uvx'] === undefined ? null : readPackage(value['uvx'], 'uvx');
	if (typeof uvx === 'string') return uvx;
	if (binary === null && npx === null && uvx === null) {
		const kinds = Object.keys(value).map((kind) => textOf(kind, 40) ?? 'without a name');
		return kinds.length === 0
			? 'it has no distribution'
			: `its kind of distribution is not known here: ${kinds.slice(0, 5).join(', ')}`;
	}
	return { distribution: { binary, npx, uvx } };
}

function readBinary(value: unknown): ReadonlyMap<string, BinaryTarget> | string {
	if (!isRecord(value)) return 'its binary distribution is not an object';
	const targets = new Map<string, BinaryTarget>();
	for (const [target, each] of Object.entries(value)) {
		// A platform that is none is a lie about nobody's machine.
		if (!TARGET.test(target)) continue;
		const read = readTarget(each);
		if (typeof read === 'string') return `${target}: ${read}`;
		targets.set(target, read);
	}
	return targets.size === 0 ? 'it names no platform' : targets;
}

function readTarget(value: unknown): BinaryTarget | string {
	if (!isRecord(value)) return 'it is not an object';
	const { archive, cmd, sha256 } = value;
	if (!isPlain(archive) || !isArchiveAddress(archive)) return 'its archive is not an address that may be fetched';
	if (!isPlain(cmd)) return 'it has no command';
	if (!staysInside(cmd)) return 'its command leads out of the archive';
	if (sha256 !== undefined && !(typeof sha256 === 'string' && /^[0-9a-f]{64}$/i.test(sha256))) {
		return 'its sha256 is none';
	}
	const launch = readLaunch(value);
	if (typeof launch === 'string') return launch;
	return { archive, cmd, sha256: sha256?.toLowerCase() ?? null, ...launch };
}

function readPackage(value: unknown, kind: 'npx' | 'uvx'): PackageDistribution | string {
	if (!isRecord(value)) return `its ${kind} distribution is not an object`;
	const { package: name, cmd } = value;
	if (!isPlain(name) || (kind === 'npx' ? npmPin(name) : pythonPin(name)) === null)
		return 'its package has no exact version, or is not a package';
	if (cmd !== undefined && !(isPlain(cmd) && /^[\w.@-]+$/.test(cmd) && !/^[-.]/.test(cmd))) {
		return 'its command is not the name of an executable';
	}
	const launch = readLaunch(value);
	if (typeof launch === 'string') return launch;
	return { package: name, cmd: typeof cmd === 'string' ? cmd : null, ...launch };
}

function readLaunch({
	args = [],
	env = {},
}: Readonly<Record<string, unknown>>): Pick<BinaryTarget, 'args' | 'env'> | string {
	if (!Array.isArray(args) || args.length > MOST_ARGS) return 'its arguments are not a list, or are too many';
	const words = args.filter((arg): arg is string => arg === '' || isPlain(arg));
	if (words.length < args.length) return 'its arguments are not plain words';
	if (!isRecord(env)) return 'its environment is not an object';
	const pairs = Object.entries(env).filter(
		(pair): pair is [string, string] => /^[A-Za-z_]\w{0,127}$/.test(pair[0]) && (pair[1] === '' || isPlain(pair[1])),
	);
	if (pairs.length < Object.keys(env).length || pairs.length > MOST_ARGS) {
		return 'its environment has names or values that are not allowed';
	}
	return { args: words, env: Object.fromEntries(pairs) };
}

function isPlain(value: unknown): value is string {
	return typeof value === 'string' && value.trim() !== '' && value.length <= MOST_LENGTH && !hasControls(value);
}

// A path that is relative to the index is held to the index's folder by whoever opens it.
function isArchiveAddress(archive: string): boolean {
	const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(archive)?.[1]?.toLowerCase();
	if (scheme === undefined) return !archive.startsWith('-');
	if (!['http', 'https', 'file'].includes(scheme) || !URL.canParse(archive)) return false;
	const { username, password, hostname } = new URL(archive);
	return username === '' && password === '' && (scheme === 'file' || hostname !== '');
}

function staysInside(cmd: string): boolean {
	const path = cmd.replaceAll('\\', '/');
	return !path.startsWith('/') && !path.startsWith('-') && !/^[a-z]:/i.test(path) && !path.split('/').includes('..');
}
