import { basename, delimiter, isAbsolute } from 'node:path';
import type { Environment } from '../../core/environment.js';
import { type Result, succeed } from '../../core/failure.js';
import { findExecutable, PROGRAMS } from './executable.js';
import { findProgram, pathOutside } from './find-program.js';
import { untrustedFolders } from './untrusted-folders.js';

const SYSTEM_PATH = '/usr/local/bin:/usr/bin:/bin';

/**
 * The environment with a `PATH` without relative entries and without folders in, or leading through, an untrusted
 * folder: for our programs that start others by name. `PATH` is empty when nothing is left.
 */
export async function trustedEnvironment(workspace: string, env: Environment): Promise<Environment> {
	const { PATH, Path, ...rest } = env;
	const untrusted = await untrustedFolders([workspace], env);
	const folders = await pathOutside(untrusted, { PATH: PATH ?? Path ?? SYSTEM_PATH });
	return { ...rest, PATH: folders.join(delimiter) };
}

/**
 * Finds a program of the user or the system: by name on a trusted `PATH`, or by its absolute path. A file of an
 * untrusted folder is not found, not even through a link from outside, unless `command` is its absolute path. Returns
 * its absolute path; fails with `could-not-start`.
 */
export async function findTrusted(command: string, workspace: string, env: Environment): Promise<Result<string>> {
	if (isAbsolute(command)) return findExecutable(command, { cwd: '/', env });
	if (command === '' || command.includes('\0')) return PROGRAMS.noName();
	if (command.includes('/') || basename(command) !== command) return PROGRAMS.inWorkspace(command);
	const folders = await untrustedFolders([workspace], env);
	const path = env['PATH'] ?? env['Path'] ?? SYSTEM_PATH;
	const found = await findProgram(command, { folders, env: { ...env, PATH: path }, cwd: workspace });
	switch (found.type) {
		case 'found':
			return succeed(found.file);
		case 'missing':
			return PROGRAMS.missing(command);
		case 'not-executable':
			return PROGRAMS.notExecutable(command, command);
		case 'in-repository':
			return PROGRAMS.inWorkspace(command);
	}
}
