import { isAbsolute, join } from 'node:path';
import { isWithin } from '../../files/inside.js';
import { known, realPaths } from './machine-facts.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** A folder in which a tool keeps what it downloaded or built, and can get again. */
type Cache = {
	/** Where it is unless a variable says otherwise; relative to the home folder. */
	readonly folder: string;
	/** The variable that names it. */
	readonly variable?: string;
	/** The tool's settings are in it as well: it is moved elsewhere only where it is not there at all. */
	readonly holdsSettings?: true;
};

const CACHES: readonly Cache[] = [
	{ folder: '.cache', variable: 'XDG_CACHE_HOME' },
	{ folder: '.npm', variable: 'npm_config_cache' },
	{ folder: '.yarn', variable: 'YARN_CACHE_FOLDER' },
	{ folder: '.cache/pip', variable: 'PIP_CACHE_DIR' },
	{ folder: '.cache/uv', variable: 'UV_CACHE_DIR' },
	{ folder: '.cache/go-build', variable: 'GOCACHE' },
	{ folder: '.cache/deno', variable: 'DENO_DIR' },
	{ folder: '.bun/install/cache', variable: 'BUN_INSTALL_CACHE_DIR' },
	{ folder: '.cargo', variable: 'CARGO_HOME', holdsSettings: true },
	{ folder: 'go/pkg/mod', variable: 'GOMODCACHE' },
	{ folder: '.gradle', variable: 'GRADLE_USER_HOME', holdsSettings: true },
	{ folder: '.m2/repository' },
	{ folder: '.nuget/packages', variable: 'NUGET_PACKAGES' },
	{ folder: '.pub-cache', variable: 'PUB_CACHE' },
	{ folder: '.ccache', variable: 'CCACHE_DIR', holdsSettings: true },
	...[
		'.local/share/pnpm/store',
		'.pnpm-store',
		'.node-gyp',
		'.ivy2',
		'.sbt',
		'.konan',
		'.stack',
		'.cabal',
		'.hex',
		'.mix',
		'.conda/pkgs',
		'.composer/cache',
		'.julia',
	].map((folder) => ({ folder })),
];

/** Where the caches of tools are for an agent in a sandbox. */
export type FoundCaches = {
	/** Those that are there, links resolved, none inside another. */
	readonly folders: readonly string[];
	/** The variables that move elsewhere, each with its folder's name, what is not there. */
	readonly missing: Readonly<Record<string, string>>;
	/** The same for all that can be moved: where what is there cannot be written to. */
	readonly movable: Readonly<Record<string, string>>;
};

/**
 * Finds the caches of a home folder. What is the agent's own or in what it works in is left out, and so is what holds
 * the home folder.
 */
export function findCaches(
	env: Environment,
	{ home, except }: { readonly home: string; readonly except: readonly string[] },
): FoundCaches {
	const realHome = known(home)?.path ?? home;
	const isGiven = (variable: string | undefined): variable is string =>
		variable !== undefined && isAbsolute(env[variable] ?? '');
	const placed = CACHES.map(({ folder, variable }) => (isGiven(variable) ? (env[variable] ?? '') : join(home, folder)));
	const found = realPaths(placed).filter(
		(path) => !isWithin(path, realHome) && !except.some((each) => isWithin(each, path)) && known(path)?.isFolder,
	);
	const movable = CACHES.filter(({ variable }) => variable !== undefined && !isGiven(variable));
	const isMissing = ({ folder }: Cache): boolean =>
		known(join(home, folder)) === null && !found.some((path) => isWithin(path, join(realHome, folder)));
	return {
		folders: found.filter((path) => !found.some((other) => other !== path && isWithin(other, path))),
		missing: named(movable.filter(isMissing)),
		movable: named(movable.filter((cache) => cache.holdsSettings !== true || isMissing(cache))),
	};
}

function named(caches: readonly Cache[]): Readonly<Record<string, string>> {
	return Object.fromEntries(caches.map(({ variable = '', folder }) => [variable, folder.replaceAll('/', '-')]));
}
