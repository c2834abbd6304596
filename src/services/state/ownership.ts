import { lstat, realpath } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

/** Write permission of the group and of others; the sticky bit keeps others from replacing files. */
const OTHERS_WRITE = 0o022;
const WORLD_WRITE = 0o002;
const STICKY = 0o1000;

/**
 * Reason another user of this machine could write or replace a file, as a sentence without its end; null when only
 * the user and root could. Checks parent folders and link targets, too. The file need not exist.
 */
export async function foreignAccess(file: string): Promise<string | null> {
	const own = resolve(file);
	const real = await realpath(own).catch(() => own);
	return (await faultAbove(own)) ?? (real === own ? null : faultAbove(real));
}

async function faultAbove(file: string): Promise<string | null> {
	const uid = process.getuid?.();
	if (uid === undefined) return null;
	for (let at = file; ; at = dirname(at)) {
		const facts = await lstat(at).catch(() => null);
		if (facts !== null) {
			if (facts.uid !== uid && facts.uid !== 0) return `${at} belongs to another user`;
			// Further up, a group that may write is usual where each user has a group of their own.
			const isNear = at === file || at === dirname(file);
			const isOpen = (facts.mode & (isNear ? OTHERS_WRITE : WORLD_WRITE)) !== 0;
			const isKept = facts.isSymbolicLink() || (facts.isDirectory() && (facts.mode & STICKY) !== 0);
			if (isOpen && !isKept) return `${at} can be written by other users`;
		}
		if (dirname(at) === at) return null;
	}
}
