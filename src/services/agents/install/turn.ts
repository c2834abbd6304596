import { randomBytes } from 'node:crypto';
import { readFile, rm, stat, utimes } from 'node:fs/promises';
import { hostname } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Result, succeed } from '../../../core/failure.js';
import { errnoOf } from '../../errno.js';
import { writeNewFile } from '../../files/replace-file.js';
import { withLock } from '../../state/lock-file.js';
import { makePrivateFolder } from '../../state/private-folder.js';
import { INSTALL } from './messages.js';

/** The right to change one agent's folder, until it is given back. */
export type Turn = {
	/** False when another program took it over, because this one seemed to be dead. */
	isHeld(): Promise<boolean>;
	release(): Promise<void>;
};

/** How a turn is waited for. */
export type TurnOptions = {
	readonly signal: AbortSignal;
	/** Called once, when another program has the turn. */
	readonly onWait?: () => void;
	/** How long another program is waited for, in ms. */
	readonly patience?: number;
};

const SHOW_LIFE_EVERY = 2000;
/** Without a sign of life for so long the holder is dead, or its machine sleeps. In ms. */
const STALE_AFTER = 60_000;
/** A file that was never filled is left by a program that died at once. In ms. */
const EMPTY_AFTER = 2000;
const LOOK_AGAIN_AFTER = 50;
const PATIENCE = 600_000;

type Holder = { readonly pid: number; readonly host: string; readonly token: string };

/**
 * Waits until no other program changes the same agent; a turn whose program is dead is taken over. Fails with
 * `cancelled`, or with `timed-out` after ten minutes. Throws the system's error where the file cannot be made.
 */
export async function takeTurn(file: string, { signal, onWait, patience }: TurnOptions): Promise<Result<Turn>> {
	const token = randomBytes(12).toString('hex');
	const content = JSON.stringify({ pid: process.pid, host: hostname(), token } satisfies Holder);
	await makePrivateFolder(dirname(file));
	const until = performance.now() + (patience ?? PATIENCE);
	for (let isTold = false; !(await make(file, content)); ) {
		if (signal.aborted) return INSTALL.stopped();
		if (await isStale(file)) {
			await takeAway(file);
			continue;
		}
		if (!isTold) onWait?.();
		isTold = true;
		if (performance.now() >= until) return INSTALL.busy(file);
		await wait(LOOK_AGAIN_AFTER);
	}
	const life = setInterval(() => void showLife(file), SHOW_LIFE_EVERY);
	life.unref();
	const isHeld = async (): Promise<boolean> => (await holderOf(file))?.token === token;
	return succeed({
		isHeld,
		async release() {
			clearInterval(life);
			if (await isHeld()) await rm(file, { force: true });
		},
	});
}

async function make(file: string, content: string): Promise<boolean> {
	try {
		await writeNewFile(file, content, { isFlushed: false });
		return true;
	} catch (error) {
		if (errnoOf(error) === 'EEXIST') return false;
		throw error;
	}
}

async function isStale(file: string): Promise<boolean> {
	const facts = await stat(file).catch(() => null);
	if (facts === null) return false;
	const age = Date.now() - facts.mtimeMs;
	const holder = await holderOf(file);
	if (holder === null) return age > EMPTY_AFTER;
	return age > STALE_AFTER || (holder.host === hostname() && !isAlive(holder.pid));
}

/** One at a time looks again and deletes: two that saw the same dead holder do not delete each other's. */
async function takeAway(file: string): Promise<void> {
	await withLock(`${file}.stale`, async () => {
		if (await isStale(file)) await rm(file, { force: true });
	});
}

async function holderOf(file: string): Promise<Holder | null> {
	try {
		const data: unknown = JSON.parse(await readFile(file, 'utf8'));
		if (typeof data !== 'object' || data === null || !('pid' in data && 'host' in data && 'token' in data)) return null;
		const { pid, host, token } = data;
		const isWhole = Number.isSafeInteger(pid) && typeof host === 'string' && typeof token === 'string';
		return isWhole ? { pid: Number(pid), host, token } : null;
	} catch {
		// It is gone, or not written yet.
		return null;
	}
}

function isAlive(pid: number): boolean {
	if (pid <= 1) return false;
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return errnoOf(error) === 'EPERM';
	}
}

async function showLife(file: string): Promise<void> {
	const now = new Date();
	await utimes(file, now, now).catch(() => {
		// Somebody took it over; that is found out before anything is put in place.
	});
}
