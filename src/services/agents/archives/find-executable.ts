import { chmod, lstat, readdir, realpath, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Result, succeed } from '../../../core/failure.js';
import { wordSet } from '../../../core/text/word-set.js';
import { whenMissing } from '../../errno.js';
import { isWithin, relativeTo } from '../../files/path-inside.js';
import { ThrownFailure } from '../thrown-failure.js';
import { ARCHIVES } from './archives-messages.js';
import { entryPath } from './entry-path.js';

export type Executable =
	/** A regular file inside the folder, by its real path. */
	{ readonly type: 'file'; readonly path: string } | { readonly type: 'system'; readonly command: string };

/** Interpreters that a registry's entry may name; they are never taken from an archive. */
const SYSTEM_COMMANDS = wordSet(
	'node bun deno npx python python3 py uv uvx java ruby perl php dotnet sh bash zsh cmd powershell pwsh',
);
const OWNER_RUNS = 0o100;

/**
 * Finds an agent's command in the folder that its archive was unpacked to: at its path, with `/` or `\`, else the one
 * file deeper in the tree with that path's end, else with its name. Makes it executable where it is not. Fails when it
 * is not there or more than once. Throws the system's errors.
 */
export async function findExecutable(
	folder: string,
	command: string,
	platform: NodeJS.Platform = process.platform,
): Promise<Result<Executable>> {
	const system = systemCommand(command);
	if (system !== null) return succeed({ type: 'system', command: system });
	const parts = commandParts(command);
	if (parts === null) return ARCHIVES.badCommand(command);
	const root = await realpath(folder);
	const found = await lookUp(root, parts, platform);
	if (found.length > 1) {
		return ARCHIVES.commandAmbiguous(
			command,
			found.slice(0, 3).map((file) => relativeTo(root, file)),
		);
	}
	const [path] = found;
	if (path === undefined) return ARCHIVES.commandMissing(command);
	const { mode } = await stat(path);
	if ((mode & OWNER_RUNS) === 0) await chmod(path, 0o755);
	return succeed({ type: 'file', path });
}

/**
 * The path below the folder for a download that is the program itself: its command's path, or its own name when an
 * interpreter runs it. Throws {@link ThrownFailure} for an unsafe command or name.
 */
export function executablePlace(name: string, command: string): readonly string[] {
	if (systemCommand(command) !== null) return entryPath(name);
	const parts = commandParts(command);
	if (parts === null) throw new ThrownFailure(ARCHIVES.badCommand(command));
	return parts;
}

/** The name of an interpreter of the machine; null for a path and for every other name. */
function systemCommand(command: string): string | null {
	const name = command.toLowerCase().replace(/\.(?:exe|cmd)$/, '');
	return SYSTEM_COMMANDS.has(name) || /^python3\.\d+$/.test(name) ? command : null;
}

function commandParts(command: string): readonly string[] | null {
	try {
		const parts = entryPath(command.replaceAll('\\', '/'));
		return parts.length === 0 ? null : parts;
	} catch (error) {
		if (error instanceof ThrownFailure) return null;
		throw error;
	}
}

async function lookUp(root: string, parts: readonly string[], platform: NodeJS.Platform): Promise<readonly string[]> {
	// The registry has Windows commands without their ending.
	const endings = platform === 'win32' ? ['', '.exe', '.cmd'] : [''];
	for (const ending of endings) {
		const file = await regularFile(root, join(root, ...parts) + ending);
		if (file !== null) return [file];
	}
	const files = await listFiles(root);
	const end = `/${parts.join('/')}`;
	const name = parts.at(-1);
	for (const isMeant of [
		(file: string, ending: string) => `/${relativeTo(root, file)}`.endsWith(end + ending),
		(file: string, ending: string) => basename(file) === name + ending,
	]) {
		const found = endings.flatMap((ending) => files.filter((file) => isMeant(file, ending)));
		if (found.length > 0) return found;
	}
	return [];
}

async function regularFile(root: string, path: string): Promise<string | null> {
	const real = await realpath(path).catch(whenMissing(null));
	return real !== null && isWithin(root, real) && (await lstat(real)).isFile() ? real : null;
}

async function listFiles(root: string): Promise<readonly string[]> {
	const entries = await readdir(root, { recursive: true, withFileTypes: true });
	return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
