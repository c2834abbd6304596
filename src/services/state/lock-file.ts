import { randomBytes } from 'node:crypto';
import { readFile, rm, stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { type Result, succeed } from '../../core/failure.js';
import { errnoOf } from '../errno.js';
import { writeNewFile } from '../files/replace-file.js';
import { STATE } from './messages.js';

/** A lock older than this was left by a program that was killed. In ms, like the others. */
const STALE_AFTER = 10_000;
const PATIENCE = 3000;
const LOOK_AGAIN_AFTER = 20;

/**
 * Runs `work` while no other program that takes the same lock file does. Fails with `timed-out` when
 * another one keeps it for three seconds; what `work` throws comes through. `work` must be short: a
 * lock of ten seconds counts as forgotten.
 */
export async function withLock<T>(lock: string, work: () => Promise<T>, patience = PATIENCE): Promise<Result<T>> {
	const token = randomBytes(8).toString('hex');
	const until = performance.now() + patience;
	while (!(await take(lock, token))) {
		if (performance.now() >= until) return STATE.locked(lock);
		await wait(LOOK_AGAIN_AFTER);
	}
	try {
		return succeed(await work());
	} finally {
		await release(lock, token);
	}
}

async function take(lock: string, token: string): Promise<boolean> {
	const facts = await stat(lock).catch(() => null);
	if (facts !== null && Date.now() - facts.mtimeMs > STALE_AFTER) await rm(lock, { force: true });
	try {
		await writeNewFile(lock, token, { isFlushed: false });
		return true;
	} catch (error) {
		if (errnoOf(error) === 'EEXIST') return false;
		throw error;
	}
}

/** A lock that somebody took over as forgotten is theirs. */
async function release(lock: string, token: string): Promise<void> {
	const content = await readFile(lock, 'utf8').catch(() => '');
	if (content === token) await rm(lock, { force: true });
}
