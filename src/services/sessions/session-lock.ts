import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { link, open, rename, rm, stat, utimes } from 'node:fs/promises';
import { fail, type Result, succeed } from '../../core/failure.js';
import type { LogHolder } from '../../core/sessions/ports.js';
import { errnoOf, systemError } from '../errno.js';
import { temporaryBeside, writeNewFile } from '../files/replace-file.js';
import { SESSION_LOG } from './messages.js';
import { isAlive, ownMark, type ProcessMark } from './process-mark.js';

/** The right to write a log, until it is given back. */
export type SessionLock = { release(): Promise<void> };

type Content = ProcessMark & { readonly token: string; readonly since: number };

/** A holder on another machine is believed for so long (ms) after it last touched its lock; and touches it so often. */
const STALE_ELSEWHERE = 120_000;
const TOUCH_EVERY = 30_000;

const MOST_BYTES = 4096;
/** Several programs may be after the same lock; one that is left behind may stand above another. */
const MOST_TRIES = 8;

/**
 * Takes the lock `file`, one for all programs of the machine, safe against several that do so at once. What was left by a
 * program that was killed is taken over: its process is known by its number and by when it was started, so the clock
 * plays no part. Fails with `in-use`, and with what the system says.
 */
export async function takeLock(file: string): Promise<Result<SessionLock>> {
	const content: Content = { ...(await ownMark()), token: randomBytes(8).toString('hex'), since: Date.now() };
	try {
		const holder = await acquire(file, content, MOST_TRIES);
		if (holder !== null) return fail('in-use', SESSION_LOG.inUse(holder), { hint: SESSION_LOG.inUseHint });
	} catch (error) {
		const { code, why } = systemError(error);
		return fail(code, SESSION_LOG.notLocked(why));
	}
	const timer = setInterval(() => void touch(file), TOUCH_EVERY).unref();
	return succeed({
		async release() {
			clearInterval(timer);
			const now = await readLock(file);
			if (now?.token === content.token) await rm(file, { force: true }).catch(() => {});
		},
	});
}

/** Who holds the lock `file`; null: nobody does, or who did is gone. */
export async function lockHolder(file: string): Promise<LogHolder | null> {
	const content = await readLock(file);
	return content !== null && (await isHeld(file, content)) ? holderOf(content) : null;
}

/** Null when the lock is ours, else who has it. */
async function acquire(file: string, content: Content, tries: number): Promise<LogHolder | null> {
	if (await create(file, content)) return null;
	const holder = await readLock(file);
	if (holder !== null && (await isHeld(file, holder))) return holderOf(holder);
	if (tries <= 0) return { pid: 0, isThisProgram: false, since: 0 };
	if (holder === null) {
		// It was given back meanwhile, or holds nothing that we wrote: half a lock of a full disk.
		const facts = await stat(file).catch(() => null);
		if (facts !== null && facts.size === 0) await pause();
		if (facts !== null && (await readLock(file)) === null) await removeBroken(file, content);
		return acquire(file, content, tries - 1);
	}
	// One of those who want to take it over may: the claim is for this dead lock and no later one.
	const claim = `${file}.${holder.token}`;
	const other = await acquire(claim, content, tries - 1);
	if (other !== null) return other;
	try {
		const now = await readLock(file);
		if (now?.token !== holder.token) return await acquire(file, content, tries - 1);
		const temporary = temporaryBeside(file);
		await writeNewFile(temporary, JSON.stringify(content), { isFlushed: false });
		await rename(temporary, file);
		return null;
	} finally {
		await rm(claim, { force: true });
	}
}

/** A file that is no lock goes, if it still is none. */
async function removeBroken(file: string, content: Content): Promise<void> {
	const aside = `${file}.${content.token}.broken`;
	await rename(file, aside).catch(() => {});
	const moved = await readLock(aside);
	// Somebody's lock came there in between: it goes back.
	if (moved !== null) await link(aside, file).catch(() => {});
	await rm(aside, { force: true });
}

/** False when there is one already. */
async function create(file: string, content: Content): Promise<boolean> {
	const temporary = temporaryBeside(file);
	await writeNewFile(temporary, JSON.stringify(content), { isFlushed: false });
	try {
		await link(temporary, file);
		return true;
	} catch (error) {
		if (errnoOf(error) === 'EEXIST') return false;
		// A file system without links: made in place, it is whole a moment later.
		return await createInPlace(file, content);
	} finally {
		await rm(temporary, { force: true });
	}
}

async function createInPlace(file: string, content: Content): Promise<boolean> {
	try {
		await writeNewFile(file, JSON.stringify(content), { isFlushed: false });
		return true;
	} catch (error) {
		if (errnoOf(error) === 'EEXIST') return false;
		throw error;
	}
}

async function isHeld(file: string, content: Content): Promise<boolean> {
	const alive = await isAlive(content);
	if (alive !== null) return alive;
	const [age, now] = await Promise.all([stat(file), fileTime(file)]).catch(() => [null, null]);
	return age !== null && now !== null && now - age.mtimeMs < STALE_ELSEWHERE;
}

/** The time of the file system, which is another machine's where the folder is. */
async function fileTime(file: string): Promise<number> {
	const probe = temporaryBeside(file);
	await writeNewFile(probe, '', { isFlushed: false });
	return stat(probe)
		.then(({ mtimeMs }) => mtimeMs)
		.finally(() => rm(probe, { force: true }));
}

async function touch(file: string): Promise<void> {
	const now = new Date();
	await utimes(file, now, now).catch(() => {
		// A holder that nobody can see any more is asked for by its process.
	});
}

async function readLock(file: string): Promise<Content | null> {
	try {
		const handle = await open(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
		try {
			const { bytesRead, buffer } = await handle.read(Buffer.alloc(MOST_BYTES), 0, MOST_BYTES, 0);
			return readContent(JSON.parse(buffer.toString('utf8', 0, bytesRead)));
		} finally {
			await handle.close();
		}
	} catch {
		// There is none, or it is no lock.
		return null;
	}
}

function readContent(value: unknown): Content | null {
	if (typeof value !== 'object' || value === null) return null;
	const { pid, startedAt, machine, token, since } = value as Readonly<Record<string, unknown>>;
	if (typeof pid !== 'number' || !Number.isSafeInteger(pid) || pid <= 0) return null;
	if (typeof startedAt !== 'string' || typeof machine !== 'string' || typeof since !== 'number') return null;
	// It becomes part of a path.
	if (typeof token !== 'string' || !/^[0-9a-f]{16}$/.test(token)) return null;
	return { pid, startedAt, machine, token, since };
}

function holderOf({ pid, since }: Content): LogHolder {
	return { pid, isThisProgram: pid === process.pid, since };
}

function pause(): Promise<void> {
	return new Promise((done) => setTimeout(done, 50));
}
