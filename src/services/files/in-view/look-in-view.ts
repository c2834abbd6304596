import { constants } from 'node:fs';
import { access, lstat } from 'node:fs/promises';
import { basename, dirname } from 'node:path/posix';
import type { Look } from '../../programs/executable.js';
import { namesOf } from '../resolve-path.js';
import { openByNames } from './open-in-view.js';
import { resolveInView } from './resolve-in-view.js';

export async function lookInView(pid: number, path: string): Promise<Look> {
	const found = await kindInView(pid, path);
	return found === 'folder' ? 'no file' : found;
}

/** True for a folder of a view. */
export async function isFolderInView(pid: number, path: string): Promise<boolean> {
	return (await kindInView(pid, path)) === 'folder';
}

async function kindInView(pid: number, path: string): Promise<Look | 'folder'> {
	const resolved = await resolveInView(pid, path);
	if (!resolved.ok) return resolved.failure.code === 'no-permission' ? 'unreachable' : 'missing';
	const { real, missing } = resolved.value;
	if (missing.length > 0) return 'missing';
	if (real === '/') return 'folder';
	const folder = await openByNames(pid, namesOf(dirname(real))).catch(() => null);
	if (folder === null) return 'missing';
	await using _ = folder.handle;
	try {
		const place = `${folder.base}/${basename(real)}`;
		const facts = await lstat(place);
		if (facts.isDirectory()) return 'folder';
		if (!facts.isFile()) return 'no file';
		return await access(place, constants.X_OK).then(
			() => 'executable' as const,
			() => 'not executable' as const,
		);
	} catch {
		// It went away while it was looked at.
		return 'missing';
	}
}
