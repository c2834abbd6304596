import { delimiter, dirname, join } from 'node:path';
import { isSemver } from '../../../../core/agents/checked-names.js';
import type { Environment } from '../../../../core/environment.js';
import { type Result, succeed } from '../../../../core/failure.js';
import type { ProcessGuard } from '../../../../core/ports.js';
import { wordsIn } from '../../../../core/text/word-set.js';
import { withoutNpm } from '../../../launch/npx.js';
import { findProgram, pathOutside } from '../../../programs/find-program.js';
import { type ProgramEnd, runProgram } from '../../../programs/run-program.js';
import { isWithheld } from '../../../terminals/command-environment.js';
import { NPM } from '../install-messages.js';

export type Npm = {
	/** Installs what the folder's `package.json` needs, without scripts; from its lock file where `isLocked`. */
	install(folder: string, isLocked: boolean, run: NpmRun): Promise<ProgramEnd>;
	newest(folder: string, name: string, run: NpmRun): Promise<string | null>;
	rebuild(folder: string, packages: readonly string[], run: NpmRun): Promise<ProgramEnd>;
};

type NpmRun = { readonly signal: AbortSignal; readonly onLine?: (line: string) => void };

export type NpmOptions = {
	readonly folders: readonly string[];
	readonly env: Environment;
	readonly cwd: string;
	readonly node: string;
	readonly guard?: ProcessGuard | undefined;
};

/** Settings that the user may have changed, and on which our installs depend. */
const SETTINGS = [
	...wordsIn(`
		--global=false --location=project --audit=false --fund=false --update-notifier=false --progress=false --color=false
		--logs-max=0 --package-lock=true --package-lock-only=false --dry-run=false --save=true --bin-links=true
		--workspaces=false --install-strategy=hoisted --include=optional --include=peer --omit=dev
	`),
	// Nothing but packages of the registry, each with its hash.
	...wordsIn('--allow-git=none --allow-remote=none --allow-file=none --allow-directory=none'),
	// Where there is no network that is found out in seconds.
	...wordsIn('--fetch-retries=2 --fetch-retry-factor=2 --fetch-retry-mintimeout=500 --fetch-retry-maxtimeout=3000'),
	'--fetch-timeout=60000',
];

/** Finds npm on the trusted PATH. Fails where there is none. */
export async function findNpm({ folders, env, cwd, node, guard }: NpmOptions): Promise<Result<Npm>> {
	const found = await findProgram('npm', { folders, env, cwd });
	if (found.type !== 'found') return NPM.absent(found.type === 'in-repository' ? found.file : null);
	const own = npmEnvironment(env, await pathOutside(folders, env), node);
	const [file, first] = startOf(found.file, node);
	const start = (args: readonly string[], folder: string, environment: Environment, run: NpmRun): Promise<ProgramEnd> =>
		runProgram({
			...run,
			guard,
			file,
			args: [...first, ...args, '--prefix', folder, ...SETTINGS],
			cwd: folder,
			env: environment,
		});
	return succeed({
		install: (folder, isLocked, run) =>
			start([isLocked ? 'ci' : 'install', '--ignore-scripts', '--loglevel=http'], folder, own, run),
		newest: async (folder, name, run) => {
			const end = await start(['view', name, 'dist-tags.latest'], folder, own, run);
			const line = end.type === 'exited' && end.code === 0 ? (end.lines.at(-1)?.trim() ?? '') : '';
			return isSemver(line) ? line : null;
		},
		rebuild: (folder, packages, run) =>
			start(
				['rebuild', ...packages, '--ignore-scripts=false', '--foreground-scripts', '--loglevel=error'],
				folder,
				scriptEnvironment(own),
				run,
			),
	});
}

/** A `.cmd` needs a shell to start: npm's own script lies beside it. */
function startOf(npm: string, node: string): readonly [file: string, args: readonly string[]] {
	if (!/\.(?:cmd|bat|ps1)$/i.test(npm)) return [npm, []];
	return [node, [join(dirname(npm), 'node_modules', 'npm', 'bin', 'npm-cli.js')]];
}

/**
 * npm settings that the user may have in the environment: registries and their credentials, proxies, certificates, the
 * cache, timeouts. Others could redirect the install, or make npm run something.
 */
const NPM_SETTING =
	/^npm_config_(?:@[^:]+:)?(?:registry|userconfig|globalconfig|cache|proxy|http_proxy|https_proxy|noproxy|ca|cafile|cert|key|strict_ssl|fetch_retries|fetch_retry_\w+|fetch_timeout|maxsockets|local_address|before|min_release_age|offline|prefer_offline|prefer_online)$/i;
const NPM_CREDENTIAL = /^npm_config_\/\/.*:(?:_auth|_authtoken|username|_password|certfile|keyfile)$/i;

/** Variables that make Node.js load code, or replace the user's settings. */
const STEERING = /^(?:NODE_(?!EXTRA_CA_CERTS$|USE_)\w*|INIT_CWD|GIT_\w+|COREPACK_\w+|YARN_\w+|PNPM_\w+)$/i;

/**
 * npm's environment: the user's, without what steers Node.js or npm. `path` is the trusted PATH; the Node.js of this
 * process follows it, for a machine that has no other.
 */
function npmEnvironment(env: Environment, path: readonly string[], node: string): Environment {
	const kept = Object.entries(withoutNpm(env)).filter(([name]) => {
		if (/^npm_config_/i.test(name)) return NPM_SETTING.test(name) || NPM_CREDENTIAL.test(name);
		return !/^npm_/.test(name) && !/^path$/i.test(name) && !STEERING.test(name);
	});
	return { ...Object.fromEntries(kept), PATH: [...path, dirname(node)].join(delimiter), NO_COLOR: '1' };
}

/** The environment of install scripts: npm's without variables that look like a secret. */
function scriptEnvironment(env: Environment): Environment {
	return Object.fromEntries(
		Object.entries(env).filter(([name, value]) => value !== undefined && !isWithheld(name, value)),
	);
}
