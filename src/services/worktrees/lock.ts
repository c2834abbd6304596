import { rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Result } from '../../core/failure.js';
import { withLock } from '../state/lock-file.js';

/** Milliseconds. Git registers a worktree under the lock, which takes a moment on a slow disk. */
const PATIENCE = 30_000;

/**
 * Runs `work` under the lock of this repository's folder, which is made where missing and removed when empty. Fails
 * with `timed-out` when a living process holds the lock; throws what `work` throws.
 */
export async function withFolderLock<T>(folder: string, work: () => Promise<Result<T>>): Promise<Result<T>> {
	try {
		return await withLock(join(folder, '.lock'), work, PATIENCE);
	} finally {
		await rmdir(folder).catch(() => undefined);
	}
}
