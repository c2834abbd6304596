import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isMissing, systemError } from '../services/errno.js';
import { quote, UsageError } from './usage-error.js';

/**
 * The workspace's absolute path: `given` (from `--cwd`), else `start`. Throws a UsageError when it is
 * not a directory.
 */
export async function findWorkspace(given: string | null, start: string): Promise<string> {
	const path = resolve(start, given ?? '.');
	const flag = given === null ? `the current directory ${quote(path)}` : `--cwd ${quote(given)}`;
	try {
		if ((await stat(path)).isDirectory()) return path;
	} catch (error) {
		throw new UsageError(`${flag}: ${isMissing(error) ? 'no such directory' : systemError(error).why}`);
	}
	throw new UsageError(`${flag}: not a directory`);
}
