import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { basename, dirname } from 'node:path/posix';
import { fail, type Result } from '../../../core/failure.js';
import type { FileAccess } from '../file-access.js';
import { FILES, fileFailure } from '../file-failure.js';
import { linksBehind } from '../links-behind.js';
import { type OpenFolder, oddKind, openForReading } from '../opened.js';
import { type ReadOptions, readOpened } from '../read-text.js';
import { namesOf } from '../resolve-path.js';
import { writeText } from '../write-text.js';
import { isSwapped, openByNames, openFolderAt } from './open-in-view.js';
import { resolveInView } from './resolve-in-view.js';

/**
 * The files that the processes of a mount namespace see, reached from outside. `pid` is a process in it, null once it
 * has ended. Nothing that an agent put there (links, folders that change during a walk) leads elsewhere.
 */
export function createViewAccess(pid: () => number | null): FileAccess {
	const inView = async <T>(use: (pid: number) => Promise<Result<T>>): Promise<Result<T>> => {
		const now = pid();
		return now === null
			? fail('internal', 'The agent’s view of the files is gone.', { hint: 'Restart the agent with /restart.' })
			: use(now);
	};
	return {
		resolve: (given) => inView((now) => resolveInView(now, given)),
		read: (real, where, options) => inView((now) => readInView(now, real, where, options)),
		write: (target, where, content) =>
			inView((now) => writeText(target, where, content, (real, via) => openFolder(now, real, via))),
		linksBehind: (pattern, areWords) => linksBehind(pattern, areWords, (folder) => readFolder(pid(), folder)),
	};
}

async function readInView(pid: number, real: string, where: string, options: ReadOptions): Promise<Result<string>> {
	try {
		const folder = await openByNames(pid, namesOf(dirname(real)));
		if (folder === null) return FILES.moved(where);
		await using _ = folder.handle;
		const path = `${folder.base}/${basename(real)}`;
		const odd = oddKind(await lstat(path));
		if (odd !== null) return FILES.notAFile(where, odd);
		await using handle = await openForReading(path);
		return await readOpened(handle, where, options);
	} catch (error) {
		return fileFailure(error, where, 'read');
	}
}

/** Opens a folder by its resolved path, or in an open one: `via` is then a path through its descriptor. */
async function openFolder(pid: number, real: string, via: string): Promise<OpenFolder | null> {
	if (via === real) return openByNames(pid, namesOf(real));
	try {
		const handle = await openFolderAt(via);
		return { handle, base: `/proc/self/fd/${handle.fd}` };
	} catch (error) {
		if (isSwapped(error)) return null;
		throw error;
	}
}

async function readFolder(pid: number | null, path: string): Promise<readonly Dirent[]> {
	if (pid === null) return [];
	const resolved = await resolveInView(pid, path);
	if (!resolved.ok || resolved.value.missing.length > 0) return [];
	const folder = await openByNames(pid, namesOf(resolved.value.real));
	if (folder === null) return [];
	await using _ = folder.handle;
	return await readdir(folder.base, { withFileTypes: true });
}
