import type { InstallScript, LockedVersion } from './agents-lock.js';
import { npmPin, pythonPin } from './checked-names.js';
import { type InstallPlan, planInstall } from './install-plan.js';
import type { RegistryEntry, RegistryIndex } from './registry.js';

export type PublisherFacts = Pick<LockedVersion, 'kind' | 'location' | 'publisher' | 'authors' | 'repository'>;

export type PublisherChange = {
	readonly what:
		| 'kind of distribution'
		| 'package'
		| 'npm scope'
		| 'host'
		| 'GitHub owner'
		| 'authors'
		| 'publisher'
		| 'repository owner'
		| 'install script'
		| 'older version';
	readonly before: string;
	readonly after: string;
};

export function publisherFacts(plan: InstallPlan): PublisherFacts {
	const { kind, publisher, authors, repository } = plan;
	return { kind, location: plan.kind === 'binary' ? plan.archive : plan.package, publisher, authors, repository };
}

const NOTHING = 'none';

/** Changes between two versions that point at another publisher; each needs a consent of its own. */
export function publisherChanges(before: PublisherFacts, after: PublisherFacts): readonly PublisherChange[] {
	const changes: PublisherChange[] = [];
	const compare = (what: PublisherChange['what'], left: string | null, right: string | null): void => {
		if (left !== right) changes.push({ what, before: left ?? NOTHING, after: right ?? NOTHING });
	};
	compare('kind of distribution', before.kind, after.kind);
	if (before.kind === after.kind) {
		const [left, right] = [origin(before), origin(after)];
		compare('npm scope', left.scope, right.scope);
		compare('package', left.package, right.package);
		compare('host', left.host, right.host);
		if (left.host === right.host) compare('GitHub owner', left.owner, right.owner);
	}
	const authors = [people(before.authors), people(after.authors)] as const;
	compare('authors', authors[0], authors[1]);
	if (authors[0] === authors[1]) compare('publisher', before.publisher, after.publisher);
	compare('repository owner', repositoryOwner(before.repository), repositoryOwner(after.repository));
	return changes;
}

/** An older version in the index: its faults may be known. */
export function downgrade(before: string, after: string): readonly PublisherChange[] {
	return isOlderVersion(after, before) ? [{ what: 'older version', before, after }] : [];
}

export function newInstallScripts(
	before: readonly InstallScript[],
	after: readonly InstallScript[],
): readonly PublisherChange[] {
	const known = new Set(before.flatMap(({ package: name, scripts }) => scripts.map((script) => `${name} ${script}`)));
	return after.flatMap(({ package: name, scripts }) =>
		scripts
			.filter((script) => !known.has(`${name} ${script}`))
			.map((script) => ({ what: 'install script', before: NOTHING, after: `${script} of ${name}` }) as const),
	);
}

export function isOtherPackage(before: PublisherFacts, after: PublisherFacts): boolean {
	if (before.kind !== after.kind) return true;
	const [left, right] = [origin(before), origin(after)];
	return left.scope !== right.scope || left.package !== right.package;
}

type Origin = {
	readonly scope: string | null;
	readonly package: string | null;
	readonly host: string | null;
	readonly owner: string | null;
};

function origin({ kind, location }: PublisherFacts): Origin {
	const none = { scope: null, package: null, host: null, owner: null };
	if (kind === 'npx') {
		const name = npmPin(location)?.name ?? location;
		const [scope = '', rest] = name.split('/');
		return rest === undefined ? { ...none, package: name } : { ...none, scope, package: rest };
	}
	if (kind === 'uvx') return { ...none, package: pythonName(pythonPin(location)?.name ?? location) };
	const url = parsed(location);
	if (url === null) return { ...none, host: location };
	if (url.protocol === 'file:') return { ...none, host: 'this machine' };
	return { ...none, host: `${url.protocol}//${url.host}`, owner: githubOwner(url) };
}

/** PyPI takes names that differ in this way only for the same. */
function pythonName(name: string): string {
	return name.toLowerCase().replace(/[._-]+/g, '-');
}

function githubOwner(url: URL): string | null {
	if (
		!/^(?:(?:www|raw|codeload)\.)?(?:github|githubusercontent|gitlab|bitbucket|codeberg)\.(?:com|org)$/.test(
			url.hostname,
		)
	) {
		return null;
	}
	return url.pathname.split('/')[1]?.toLowerCase() || null;
}

function repositoryOwner(repository: string | null): string | null {
	if (repository === null) return null;
	const url = parsed(repository.replace(/^git\+/, ''));
	if (url === null) return repository;
	const owner = url.pathname.split('/')[1]?.toLowerCase() ?? '';
	return `${url.host}/${owner}`;
}

/** The same people in another order are the same. */
function people(authors: readonly string[]): string | null {
	return authors.length === 0 ? null : [...new Set(authors)].sort().join(', ');
}

function parsed(address: string): URL | null {
	try {
		return new URL(address);
	} catch {
		return null;
	}
}

/** By the numbers, then a pre-release before its release. Versions without numbers are neither older nor newer. */
export function isOlderVersion(version: string, than: string): boolean {
	const [one, other] = [partsOf(version), partsOf(than)];
	if (one === null || other === null) return false;
	const most = Math.max(one.numbers.length, other.numbers.length);
	for (let at = 0; at < most; at += 1) {
		const difference = (one.numbers[at] ?? 0) - (other.numbers[at] ?? 0);
		if (difference !== 0) return difference < 0;
	}
	if (one.rest === other.rest) return false;
	if (one.rest === '' || other.rest === '') return other.rest === '';
	return one.rest.localeCompare(other.rest, 'en', { numeric: true }) < 0;
}

function partsOf(version: string): { readonly numbers: readonly number[]; readonly rest: string } | null {
	const [, numbers, rest = ''] = /^v?(\d+(?:\.\d+)*)(.*)$/.exec(version.replace(/\+.*$/, '')) ?? [];
	return numbers === undefined ? null : { numbers: numbers.split('.').map(Number), rest };
}

export type IndexChanges = {
	readonly added: readonly RegistryEntry[];
	readonly removed: readonly RegistryEntry[];
	readonly versions: readonly { readonly id: string; readonly before: string; readonly after: string }[];
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
