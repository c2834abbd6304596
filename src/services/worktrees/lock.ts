import { rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Result, succeed } from '../../core/failure.js';
import { isMissing } from '../errno.js';
import { lockHeld, whileHeld } from '../state/lock-file.js';
import { makePrivateFolder } from '../state/private-folder.js';
import { type ProcessLock, takeProcessLock } from '../state/process-lock.js';

/** Milliseconds. Git registers a worktree under the lock, which takes a moment on a slow disk. */
const PATIENCE = 30_000;
const LOOK_AGAIN_AFTER = 20;
const TOUCH_EVERY = 2000;

/**
 * Runs `work` under the lock of this repository's folder, which is made where missing and removed when empty. Fails
 * with `timed-out` when a living process holds the lock; throws what `work` throws.
 */
export async function withFolderLock<T>(folder: string, work: () => Promise<T>): Promise<Result<T>> {
	const lock = join(folder, '.lock');
	const until = performance.now() + PATIENCE;
	for (;;) {
		const taken = await take(folder, lock);
		if (taken !== null) {
			try {
				return succeed(await whileHeld(taken, work));
			} finally {
				await rmdir(folder).catch(() => undefined);
			}
		}
		if (performance.now() >= until) return lockHeld(lock);
		await wait(LOOK_AGAIN_AFTER);
	}
}

async function take(folder: string, lock: string): Promise<ProcessLock | null> {
	await makePrivateFolder(folder);
	try {
		const taken = await takeProcessLock(lock, TOUCH_EVERY);
		return 'lock' in taken ? taken.lock : null;
	} catch (error) {
		// Who was here last may have taken the empty folder away.
		if (isMissing(error)) return null;
		throw error;
	}
}
