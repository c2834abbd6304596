import type { Failure, FailureCode } from '../failure.js';
import { type AgentsLock, firstSeenKey } from './agents-lock.js';
import { npmPin, pythonPin } from './checked-names.js';
import { type DistributionKind, kindsOf, type RegistryEntry } from './registry.js';
import { isAccountVariable, steersPrograms } from './steering-environment.js';

const STEERING =
	/(?:^|_)(?:URL|URI|HOST|ENDPOINT|API_BASE|BASE|DOMAIN|REGION|KEY|TOKEN|SECRET|PASSWORD|CREDENTIALS?|MODEL|PROVIDER|HEADERS?)$/;

/** Drops variables that steer programs and names those that say where data goes, in any case: npm and Windows take both. */
function sortEnvironment(
	env: Readonly<Record<string, string>>,
): Pick<InstallPlan, 'env' | 'steeringEnv' | 'droppedEnv'> {
	const names = Object.keys(env);
	const isDropped = (name: string): boolean => steersPrograms(name) || isAccountVariable(name);
	const kept = names.filter((name) => !isDropped(name));
	return {
		env: Object.fromEntries(kept.map((name) => [name, env[name] ?? ''])),
		steeringEnv: kept.filter((name) => STEERING.test(name.toUpperCase())),
		droppedEnv: names.filter(isDropped),
	};
}

type Published = Pick<RegistryEntry, 'id' | 'name' | 'version' | 'license' | 'licenseUrl' | 'authors' | 'repository'>;

type PlanBase = Published & {
	/** Source: the archive's host, `npm` or `PyPI`; empty where there is nothing to fetch. */
	readonly from: string;
	/** For users: the authors as the entry claims them, else the owner of the place that it lies in. */
	readonly publisher: string;
	/** Scope of the npm package, or account at the archive's host. */
	readonly owner: string | null;
	/** Null where only the package itself tells. */
	readonly installScripts: readonly string[] | null;
	readonly command: string;
	/** False where the package itself names its executable: `command` is then the usual name. */
	readonly isCommandKnown: boolean;
	readonly args: readonly string[];
	readonly env: Readonly<Record<string, string>>;
	/** Names in `env` that decide where the agent sends data, or as whom; they need a consent. */
	readonly steeringEnv: readonly string[];
	readonly droppedEnv: readonly string[];
	/** Platform (`linux-x86_64`); null where nothing is distributed for it. */
	readonly target: string | null;
	readonly reason: string | null;
	readonly broken: string | null;
};

/** Effects of an install, known without a network: the object of `acp-tui agents show ID --json`. */
export type InstallPlan =
	| (PlanBase & {
			readonly kind: 'binary';
			/** Empty where there is none for this machine. */
			readonly archive: string;
			/** Null: the index has none; that of the first download is kept. */
			readonly sha256: string | null;
	  })
	| (PlanBase & { readonly kind: 'npx' | 'uvx'; readonly package: string; readonly integrity: string | null });

export type PlanFor = {
	/** `linux-x86_64`, `darwin-aarch64` … */
	readonly target: string;
	readonly broken: string | null;
	readonly kind?: DistributionKind;
};

const UNREACHABLE: ReadonlySet<FailureCode> = new Set(['network', 'timed-out', 'could-not-start', 'not-found']);

/** Whether another kind of distribution, which lies elsewhere, may be had although this one failed. */
export function mayLieElsewhere({ code }: Failure): boolean {
	return UNREACHABLE.has(code);
}

/** The plans of an entry for this machine by other kinds than that of `plan`, the preferred one first. */
export function otherPlans(entry: RegistryEntry, plan: InstallPlan, machine: PlanFor): readonly InstallPlan[] {
	const others = kindsOf(entry).filter((kind) => kind !== plan.kind);
	return others.map((kind) => planInstall(entry, { ...machine, kind })).filter(({ target }) => target !== null);
}

