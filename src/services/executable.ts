import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, isAbsolute, join, resolve, sep } from 'node:path';
import { type Failure, fail, type Result, succeed } from '../core/failure.js';
import { errnoOf } from './errno.js';

/** Where a command is looked for. */
export type ExecutableSearch = {
	/** What a relative path in the command or in `PATH` starts from; absolute. */
	readonly cwd: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	/** Leaves out relative and empty entries of `PATH`, so that no file of the workspace poses as a tool of ours. */
	readonly trustedOnly?: boolean;
};

/**
 * Finds the file that a command names, as `execvp` would: a path as it is, a bare name on `PATH`.
 * Returns its absolute path; fails with `could-not-start` and says why it cannot be run.
 */
export async function findExecutable(command: string, search: ExecutableSearch): Promise<Result<string>> {
	if (command === '' || command.includes('\0')) {
		return fail('could-not-start', 'The command has no usable name.', { hint: 'Name an executable file.' });
	}
	if (command.includes('/') || command.includes(sep)) {
		return checkExecutable(resolve(search.cwd, command), command);
	}
	let refusal: Failure | null = null;
	for (const folder of searchFolders(search)) {
		for (const ending of endings(search.env)) {
			const found = await checkExecutable(join(folder, command + ending), command);
			if (found.ok) {
				return found;
			}
			// A file that is there but may not be run explains more than "not found".
			if (found.failure.message.includes('may not be run')) {
				refusal ??= found.failure;
			}
		}
	}
	return refusal === null ? notFound(command) : { ok: false, failure: refusal };
}

function searchFolders({ cwd, env, trustedOnly = false }: ExecutableSearch): readonly string[] {
	const entries = (env['PATH'] ?? env['Path'] ?? '/usr/local/bin:/usr/bin:/bin').split(delimiter);
	return trustedOnly ? entries.filter(isAbsolute) : entries.map((entry) => resolve(cwd, entry));
}

function endings(env: ExecutableSearch['env']): readonly string[] {
	return process.platform === 'win32' ? ['', ...(env['PATHEXT'] ?? '.COM;.EXE;.BAT;.CMD').split(';')] : [''];
}

async function checkExecutable(path: string, command: string): Promise<Result<string>> {
	try {
		const facts = await stat(path);
		if (!facts.isFile()) {
			return fail('could-not-start', `${command} is not an executable file.`, { hint: 'Name an executable file.' });
		}
		await access(path, constants.X_OK);
		return succeed(path);
	} catch (error) {
		if (errnoOf(error) === 'EACCES' || errnoOf(error) === 'EPERM') {
			return fail('could-not-start', `${command} may not be run: permission denied.`, {
				hint: `Make ${path} executable (chmod +x), or start it with its interpreter.`,
			});
		}
		return notFound(command);
	}
}

function notFound(command: string): Result<string> {
	return fail('could-not-start', `${command} was not found.`, {
		hint: 'Check the spelling, and that it is installed and on PATH.',
	});
}
