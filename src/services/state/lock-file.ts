import { setTimeout as wait } from 'node:timers/promises';
import { fail, type Result, succeed } from '../../core/failure.js';
import { isMissing } from '../errno.js';
import { takeProcessLock } from './process-lock.js';

/** Milliseconds. */
const TOUCH_EVERY = 2000;
const PATIENCE = 3000;
const LOOK_AGAIN_AFTER = 20;

/**
 * Runs `work` while holding the lock file. Fails with `timed-out` when a living process holds it for three seconds;
 * throws what `work` and the system throw. `makeFolder`: makes its folder, which who had it last may take away.
 */
export async function withLock<T>(
	lock: string,
	work: () => Promise<T>,
	patience = PATIENCE,
	makeFolder?: () => Promise<void>,
): Promise<Result<T>> {
	const until = performance.now() + patience;
	for (;;) {
		await makeFolder?.();
		const taken = await takeProcessLock(lock, TOUCH_EVERY).catch((error: unknown) => {
			if (makeFolder !== undefined && isMissing(error)) return null;
			throw error;
		});
		if (taken !== null && 'lock' in taken) {
			try {
				return succeed(await work());
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
