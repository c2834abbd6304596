import { randomBytes } from 'node:crypto';
import { readFile, rm, stat } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { type Result, succeed } from '../../core/failure.js';
import { errnoOf } from '../errno.js';
import { writeNewFile } from '../files/replace-file.js';
import { clearLock, isHolderGone, lockToken } from './clear-lock.js';
import { STATE } from './messages.js';

/** A lock older than this is forgotten, whoever took it. In ms, like the others. */
const STALE_AFTER = 10_000;
/** A lock of a process that is not there is forgotten after this: one of another container is not seen from here. */
const GONE_AFTER = 1000;
const PATIENCE = 3000;
const LOOK_AGAIN_AFTER = 20;

/**
 * Runs `work` while no other program that takes the same lock file does. Fails with `timed-out` when
 * another one keeps it for three seconds; what `work` throws comes through. `work` must be short: a
 * lock of ten seconds counts as forgotten, and one of a process that was killed after a second.
 */
export async function withLock<T>(lock: string, work: () => Promise<T>, patience = PATIENCE): Promise<Result<T>> {
	const token = lockToken(randomBytes(8).toString('hex'));
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
	if (await make(lock, token)) return true;
	const found = await readFile(lock, 'utf8').catch(() => null);
	if (found === null || !(await isForgotten(lock, found))) return false;
	await clearLock(lock, found, token);
	return make(lock, token);
}

async function make(lock: string, token: string): Promise<boolean> {
	try {
		await writeNewFile(lock, token, { isFlushed: false });
		return true;
	} catch (error) {
		if (errnoOf(error) === 'EEXIST') return false;
		throw error;
	}
}

async function isForgotten(lock: string, content: string): Promise<boolean> {
	const facts = await stat(lock).catch(() => null);
	const age = facts === null ? 0 : Date.now() - facts.mtimeMs;
	return age > STALE_AFTER || (age > GONE_AFTER && (await isHolderGone(content)) === true);
}

/** A lock that somebody took over as forgotten is theirs. */
async function release(lock: string, token: string): Promise<void> {
	const content = await readFile(lock, 'utf8').catch(() => '');
	if (content === token) await rm(lock, { force: true });
}
