import { fail, type Result, succeed } from '../failure.js';
import { isRecord } from '../is-record.js';
import { jsonIn } from '../json-in.js';
import { isAgentId, isVersionName } from './checked-names.js';
import type { DistributionKind, RegistryEntry } from './registry.js';

export type InstallScript = { readonly package: string; readonly scripts: readonly string[] };

/** An installed version of an agent; fields without a comment are as in the registry's entry. */
export type LockedVersion = Pick<RegistryEntry, 'version' | 'authors' | 'repository' | 'licenseUrl'> & {
	/** `registry`, or the file or address of another index. */
	readonly source: string;
	readonly kind: DistributionKind;
	/** The pinned package (`name@1.2.3`, `name==1.2.3`); for archives its address. */
	readonly location: string;
	/** An SRI (`sha512-…`) or `sha256:HEX`. */
	readonly integrity: string;
	readonly publisher: string | null;
	/** ISO 8601, UTC. */
	readonly installedAt: string;
	readonly updatedAt: string;
	readonly command: string;
	readonly isSystemCommand: boolean;
	readonly isNodeScript: boolean;
	readonly args: readonly string[];
	readonly env: Readonly<Record<string, string>>;
	readonly installScripts: readonly InstallScript[];
	readonly haveScriptsRun: boolean;
};

export type LockedAgent = LockedVersion & { readonly previous: LockedVersion | null };

/** `agents.lock.json` of the data folder. */
export type AgentsLock = {
	readonly agents: ReadonlyMap<string, LockedAgent>;
	/** Integrity of the first download by `id@version`: later ones must match. */
	readonly firstSeen: ReadonlyMap<string, string>;
};

/** A version pinned by a project's `agents.lock.json`. The command to start is never taken from such a file. */
export type PinnedVersion = Pick<LockedVersion, 'version' | 'kind' | 'location' | 'integrity'>;

/** The version of the format; a file of a later one is neither read nor written. */
const FORMAT = 1;

export const LOCK_LIMIT = 5_000_000;

export const emptyLock: AgentsLock = { agents: new Map(), firstSeen: new Map() };

/** Reads the text of the data folder's lock. Fails with `invalid`, in words that follow the file's name and a colon. */
export function parseAgentsLock(text: string): Result<AgentsLock> {
	const read = readAgents(text, (value): LockedAgent | null => {
		const current = lockedVersion(value);
		const previous = isRecord(value) && isRecord(value['previous']) ? lockedVersion(value['previous']) : null;
		return current === null ? null : { ...current, previous };
	});
	if (!read.ok) return read;
	const { agents, data } = read.value;
	const { firstSeen } = data;
	return succeed({ agents, firstSeen: new Map(isRecord(firstSeen) ? texts(firstSeen) : []) });
}

export function parseProjectLock(text: string): Result<ReadonlyMap<string, PinnedVersion>> {
	const read = readAgents(text, pinnedVersion);
	return read.ok ? succeed(read.value.agents) : read;
}

export function agentsLockText({ agents, firstSeen }: AgentsLock): string {
	const sorted = [...agents].sort(([left], [right]) => (left < right ? -1 : 1));
	const rows = sorted.map(([id, { previous, ...current }]) => [
		id,
		{ ...entryOf(current), previous: previous === null ? null : entryOf(previous) },
	]);
	const data = { version: FORMAT, agents: Object.fromEntries(rows), firstSeen: Object.fromEntries(firstSeen) };
	return `${JSON.stringify(data, null, 2)}\n`;
}

function entryOf({ location, ...entry }: LockedVersion): Readonly<Record<string, unknown>> {
	return { ...entry, [entry.kind === 'binary' ? 'archive' : 'package']: location };
}

type ReadLock<T> = { readonly data: Readonly<Record<string, unknown>>; readonly agents: ReadonlyMap<string, T> };

