import { delimiter } from 'node:path';
import { pathOutside } from '../programs/find-program.js';
import { untrustedFolders } from '../programs/untrusted-folders.js';
import type { CommandEnvironment } from './command-environment.js';

/** An empty `PATH` would mean the current folder. */
const SYSTEM_PATH = '/usr/bin:/bin';

/** Startup files and functions of shells, and variables that redirect git. */
const LEADS_ASTRAY =
	/^(?:BASH_ENV|ENV|ZDOTDIR|BASH_FUNC_.*|SHELLOPTS|BASHOPTS|CDPATH|SSH_CLIENT|SSH2_CLIENT|GREP_OPTIONS|TAR_OPTIONS|JQ_LIBRARY_PATH|LS_OPTIONS|GIT_(?!CEILING_DIRECTORIES$|DISCOVERY_ACROSS_FILESYSTEM$|CONFIG_|PAGER$|TERMINAL_PROMPT$).*)$/;
/** Variables kept by shells; nothing is run or read because of them. */
const FOLDERS_OF_SHELLS = /^(?:PWD|OLDPWD|INIT_CWD|HOME|npm_.*)$/;

/** Overrides a repository's settings for reading git commands: monitors, hooks, and other places. */
const GIT_SETTINGS = [
	['core.fsmonitor', 'false'],
	['core.hooksPath', '/dev/null'],
	['core.sshCommand', 'false'],
	['core.alternateRefsCommand', 'false'],
	// The index is written anew by `git diff` otherwise.
	['diff.autoRefreshIndex', 'false'],
	['protocol.allow', 'never'],
	['safe.bareRepository', 'explicit'],
	// Under a limit of memory, packs are looked into piece by piece.
	['core.packedGitWindowSize', '64m'],
	['core.packedGitLimit', '512m'],
] as const;

/**
 * The environment of a command allowed as read-only: no program is found in `folders`, and neither a variable nor a
 * file of the user's shell leads to one there.
 */
export async function readingEnvironment(
	env: CommandEnvironment,
	folders: readonly string[],
): Promise<CommandEnvironment> {
	const untrusted = await untrustedFolders(folders, env);
	const path = (await pathOutside(untrusted, env)).join(delimiter);
	const kept = Object.entries(env).filter(
		([name, value]) => !LEADS_ASTRAY.test(name) && (FOLDERS_OF_SHELLS.test(name) || !mayNameFileOf(untrusted, value)),
	);
	return {
		...Object.fromEntries(kept),
		TERM: env.TERM,
		...readingGit(env),
		// Where no start file is.
		ZDOTDIR: '/dev/null',
		PATH: path === '' ? SYSTEM_PATH : path,
	};
}

/** True for a value that may name a library, module or settings in the workspace, by any kind of path. */
function mayNameFileOf(folders: readonly string[], value: string): boolean {
	return /(?:^|[\s:;=,'"])\.\.?(?:\/|$|:)/.test(value) || folders.some((folder) => value.includes(folder));
}

/** Extends the environment's git settings: those of the command line still win. */
function readingGit(env: CommandEnvironment): Readonly<Record<string, string>> {
	const count = Number.parseInt(env['GIT_CONFIG_COUNT'] ?? '0', 10) || 0;
	const settings = GIT_SETTINGS.flatMap(([key, value], index) => [
		[`GIT_CONFIG_KEY_${count + index}`, key],
		[`GIT_CONFIG_VALUE_${count + index}`, value],
	]);
	return {
		...Object.fromEntries(settings),
		GIT_CONFIG_COUNT: String(count + GIT_SETTINGS.length),
		GIT_OPTIONAL_LOCKS: '0',
		GIT_NO_LAZY_FETCH: '1',
		GIT_ALLOW_PROTOCOL: 'none',
	};
}

/** Kilobytes of address space for each process of a command that was allowed without asking. */
export const MOST_MEMORY = 4 * 1024 * 1024;

/** The command with a memory limit, where the system has one. The started process execs the command. */
export function boundedCommand(file: string, args: readonly string[]): readonly [string, readonly string[]] {
	if (process.platform === 'win32') return [file, args];
	return ['/bin/sh', ['-c', `ulimit -v ${MOST_MEMORY} 2>/dev/null; exec "$@"`, 'sh', file, ...args]];
}
