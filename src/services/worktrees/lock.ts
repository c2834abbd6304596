import { randomBytes } from 'node:crypto';
import { readFile, rm, rmdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Result, succeed } from '../../core/failure.js';
import { errnoOf } from '../errno.js';
import { writeNewFile } from '../files/replace-file.js';
import { clearLock, isHolderGone, lockToken } from '../state/clear-lock.js';
import { STATE } from '../state/messages.js';
import { makePrivateFolder } from '../state/private-folder.js';

/** Milliseconds. Git writes down a worktree under the lock, which takes a moment on a slow disk. */
const PATIENCE = 30_000;
const LOOK_AGAIN_AFTER = 20;
/** A lock that says nothing was left by a program that was killed before it wrote its number. */
const EMPTY_FOR = 2000;

/**
 * Runs `work` while no other session does so for this repository's folder, which is made where it is missing and goes
 * when it is empty. A lock whose program is gone counts for nothing. Fails with `timed-out`; what `work` throws comes
 * through.
 */
export async function withFolderLock<T>(folder: string, work: () => Promise<T>): Promise<Result<T>> {
	const lock = join(folder, '.lock');
	const token = lockToken(randomBytes(6).toString('hex'));
	const until = performance.now() + PATIENCE;
	while (!(await take(folder, lock, token))) {
		if (performance.now() >= until) return STATE.locked(lock);
		await wait(LOOK_AGAIN_AFTER);
	}
	try {
		return succeed(await work());
	} finally {
		await rm(lock, { force: true });
		await rmdir(folder).catch(() => undefined);
	}
}

async function take(folder: string, lock: string, token: string): Promise<boolean> {
	await makePrivateFolder(folder);
	try {
		await writeNewFile(lock, token, { isFlushed: false });
		return true;
	} catch (error) {
		// Who was here last may have taken the empty folder away.
		if (errnoOf(error) === 'ENOENT') return false;
		if (errnoOf(error) !== 'EEXIST') throw error;
	}
	const found = await readFile(lock, 'utf8').catch(() => null);
	if (found !== null && (await isForsaken(lock, found))) await clearLock(lock, found, token);
	return false;
}

async function isForsaken(lock: string, content: string): Promise<boolean> {
	const isGone = await isHolderGone(content);
	if (isGone !== null) return isGone;
	const facts = await stat(lock).catch(() => null);
	return facts !== null && Date.now() - facts.mtimeMs > EMPTY_FOR;
}
