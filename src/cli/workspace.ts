import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
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
		const code = error instanceof Error && 'code' in error ? error.code : '';
		const why = code === 'ENOENT' || code === 'ENOTDIR' ? 'no such directory' : `cannot be read (${code})`;
		throw new UsageError(`${flag}: ${why}`);
	}
	throw new UsageError(`${flag}: not a directory`);
}
