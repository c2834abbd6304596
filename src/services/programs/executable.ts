import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { delimiter, join, resolve, sep } from 'node:path';
import { fail, type Result, succeed } from '../../core/failure.js';
import { errnoOf } from '../errno.js';

export type ExecutableSearch = {
	readonly cwd: string;
	readonly env: Readonly<Record<string, string | undefined>>;
	readonly look?: (path: string) => Promise<Look>;
};

export type Look = 'executable' | 'missing' | 'unreachable' | 'no file' | 'not executable';

/**
 * Finds the file of a command as `execvp` would: a path as it is, a bare name on `PATH`. Returns its absolute path;
 * fails with `could-not-start` and the reason.
 */
export async function findExecutable(command: string, search: ExecutableSearch): Promise<Result<string>> {
	const { look: lookAtFile = lookAt } = search;
	if (command === '' || command.includes('\0')) return PROGRAMS.noName();
	if (command.includes('/') || command.includes(sep)) {
		const path = resolve(search.cwd, command);
		return resultOf(await lookAtFile(path), path, command);
	}
	let refused: string | null = null;
	for (const folder of searchFolders(search)) {
		for (const ending of endings(search.env)) {
			const path = join(folder, command + ending);
			const look = await lookAtFile(path);
			if (look === 'executable') return succeed(path);
			// A file that is there but may not be run explains more than "not found".
			refused ??= look === 'not executable' ? path : null;
		}
	}
	return refused === null ? resultOf('missing', command, command) : resultOf('not executable', refused, command);
}

function searchFolders({ cwd, env }: ExecutableSearch): readonly string[] {
	const entries = (env['PATH'] ?? env['Path'] ?? '/usr/local/bin:/usr/bin:/bin').split(delimiter);
	return entries.map((entry) => resolve(cwd, entry));
}

export function endings(env: ExecutableSearch['env']): readonly string[] {
	return process.platform === 'win32' ? ['', ...(env['PATHEXT'] ?? '.COM;.EXE;.BAT;.CMD').split(';')] : [''];
}

export async function lookAt(path: string): Promise<Look> {
	try {
		const facts = await stat(path);
		if (!facts.isFile()) return 'no file';
	} catch (error) {
		return errnoOf(error) === 'EACCES' ? 'unreachable' : 'missing';
	}
	return access(path, constants.X_OK).then(
		() => 'executable',
		() => 'not executable',
	);
}

function resultOf(look: Look, path: string, command: string): Result<string> {
	switch (look) {
		case 'executable':
			return succeed(path);
		case 'no file':
			return PROGRAMS.notExecutableFile(command);
		case 'not executable':
			return PROGRAMS.notExecutable(command, path);
		case 'unreachable':
			return PROGRAMS.unreachable(command);
		case 'missing':
			return PROGRAMS.missing(command);
	}
}

export const PROGRAMS = {
	noName: () => fail('could-not-start', 'The command has no usable name.', { hint: 'Name an executable file.' }),
	notExecutableFile: (command: string) =>
		fail('could-not-start', `${command} is not an executable file.`, { hint: 'Name an executable file.' }),
	notExecutable: (command: string, path: string) =>
		fail('could-not-start', `${command} may not be run: permission denied.`, {
			hint: `Make ${path} executable (chmod +x), or start it with its interpreter.`,
		}),
	unreachable: (command: string) =>
		fail('could-not-start', `${command} cannot be reached: permission denied.`, {
			hint: 'Check the permissions of the folders above it.',
		}),
	missing: (command: string) =>
		fail('could-not-start', `${command} was not found.`, {
			hint: 'Check the spelling, and that it is installed and on PATH.',
		}),
	inWorkspace: (command: string) =>
		fail('could-not-start', `${command} is not started from the workspace: anybody could have put it there.`, {
			hint: 'Name it by its absolute path if you mean it.',
		}),
};
