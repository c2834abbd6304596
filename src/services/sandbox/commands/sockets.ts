import { lstat, readdir, readFile, readlink } from 'node:fs/promises';
import { isAbsolute, join } from 'node:path';
import { isWithin } from '../../files/path-inside.js';

/**
 * The sockets of this machine that are bound to a file in one of these folders: a folder that is only to be read keeps
 * nobody from talking to them.
 */
export async function socketsIn(folders: readonly string[]): Promise<readonly string[]> {
	const names = boundNames(await readFile('/proc/net/unix', 'utf8').catch(() => ''));
	const relative = names.filter((name) => !isAbsolute(name));
	const places = relative.length === 0 ? [] : await workingFolders(folders);
	const paths = [
		...names.filter(isAbsolute),
		...relative.flatMap((name) => [...places, ...folders].map((place) => join(place, name))),
	].filter((path) => folders.some((folder) => isWithin(folder, path)));
	const isThere = await Promise.all([...new Set(paths)].map(async (path) => ((await isSocket(path)) ? [path] : [])));
	return isThere.flat().sort();
}

/** The names in `/proc/net/unix` (proc_net_unix(5)) that are of files: absolute, or from some process's folder. */
export function boundNames(text: string): readonly string[] {
	const names = text
		.split('\n')
		.slice(1)
		.flatMap((line) => /^\S+: (?:\S+ +){6}(.+)$/.exec(line)?.[1] ?? [])
		.filter((name) => !name.startsWith('@'));
	return [...new Set(names)];
}

/** The current folders, within these, of the processes that may be looked at. */
async function workingFolders(folders: readonly string[]): Promise<readonly string[]> {
	const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name));
	const found = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')));
	return [...new Set(found)].filter((path) => folders.some((folder) => isWithin(folder, path)));
}

async function isSocket(path: string): Promise<boolean> {
	return (await lstat(path).catch(() => null))?.isSocket() === true;
}
