import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { InstalledAgent } from '../../../core/agents/agent-listing.js';
import { npmPin } from '../../../core/agents/checked-names.js';
import type { KnownAgent } from '../../../core/agents/known-agents.js';
import type { Environment } from '../../../core/environment.js';
import { isWithin } from '../../files/path-inside.js';
import { endings, findExecutable, lookAt } from '../../programs/executable.js';
import { pathOutside } from '../../programs/find-program.js';
import { real, repositoryFolders, type Surroundings } from '../../programs/repository-folders.js';
import { type NpmGlobal, openNpmGlobal } from './npm-global.js';

type DiscoveryOptions = Surroundings & {
	readonly env: Environment;
	readonly ours: ReadonlyMap<string, InstalledAgent>;
};

/**
 * Finds the agents on this machine, by id: in our own folder, on the PATH, in `~/.local/bin` or in npm's global folder.
 * Reads files only: no program is started, and programs of a repository are ignored. An agent of the config is found
 * when its command is.
 */
export async function discoverAgents(
	agents: readonly KnownAgent[],
	options: DiscoveryOptions,
): Promise<ReadonlyMap<string, InstalledAgent>> {
	const { env, home } = options;
	const repositories = await repositoryFolders(options);
	const programs = await openProgramFolders(env, { home, repositories });
	const npm = openNpmGlobal(env, { home, folders: programs.folders, repositories });
	const rows = await Promise.all(
		agents.map(async (agent) => [agent.id, await lookFor(agent, { programs, npm, options })] as const),
	);
	return new Map(rows.flatMap(([id, found]) => (found === null ? [] : [[id, found] as const])));
}

type Search = { readonly programs: ProgramFolders; readonly npm: NpmGlobal; readonly options: DiscoveryOptions };

async function lookFor(agent: KnownAgent, search: Search): Promise<InstalledAgent | null> {
	if (agent.source === 'bundled') return null;
	if (agent.own !== null) return lookForOwn(agent.own, search);
	const ours = search.options.ours.get(agent.id);
	if (ours !== undefined) return ours;
	const name = executableOf(agent);
	const file = name === null ? null : await search.programs.find(name);
	const packageName = packageOf(agent);
	if (file !== null) {
		const version = packageName === null ? null : await search.npm.versionOf(file, packageName);
		return { path: file, version, by: version === null ? 'path' : 'npm' };
	}
	const found = packageName === null ? null : await search.npm.find(packageName);
	return found?.path == null ? null : { path: found.path, version: found.version, by: 'npm' };
}

async function lookForOwn(
	{ command, cwd }: NonNullable<KnownAgent['own']>,
	{ programs, options }: Search,
): Promise<InstalledAgent | null> {
	if (!command.includes('/')) {
		const file = await programs.find(command);
		return file === null ? null : { path: file, version: null, by: 'path' };
	}
	const found = await findExecutable(command, { cwd: cwd ?? options.workspace, env: options.env });
	return found.ok ? { path: found.value, version: null, by: 'path' } : null;
}

function executableOf({ id, catalogue, entry }: KnownAgent): string | null {
	if (catalogue !== null) return catalogue.command;
	const [target] = entry?.distribution.binary?.values() ?? [];
	const name = target?.cmd.split(/[\\/]/).at(-1);
	return name !== undefined && isCalledLike(name, id) ? name : null;
}

function packageOf({ id, catalogue, entry }: KnownAgent): string | null {
	const spec = entry?.distribution.npx?.package;
	const name = spec === undefined ? undefined : npmPin(spec)?.name;
	if (name === undefined) return null;
	return catalogue !== null || isCalledLike(name.replace(/^@[^/]*\//, ''), id) ? name : null;
}

/** A fetched index could pass any program of the machine (`bash`) off as its agent, with arguments for it. */
function isCalledLike(name: string, id: string): boolean {
	return name === id || name.startsWith(`${id}-`);
}

type ProgramFolders = {
	readonly folders: readonly string[];
	/** The absolute file for a bare name; null where no executable has it. */
	find(name: string): Promise<string | null>;
};

/** Reads the folders of the PATH and `~/.local/bin`, without those below `repositories` (real paths). */
async function openProgramFolders(
	env: Environment,
	{ home, repositories }: { readonly home: string; readonly repositories: readonly string[] },
): Promise<ProgramFolders> {
	const outside = await pathOutside(repositories, env);
	const local = await pathOutside(repositories, { PATH: join(home, '.local', 'bin') });
	const folders = [...new Set([...outside, ...local])];
	const contents = await Promise.all(folders.map((folder) => readdir(folder).catch(() => [])));
	const names = contents.map((files) => new Set(files));
	return {
		folders,
		async find(name) {
			for (const [at, folder] of folders.entries()) {
				for (const ending of endings(env)) {
					if (names[at]?.has(name + ending) !== true) continue;
					const file = join(folder, name + ending);
					if ((await lookAt(file)) !== 'executable') continue;
					const target = await real(file);
					if (!repositories.some((repository) => isWithin(repository, target))) return file;
				}
			}
			return null;
		},
	};
}

/**
 * The time (ms since the epoch) at which each agent's own program last stored a sign-in, by agent id: its credentials
 * file exists and is not empty. Its content is not read. A missing file says nothing: a key may be in the environment
 * or in the system's keychain.
 */
export async function findSignedIn(agents: readonly KnownAgent[], home: string): Promise<ReadonlyMap<string, number>> {
	const seen = await Promise.all(
		agents.map(async ({ id, catalogue }): Promise<readonly (readonly [string, number])[]> => {
			const file = catalogue?.credentials;
			if (file === undefined) return [];
			const found = await stat(join(home, file.replace(/^~\//, ''))).catch(() => null);
			return found?.isFile() === true && found.size > 0 ? [[id, found.mtimeMs]] : [];
		}),
	);
	return new Map(seen.flat());
}
