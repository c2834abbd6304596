import { isOlderVersion } from './compare-versions.js';
import type { InstallScript, LockedVersion } from './lock.js';
import { npmPin, pythonPin } from './names.js';
import type { InstallPlan } from './plan.js';

/** By what the publisher of an agent can be told: of an installed version, or of an index's entry. */
export type PublisherFacts = Pick<LockedVersion, 'kind' | 'location' | 'publisher' | 'authors' | 'repository'>;

/** Something about a publisher that differs, in words: what it is, what it was, what it would be. */
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

/** What a plan says of its publisher, as it will stand in the lock. */
export function publisherFacts(plan: InstallPlan): PublisherFacts {
	const { kind, publisher, authors, repository } = plan;
	return { kind, location: plan.kind === 'binary' ? plan.archive : plan.package, publisher, authors, repository };
}

const NOTHING = 'none';

/**
 * What changed between two versions of an agent that tells of another publisher, or of other hands on it: the kind of
 * distribution, the package's name or scope, the archive's host or GitHub owner, the authors, the owner of the
 * repository. Versions and hashes are no such change. Each of them needs a consent of its own.
 */
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

/** That an index leads back to an older version: it may be one whose faults are known. */
export function downgrade(before: string, after: string): readonly PublisherChange[] {
	return isOlderVersion(after, before) ? [{ what: 'older version', before, after }] : [];
}

/** Install scripts that the version before did not have. The first version of an agent has none that are new. */
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

/** True where two versions are no archives of one kind: another package, or another kind of distribution. */
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

/** Where something comes from, without its version. */
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

/** The first part of the path where hosts keep what belongs to many; null elsewhere. */
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
