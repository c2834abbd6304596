import { constants } from 'node:fs';
import { type FileHandle, lstat, open, readlink, realpath } from 'node:fs/promises';
import { errnoOf, isMissing } from '../errno.js';

const { O_RDONLY } = constants;
// Windows has none of these.
const O_NOFOLLOW = constants.O_NOFOLLOW ?? 0;
const O_NONBLOCK = constants.O_NONBLOCK ?? 0;
const O_DIRECTORY = constants.O_DIRECTORY ?? 0;

/** Opens for reading without following a last link and without waiting for a pipe's other end. */
export const READ_FLAGS = O_RDONLY | O_NOFOLLOW | O_NONBLOCK;

export type OpenFolder = { readonly handle: FileHandle; readonly base: string };

/** The kind of anything but a regular file; null for a regular file. */
export function oddKind(facts: { isFile(): boolean; isDirectory(): boolean }): string | null {
	if (facts.isFile()) return null;
	return facts.isDirectory() ? 'a folder' : 'a device, pipe or socket';
}

/** Opens a file with {@link READ_FLAGS}. The caller has checked its kind before: opening a device can have effects. */
export function openForReading(path: string | Buffer): Promise<FileHandle> {
	return open(path, READ_FLAGS);
}

/**
 * Opens a folder by its resolved path; null when that was replaced meanwhile. On Linux `base` goes through the open
 * descriptor, so that swapping a parent folder for a link changes nothing.
 */
export async function openFolder(realPath: string, viaPath: string): Promise<OpenFolder | null> {
	const handle = await open(viaPath, O_RDONLY | O_NOFOLLOW | O_DIRECTORY | O_NONBLOCK);
	if (!(await isStillAt(handle, realPath))) {
		await handle.close();
		return null;
	}
	const descriptor = descriptorPath(handle);
	const hasDescriptors = descriptor !== null && (await linkTarget(descriptor)) !== null;
	return { handle, base: hasDescriptors ? descriptor : realPath };
}

/** True when the open file is still the one at its resolved path: no link was put in between. */
export async function isStillAt(handle: FileHandle, realPath: string | Buffer): Promise<boolean> {
	const descriptor = descriptorPath(handle);
	const target = descriptor === null ? null : await linkTarget(descriptor);
	const wanted = Buffer.from(realPath);
	if (target !== null) return target.equals(wanted);
	try {
		const [opened, named, resolved] = await Promise.all([
			handle.stat({ bigint: true }),
			lstat(realPath, { bigint: true }),
			realpath(realPath, 'buffer'),
		]);
		return resolved.equals(wanted) && opened.dev === named.dev && opened.ino === named.ino;
	} catch (error) {
		if (isMissing(error) || errnoOf(error) === 'ELOOP') return false;
		throw error;
	}
}

function descriptorPath(handle: FileHandle): string | null {
	return process.platform === 'linux' ? `/proc/self/fd/${handle.fd}` : null;
}

async function linkTarget(path: string): Promise<Buffer | null> {
	try {
		return await readlink(path, 'buffer');
	} catch {
		// No /proc (some containers): the caller compares device and inode instead.
		return null;
	}
}
