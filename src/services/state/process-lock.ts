import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { link, open, rename, rm, stat, utimes } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { defined } from '../../core/defined.js';
import { jsonIn } from '../../core/json-in.js';
import type { LogHolder } from '../../core/sessions/session-log-ports.js';
import { errnoOf } from '../errno.js';
import { READ_FLAGS } from '../files/open-for-reading.js';
import { probeSibling, replaceFile } from '../files/replace-file.js';
import { isAlive, ownMark, type ProcessMark, readMark } from './process-mark.js';

export type ProcessLock = { isHeld(): Promise<boolean>; leave(): Promise<void>; release(): Promise<void> };

/** `touchEvery`: milliseconds between the holder's signs of life. */
type Content = ProcessMark & {
	readonly token: string;
	readonly since: number;
	readonly touchEvery: number;
	readonly isLeaving?: true;
};

/** Missed signs of life after which a holder that cannot be seen (another container or machine) counts as dead. */
const SIGNS_MISSED = 4;
const TOUCH_EVERY = 30_000;
/** Milliseconds; a lock with at most this `touchEvery` is held only briefly. */
const SHORT = 2000;

/** Milliseconds for which an unreadable lock is respected: its holder may be writing it. */
const UNREAD_FOR = 10_000;
const NOBODY_KNOWN: LogHolder = { pid: 0, isThisProgram: false, since: 0 };

const MOST_BYTES = 4096;
/** Several processes may compete for the lock, and stale ones may follow each other. */
const MOST_TRIES = 8;

/**
 * Takes the lock `file`, atomically among all processes of the machine. Returns the holder where that is somebody else.
 * A killed process's lock is taken over at once: processes are compared by id, start time and pid namespace, so the
 * clock plays no part. Throws the system's error.
 */
export async function takeProcessLock(
	file: string,
	touchEvery = TOUCH_EVERY,
): Promise<{ readonly lock: ProcessLock } | { readonly holder: LogHolder }> {
	const mark = await ownMark();
	const content: Content = { ...mark, token: randomBytes(8).toString('hex'), since: Date.now(), touchEvery };
	const holder = await acquire(file, content, MOST_TRIES);
	if (holder !== null) return { holder };
	const timer = setInterval(() => void touch(file), touchEvery).unref();
	const isHeld = async (): Promise<boolean> => (await readLock(file))?.token === content.token;
	return {
		lock: {
			isHeld,
			async leave() {
				if (!(await isHeld())) return;
				const leaving = JSON.stringify({ ...content, isLeaving: true });
				await replaceFile(file, leaving, { isFlushed: false }).catch(() => {});
			},
			async release() {
				clearInterval(timer);
				if (await isHeld()) await rm(file, { force: true }).catch(() => {});
			},
		},
	};
}

export async function lockHolder(file: string): Promise<LogHolder | null> {
	const content = await readLock(file);
	return content !== null && (await isHeld(file, content)) ? holderOf(content) : null;
}

/** Null when the lock is ours, else its holder. */
async function acquire(file: string, content: Content, tries: number): Promise<LogHolder | null> {
	if (await create(file, content)) return null;
	const holder = await readLock(file);
	if (holder !== null && (await isHeld(file, holder))) return holderOf(holder);
	if (tries <= 0) return NOBODY_KNOWN;
	if (holder === null) {
		// The lock was released meanwhile, or is a half-written file of a full disk.
		const facts = await stat(file).catch(() => null);
		const isNew = async (at: number): Promise<boolean> => Math.abs((await fileTime(file)) - at) < UNREAD_FOR;
		if (facts !== null && facts.size > 0 && (await isNew(facts.mtimeMs))) return NOBODY_KNOWN;
		if (facts !== null && facts.size === 0) await wait(50);
		if (facts !== null && (await readLock(file)) === null) await removeBroken(file, content);
		return acquire(file, content, tries - 1);
	}
	// Only one process may take over: the claim names this dead lock and no later one.
	const claim = `${file}.${holder.token}`;
	const other = await acquire(claim, content, tries - 1);
	if (other !== null) return other;
	try {
		const now = await readLock(file);
		if (now?.token !== holder.token) return await acquire(file, content, tries - 1);
		// The claim says what the lock is to say.
		await rename(claim, file);
		return null;
	} finally {
		await rm(claim, { force: true });
	}
}

/** Removes a malformed lock file, if it still is one. */
async function removeBroken(file: string, content: Content): Promise<void> {
	const broken = `${file}.${content.token}.broken`;
	await rename(file, broken).catch(() => {});
	const moved = await readLock(broken);
	// Somebody's lock came there in between: it goes back.
	if (moved !== null) await link(broken, file).catch(() => {});
	await rm(broken, { force: true });
}

/**
 * False when the lock exists. Made in place and synchronously, so that a kill leaves no temporary file; other processes
 * wait until it is filled, and this one checks that it is still there.
 */
async function create(file: string, content: Content): Promise<boolean> {
	try {
		writeFileSync(file, JSON.stringify(content), { flag: 'wx', mode: 0o600 });
	} catch (error) {
		if (errnoOf(error) === 'EEXIST') return false;
		// Half a lock of a full disk.
		if (errnoOf(error) === 'ENOSPC') await rm(file, { force: true });
		throw error;
	}
	return (await readLock(file))?.token === content.token;
}

async function isHeld(file: string, content: Content): Promise<boolean> {
	const alive = await isAlive(content);
	// A silent holder of a short lock hangs; a suspended program keeps its session.
	if (alive === false || (alive === true && content.touchEvery > SHORT)) return alive;
	const [age, now] = await Promise.all([stat(file), fileTime(file)]).catch(() => [null, null]);
	// A time to come is as little a sign of life as one long past.
	return age !== null && now !== null && Math.abs(now - age.mtimeMs) < content.touchEvery * SIGNS_MISSED;
}

/** The file system's time, which may be another machine's. */
async function fileTime(file: string): Promise<number> {
	return Number((await probeSibling(file)).mtimeMs);
}

async function touch(file: string): Promise<void> {
	const now = new Date();
	await utimes(file, now, now).catch(() => {
		// A holder that nobody can see any more is asked for by its process.
	});
}

async function readLock(file: string): Promise<Content | null> {
	return readContent(jsonIn(await readText(file).catch(() => '')));
}

async function readText(file: string): Promise<string> {
	await using handle = await open(file, READ_FLAGS);
	const { bytesRead, buffer } = await handle.read(Buffer.alloc(MOST_BYTES), 0, MOST_BYTES, 0);
	return buffer.toString('utf8', 0, bytesRead);
}

function readContent(value: unknown): Content | null {
	const mark = readMark(value);
	if (mark === null) return null;
	const { token, since, touchEvery = TOUCH_EVERY, isLeaving } = value as Readonly<Record<string, unknown>>;
	if (typeof since !== 'number' || typeof touchEvery !== 'number' || !(touchEvery > 0)) return null;
	// The token becomes part of a path.
	if (typeof token !== 'string' || !/^[0-9a-f]{16}$/.test(token)) return null;
	return { ...mark, token, since, touchEvery, ...(isLeaving === true ? { isLeaving } : {}) };
}

function holderOf({ pid, since, isLeaving }: Content): LogHolder {
	return { pid, isThisProgram: pid === process.pid, since, ...defined({ isLeaving }) };
}
