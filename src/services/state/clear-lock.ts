import { readFile, rename, rm } from 'node:fs/promises';
import { writeNewFile } from '../files/replace-file.js';
import { isRunning } from './is-running.js';

/** What a lock file says of who took it: the process, and `nonce`, which no other lock has. */
export function lockToken(nonce: string): string {
	return `${process.pid}-${nonce}`;
}

/** True when the process that took the lock is gone; null when the lock does not say which one took it. */
export async function isHolderGone(content: string): Promise<boolean | null> {
	const pid = /^(\d+)-/.exec(content)?.[1];
	return pid === undefined ? null : !(await isRunning(Number(pid)));
}

/**
 * Takes a forsaken lock away, which says `forsaken`. Of several that do so at once only one can rename it; a lock that
 * somebody took meanwhile goes back. `token` is the caller's own.
 */
export async function clearLock(lock: string, forsaken: string, token: string): Promise<void> {
	const aside = `${lock}.${token}`;
	const isMine = await rename(lock, aside).then(
		() => true,
		() => false,
	);
	if (!isMine) return;
	const content = await readFile(aside, 'utf8').catch(() => '');
	if (content !== forsaken) await writeNewFile(lock, content, { isFlushed: false }).catch(() => undefined);
	await rm(aside, { force: true });
}