/** Plan of an installation: an archive, else the npm, else the PyPI package; `target` null: no platform fits. */
export function planInstall(entry: RegistryEntry, { target, broken, kind: wanted }: PlanFor): InstallPlan {
	const isWanted = (kind: DistributionKind): boolean => wanted === undefined || wanted === kind;
	const { distribution } = entry;
	const binary = isWanted('binary') ? distribution.binary : null;
	const npx = isWanted('npx') ? distribution.npx : null;
	const uvx = isWanted('uvx') ? distribution.uvx : null;
	const found = binary?.get(target);
	if (found === undefined && npx !== null) return packagePlan(entry, 'npx', npx, { target, broken });
	if (found === undefined && uvx !== null) return packagePlan(entry, 'uvx', uvx, { target, broken });
	const { archive, sha256, cmd, args, env } = found ?? NO_ARCHIVE;
	const { host, owner } = found === undefined ? { host: '', owner: null } : placeOfArchive(archive);
	const others = [...(binary?.keys() ?? [])].join(', ');
	return {
		...commonPart(entry, broken),
		...{ kind: 'binary', archive, sha256, from: host, owner },
		publisher: publisherOf(entry, owner ?? (host || entry.id)),
		...{ installScripts: [], command: cmd, isCommandKnown: true, args },
		...sortEnvironment(env),
		target: found === undefined ? null : target,
		reason: found === undefined ? `there is no archive for ${target}, only for ${others}` : null,
	};
}

const NO_ARCHIVE = { archive: '', sha256: null, cmd: '', args: [], env: {} };

function packagePlan(
	entry: RegistryEntry,
	kind: Exclude<DistributionKind, 'binary'>,
	{ package: spec, cmd, args, env }: NonNullable<RegistryEntry['distribution']['npx']>,
	{ target, broken }: PlanFor,
): InstallPlan {
	const name = (kind === 'npx' ? npmPin(spec) : pythonPin(spec))?.name ?? spec;
	const scope = kind === 'npx' && name.startsWith('@') ? (name.split('/')[0] ?? null) : null;
	return {
		...commonPart(entry, broken),
		kind,
		package: spec,
		integrity: null,
		from: kind === 'npx' ? 'npm' : 'PyPI',
		owner: scope,
		publisher: publisherOf(entry, scope ?? name),
		installScripts: null,
		command: cmd ?? name.replace(/^@[^/]*\//, ''),
		isCommandKnown: cmd !== null,
		args,
		...sortEnvironment(env),
		target,
		reason: null,
	};
}

function commonPart(entry: RegistryEntry, broken: string | null): Published & Pick<InstallPlan, 'broken'> {
	const { id, name, version, license, licenseUrl, authors, repository } = entry;
	return { id, name, version, license, licenseUrl, authors, repository, broken };
}

function publisherOf({ authors }: RegistryEntry, otherwise: string): string {
	return authors.length === 0 ? otherwise : authors.join(', ');
}

/** Hosts whose first folder is an account. */
const ACCOUNT_HOSTS = new Set(['github.com', 'gitlab.com', 'codeberg.org', 'bitbucket.org']);

function placeOfArchive(archive: string): { readonly host: string; readonly owner: string | null } {
	if (!/^https?:/i.test(archive)) return { host: 'this machine', owner: null };
	const { host, hostname, pathname } = new URL(archive);
	const [account = ''] = pathname.slice(1).split('/');
	return { host, owner: ACCOUNT_HOSTS.has(hostname) && account !== '' ? account : null };
}

/** The plan with the integrity recorded at an earlier download, where the index names none. */
export function withKnownIntegrity(plan: InstallPlan, { agents, firstSeen }: AgentsLock): InstallPlan {
	const { id, version } = plan;
	const installed = agents.get(id);
	const kept = [installed, installed?.previous].find((each) => each?.version === version && each.kind === plan.kind);
	const known = kept?.integrity ?? firstSeen.get(firstSeenKey(id, version));
	if (known === undefined) return plan;
	if (plan.kind !== 'binary') return plan.integrity === null ? { ...plan, integrity: known } : plan;
	if (plan.sha256 !== null || !known.startsWith('sha256:')) return plan;
	return { ...plan, sha256: known.slice('sha256:'.length) };
}
