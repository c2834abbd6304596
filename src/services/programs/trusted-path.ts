import { realpath } from 'node:fs/promises';
import { basename, delimiter, dirname, isAbsolute } from 'node:path';
import type { Result } from '../../core/failure.js';
import { isWithin } from '../files/inside.js';
import { findExecutable } from './executable.js';
import { PROGRAMS } from './messages.js';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * `PATH` without what lies in the workspace, and without relative entries: a cloned repository may bring
 * folders that are on it (`node_modules/.bin`) with a `git` or an `ls` in them. Empty when nothing is left.
 */
export async function trustedPath(workspace: string, path: string): Promise<string> {
	const isInside = await insideTest(workspace);
	const folders = await Promise.all(
		path
			.split(delimiter)
			.filter(isAbsolute)
			.map((folder) => realpath(folder).catch(() => null)),
	);
	return folders.filter((folder) => folder !== null && !isInside(folder)).join(delimiter);
}

/** What counts as inside. Whoever works in the root of the file system has every program inside: nothing would be left. */
async function insideTest(workspace: string): Promise<(file: string) => boolean> {
	const root = await realpath(workspace).catch(() => workspace);
	return dirname(root) === root ? () => false : (file) => isWithin(root, file);
}

/** The environment with a trusted `PATH`: for programs of ours that start others by name. */
export async function trustedEnvironment(workspace: string, env: Environment): Promise<Environment> {
	const { PATH, Path, ...rest } = env;
	return { ...rest, PATH: await trustedPath(workspace, PATH ?? Path ?? '/usr/local/bin:/usr/bin:/bin') };
}

/**
 * Finds a program of the user's or the system's: by name on a trusted `PATH`, or by its absolute path. A
 * file of the workspace is not found, not even through a link from outside, unless `command` is its absolute
 * path. Returns its absolute path; fails with `could-not-start`.
 */
export async function findTrusted(command: string, workspace: string, env: Environment): Promise<Result<string>> {
	if (isAbsolute(command)) return findExecutable(command, { cwd: '/', env });
	if (command.includes('/') || basename(command) !== command) return refuse(command);
	const trusted = await trustedEnvironment(workspace, env);
	const found = await findExecutable(command, { cwd: '/', env: trusted, trustedOnly: true });
	if (!found.ok) return found;
	const isInside = await insideTest(workspace);
	return isInside(await realpath(found.value)) ? refuse(command) : found;
}

function refuse(command: string): Result<never> {
	return PROGRAMS.inWorkspace(command);
}
