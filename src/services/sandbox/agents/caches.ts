import { delimiter, isAbsolute, join } from 'node:path';
import type { Environment } from '../../../core/environment.js';
import { wordsIn } from '../../../core/text/word-set.js';
import { isWithin } from '../../files/path-inside.js';
import { known, realPaths } from './machine-facts.js';

/** A folder in which a tool keeps what it downloaded or built, and can get again. */
type Cache = {
	/** Default path, relative to the home folder; `variable` names another. */
	readonly folder: string;
	readonly variable?: string;
	/** A variable that names a parent folder, and the cache's path below it. */
	readonly within?: readonly [variable: string, folder: string];
};

const CACHES: readonly Cache[] = [
	{ folder: '.npm', variable: 'npm_config_cache' },
	{ folder: '.cache/yarn', variable: 'YARN_CACHE_FOLDER' },
	{ folder: '.cache/pip', variable: 'PIP_CACHE_DIR' },
	{ folder: '.cache/uv', variable: 'UV_CACHE_DIR' },
	{ folder: '.cache/go-build', variable: 'GOCACHE' },
	{ folder: '.cache/deno', variable: 'DENO_DIR' },
	{ folder: '.bun/install/cache', variable: 'BUN_INSTALL_CACHE_DIR' },
	{ folder: 'go/pkg/mod', variable: 'GOMODCACHE', within: ['GOPATH', 'pkg/mod'] },
	{ folder: '.nuget/packages', variable: 'NUGET_PACKAGES' },
	...wordsIn(`
		ccache sccache pre-commit golangci-lint ms-playwright puppeteer pypoetry jest bazel bazelisk node node-gyp
		typescript electron electron-builder Cypress prisma turbo turborepo esbuild swc mypy ruff pylint pipenv pdm hatch
		pnpm zig nix coursier kotlin composer helm gopls staticcheck cabal dune mise act torch
	`).map((name) => named(`.cache/${name}`)),
	...['registry', 'git'].map((name) => of('.cargo', name, 'CARGO_HOME')),
	...['caches', 'native'].map((name) => of('.gradle', name, 'GRADLE_USER_HOME')),
	of('.local/share/pnpm', 'store', 'PNPM_HOME'),
	...['packages', 'artifacts', 'compiled', 'registries', 'scratchspaces'].map((name) => named(`.julia/${name}`)),
	...wordsIn(`
		.m2/repository .pub-cache/hosted .pub-cache/git .pub-cache/global_packages .pnpm-store .yarn/berry/cache
		.yarn/cache .node-gyp .ivy2/cache .ivy2/local .sbt/boot .konan .stack/pantry .cabal/packages .hex/packages
		.mix/archives .conda/pkgs .composer/cache .ccache
	`).map(named),
];

function of(folder: string, name: string, variable: string): Cache {
	return { folder: `${folder}/${name}`, within: [variable, name] };
}

/** Folders in which tools keep caches, with their locks, logs and state beside these. */
const AROUND_CACHES: readonly Cache[] = [
	{ folder: '.cache', variable: 'XDG_CACHE_HOME' },
	{ folder: '.local/state', variable: 'XDG_STATE_HOME' },
	{ folder: '.npm', variable: 'npm_config_cache' },
	{ folder: '.local/share/pnpm', variable: 'PNPM_HOME' },
	{ folder: '.cargo', variable: 'CARGO_HOME' },
	{ folder: '.gradle', variable: 'GRADLE_USER_HOME' },
	{ folder: 'go/pkg', within: ['GOPATH', 'pkg'] },
	...wordsIn(`
		.m2 .ivy2 .sbt .konan .java .nuget .local/share/NuGet .dotnet .yarn .pnpm-store .bun .node-gyp .ccache .conda
		.pub-cache .composer .julia .stack .cabal .hex .mix
	`).map(named),
];

function named(folder: string): Cache {
	return { folder };
}

/** Variables that name folders with caches among other files (settings, accounts). */
export const AROUND_VARIABLES: ReadonlySet<string> = new Set(
	CACHES.flatMap(({ within }) => (within === undefined ? [] : [within[0]])),
);

export type FoundCaches = {
	/** Existing folders, links resolved, none inside another. */
	readonly folders: readonly string[];
	/** Environment variables that move missing caches, each with the cache's folder name. */
	readonly missing: Readonly<Record<string, string>>;
	/** The same for all that can be moved: where the system mounts no layers. */
	readonly movable: Readonly<Record<string, string>>;
};

/** Finds the caches of a home folder, but for the agent's own, those it works in, and what holds the home folder. */
export function findCaches(
	env: Environment,
	{ home, except }: { readonly home: string; readonly except: readonly string[] },
): FoundCaches {
	const realHome = known(home)?.path ?? home;
	const found = realPaths(CACHES.map((cache) => placeOf(cache, env, home))).filter(
		(path) => !isWithin(path, realHome) && !except.some((each) => isWithin(each, path)) && known(path)?.isFolder,
	);
	const movable = CACHES.filter(({ variable }) => variable !== undefined && (env[variable] ?? '') === '');
	const isMissing = (cache: Cache): boolean =>
		known(placeOf(cache, env, home)) === null && !found.some((path) => isWithin(path, join(realHome, cache.folder)));
	return {
		folders: found.filter((path) => !found.some((other) => other !== path && isWithin(other, path))),
		missing: byVariable(movable.filter(isMissing)),
		movable: byVariable(movable),
	};
}

/** Folders in which tools keep caches, with their siblings, whether or not they exist. */
export function cacheHomes(env: Environment, home: string): readonly string[] {
	return [...new Set(AROUND_CACHES.map((cache) => placeOf(cache, env, home)))];
}

function placeOf(
	{ folder, variable, within: [above, name] = ['', ''] }: Cache,
	env: Environment,
	home: string,
): string {
	const given = variable === undefined ? '' : (env[variable] ?? '');
	if (isAbsolute(given)) return given;
	// GOPATH may name several: the first counts.
	const outer = (env[above] ?? '').split(delimiter)[0] ?? '';
	return isAbsolute(outer) ? join(outer, name) : usualPlace(folder, env, home);
}

function usualPlace(folder: string, { XDG_CACHE_HOME: caches = '' }: Environment, home: string): string {
	return folder.startsWith('.cache/') && isAbsolute(caches) ? join(caches, folder.slice(7)) : join(home, folder);
}

function byVariable(caches: readonly Cache[]): Readonly<Record<string, string>> {
	return Object.fromEntries(caches.map(({ variable = '', folder }) => [variable, folder.replaceAll('/', '-')]));
}
