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
};

const CACHES: readonly Cache[] = [
	{ folder: '.npm', variable: 'npm_config_cache' },
	{ folder: '.cache/yarn', variable: 'YARN_CACHE_FOLDER' },
	{ folder: '.cache/pip', variable: 'PIP_CACHE_DIR' },
	{ folder: '.cache/uv', variable: 'UV_CACHE_DIR' },
	{ folder: '.cache/go-build', variable: 'GOCACHE' },
	{ folder: '.cache/deno', variable: 'DENO_DIR' },
	{ folder: '.bun/install/cache', variable: 'BUN_INSTALL_CACHE_DIR' },
	{ folder: 'go/pkg/mod', variable: 'GOMODCACHE' },
	{ folder: '.nuget/packages', variable: 'NUGET_PACKAGES' },
	...['ccache', 'sccache', 'pre-commit', 'golangci-lint', 'ms-playwright', 'puppeteer', 'pypoetry', 'jest'].map(
		(name) => ({ folder: `.cache/${name}` }),
	),
	...['bazel', 'bazelisk', 'node', 'node-gyp', 'typescript', 'electron', 'electron-builder', 'Cypress', 'prisma'].map(
		(name) => ({ folder: `.cache/${name}` }),
	),
	...[
		'turbo',
		'turborepo',
		'esbuild',
		'swc',
		'mypy',
		'ruff',
		'pylint',
		'pipenv',
		'pdm',
		'hatch',
		'pnpm',
		'zig',
		'nix',
	].map((name) => ({ folder: `.cache/${name}` })),
	...['coursier', 'kotlin', 'composer', 'helm', 'gopls', 'staticcheck', 'cabal', 'dune', 'mise', 'act', 'torch'].map(
		(name) => ({ folder: `.cache/${name}` }),
	),
	...['registry', 'git'].map((name) => ({ folder: `.cargo/${name}` })),
	...['caches', 'native'].map((name) => ({ folder: `.gradle/${name}` })),
	...['packages', 'artifacts', 'compiled', 'registries', 'scratchspaces'].map((name) => ({ folder: `.julia/${name}` })),
	...[
		'.m2/repository',
		'.pub-cache/hosted',
		'.pub-cache/git',
		'.pub-cache/global_packages',
		'.local/share/pnpm/store',
		'.pnpm-store',
		'.yarn/berry/cache',
		'.yarn/cache',
		'.node-gyp',
		'.ivy2/cache',
		'.ivy2/local',
		'.sbt/boot',
		'.konan',
		'.stack/pantry',
		'.cabal/packages',
		'.hex/packages',
		'.mix/archives',
		'.conda/pkgs',
		'.composer/cache',
		'.ccache',
	].map((folder) => ({ folder })),
];

/** Where the caches of tools are for an agent in a sandbox. */
export type FoundCaches = {
	/** Those that are there, links resolved, none inside another. */
	readonly folders: readonly string[];
	/** The variables that move elsewhere, each with its folder's name, what is not there. */
	readonly missing: Readonly<Record<string, string>>;
	/** The same for all that can be moved: where the system mounts no layers. */
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
	const { XDG_CACHE_HOME: caches = '' } = env;
	const usual = (folder: string): string =>
		folder.startsWith('.cache/') && isAbsolute(caches) ? join(caches, folder.slice(7)) : join(home, folder);
	const placed = CACHES.map(({ folder, variable }) => (isGiven(variable) ? (env[variable] ?? '') : usual(folder)));
	const found = realPaths(placed).filter(
		(path) => !isWithin(path, realHome) && !except.some((each) => isWithin(each, path)) && known(path)?.isFolder,
	);
	const movable = CACHES.filter(({ variable }) => variable !== undefined && (env[variable] ?? '') === '');
	const isMissing = ({ folder }: Cache): boolean =>
		known(usual(folder)) === null && !found.some((path) => isWithin(path, join(realHome, folder)));
	return {
		folders: found.filter((path) => !found.some((other) => other !== path && isWithin(other, path))),
		missing: named(movable.filter(isMissing)),
		movable: named(movable),
	};
}

function named(caches: readonly Cache[]): Readonly<Record<string, string>> {
	return Object.fromEntries(caches.map(({ variable = '', folder }) => [variable, folder.replaceAll('/', '-')]));
}
