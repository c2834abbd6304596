import { setTimeout as wait } from 'node:timers/promises';
import { fail, type Result, succeed } from '../../core/failure.js';
import { type ProcessLock, takeProcessLock } from './process-lock.js';

/** Milliseconds. */
const TOUCH_EVERY = 2000;
const PATIENCE = 3000;
const LOOK_AGAIN_AFTER = 20;

/**
 * Runs `work` while holding the lock file. Fails with `timed-out` when a living process holds it for three seconds;
 * throws what `work` and the system throw.
 */
export async function withLock<T>(lock: string, work: () => Promise<T>, patience = PATIENCE): Promise<Result<T>> {
	const until = performance.now() + patience;
	for (;;) {
		const taken = await takeProcessLock(lock, TOUCH_EVERY);
		if ('lock' in taken) return succeed(await whileHeld(taken.lock, work));
		if (performance.now() >= until) return lockHeld(lock);
		await wait(LOOK_AGAIN_AFTER);
	}
}

export async function whileHeld<T>(lock: ProcessLock, work: () => Promise<T>): Promise<T> {
	try {
		return await work();
	} finally {
		await lock.release();
	}
}

export function lockHeld(lock: string): Result<never> {
	return fail('timed-out', `${lock} is held by another acp-tui.`, { hint: 'If none is running, delete that file.' });
}
