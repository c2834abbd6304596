import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fail, type Result } from '../../core/failure.js';
import { whenMissing } from '../errno.js';
import { makePrivateFolder } from './private-folder.js';
import { takeProcessLock } from './process-lock.js';

/** Milliseconds. */
const TOUCH_EVERY = 2000;
const PATIENCE = 3000;
const LOOK_AGAIN_AFTER = 20;

/**
 * Runs `work` while holding the lock file, whose private folder is made where it is missing. Fails like `work`, and with
 * `timed-out` when a living process holds the lock for so long; throws what `work` and the system throw.
 */
export async function withLock<T>(
	lock: string,
	work: () => Promise<Result<T>>,
	patience = PATIENCE,
): Promise<Result<T>> {
	const until = performance.now() + patience;
	for (;;) {
		await makePrivateFolder(dirname(lock));
		// The last holder may remove the empty folder.
		const taken = await takeProcessLock(lock, TOUCH_EVERY).catch(whenMissing(null));
		if (taken !== null && 'lock' in taken) {
			try {
				return await work();
			} finally {
				await taken.lock.release();
			}
		}
		if (performance.now() >= until) {
			return fail('timed-out', `${lock} is held by another acp-tui.`, {
				hint: 'If none is running, delete that file.',
			});
		}
		await wait(LOOK_AGAIN_AFTER);
	}
}