/** The entries of a lock; `readEntry` gives null for one that is not whole. */
function readAgents<T>(text: string, readEntry: (value: unknown) => T | null): Result<ReadLock<T>> {
	if (text.length > LOCK_LIMIT) return fail('invalid', 'it is too large for a lock');
	const data = jsonIn(text);
	if (data === undefined) return fail('invalid', 'it is not JSON');
	if (!isRecord(data) || typeof data['version'] !== 'number') return fail('invalid', 'it is not an agents.lock.json');
	if (data['version'] !== FORMAT) {
		return fail('invalid', `it has the format ${data['version']}; this version of acp-tui reads ${FORMAT}`);
	}
	const { agents } = data;
	if (!isRecord(agents)) return fail('invalid', 'it is not an agents.lock.json');
	const entries = Object.entries(agents);
	const odd = entries.find(([id]) => !isAgentId(id));
	if (odd !== undefined) return fail('invalid', `${JSON.stringify(odd[0].slice(0, 60))} is not the id of an agent`);
	const read = new Map<string, T>();
	for (const [id, value] of entries) {
		const entry = readEntry(value);
		if (entry === null) return fail('invalid', `its entry of ${JSON.stringify(id.slice(0, 60))} is not whole`);
		read.set(id, entry);
	}
	return succeed({ data, agents: read });
}

function pinnedVersion(value: unknown): PinnedVersion | null {
	if (!isRecord(value)) return null;
	const { version, kind, integrity } = value;
	const location = value[kind === 'binary' ? 'archive' : 'package'];
	if (typeof version !== 'string' || !isVersionName(version)) return null;
	if (kind !== 'binary' && kind !== 'npx' && kind !== 'uvx') return null;
	if (typeof location !== 'string' || typeof integrity !== 'string' || !isIntegrity(integrity)) return null;
	return { version, kind, location, integrity };
}

function lockedVersion(value: unknown): LockedVersion | null {
	const pinned = pinnedVersion(value);
	if (pinned === null || !isRecord(value)) return null;
	const { source, installedAt, updatedAt, command, args, env } = value;
	if (typeof source !== 'string' || typeof installedAt !== 'string' || typeof updatedAt !== 'string') return null;
	if (typeof command !== 'string' || !isRecord(env)) return null;
	const isSystemCommand = value['isSystemCommand'] === true;
	if (isSystemCommand ? !/^[\w.+-]+$/.test(command) : !isPathBelow(command)) return null;
	return {
		...pinned,
		source,
		publisher: textOrNull(value['publisher']),
		authors: strings(value['authors']),
		repository: textOrNull(value['repository']),
		licenseUrl: textOrNull(value['licenseUrl']),
		installedAt,
		updatedAt,
		command,
		isSystemCommand,
		isNodeScript: value['isNodeScript'] === true,
		args: strings(args),
		env: Object.fromEntries(texts(env)),
		installScripts: scriptsOf(value['installScripts']),
		haveScriptsRun: value['haveScriptsRun'] === true,
	};
}

/** True for an SRI of one strong hash, and for `sha256:HEX`. */
export function isIntegrity(text: string): boolean {
	return /^sha256:[0-9a-f]{64}$/.test(text) || /^sha(?:256-[\w+/]{43}=|384-[\w+/]{64}|512-[\w+/]{86}==)$/.test(text);
}

/** True for a relative path with `/` that stays below where it starts. */
export function isPathBelow(path: string): boolean {
	if (path === '' || /[\\:\0]/.test(path)) return false;
	return path.split('/').every((part) => part !== '' && part !== '.' && part !== '..');
}

function scriptsOf(value: unknown): readonly InstallScript[] {
	if (!Array.isArray(value)) return [];
	return value.flatMap((entry: unknown) => {
		if (!isRecord(entry) || typeof entry['package'] !== 'string') return [];
		return [{ package: entry['package'], scripts: strings(entry['scripts']) }];
	});
}

function texts(record: Readonly<Record<string, unknown>>): readonly [string, string][] {
	return Object.entries(record).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
}

function strings(value: unknown): readonly string[] {
	return Array.isArray(value) ? value.filter((entry: unknown) => typeof entry === 'string') : [];
}

function textOrNull(value: unknown): string | null {
	return typeof value === 'string' ? value : null;
}

export function firstSeenKey(id: string, version: string): string {
	return `${id}@${version}`;
}
