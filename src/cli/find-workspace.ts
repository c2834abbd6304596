import { access, constants, realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { isMissing, systemError } from '../services/errno.js';
import { distrustFolder } from '../services/programs/untrusted-folders.js';
import { UsageError } from './errors.js';
import { quote } from './quote-value.js';

/** The workspace without links: `given` (`--cwd`), else `start`. Throws a UsageError when it is no directory. */
export async function findWorkspace(given: string | null | undefined, start: string): Promise<string> {
	const path = resolve(start, given ?? '.');
	const refuse = (why: string) =>
		new UsageError(`${given == null ? `the current directory ${quote(path)}` : `--cwd ${quote(given)}`}: ${why}`);
	try {
		if ((await stat(path)).isDirectory()) {
			const workspace = await realpath(path);
			await access(workspace, constants.X_OK);
			distrustFolder(workspace);
			return workspace;
		}
	} catch (error) {
		throw refuse(isMissing(error) ? 'no such directory' : systemError(error).why);
	}
	throw refuse('not a directory');
}
