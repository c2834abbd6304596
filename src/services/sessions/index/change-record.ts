import { constants } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { fail, type Result, succeed } from '../../../core/failure.js';
import { MOST_TITLE } from '../../../core/session-index.js';
import { isRecordId } from '../../../core/session-record.js';
import { clip } from '../../../core/text/clip.js';
import { isMissing, systemError } from '../../errno.js';
import { lockHolder } from '../../state/process-lock.js';
import { takeLock } from '../session-lock.js';
import { readLogRow } from './log-row.js';
import type { RecordFiles } from './record-files.js';

const LINE_FEED = 0x0a;

/**
 * Appends the user's title to the log in one write, so that a process with the log open may go on. Fails with
 * `not-found`, `invalid`, and the system's error.
 */
export async function renameRecord(files: RecordFiles, id: string, title: string): Promise<Result<void>> {
	if (!isRecordId(id)) return RECORDS.notFound(id);
	const file = files.log(id);
	try {
		const { isBroken, isNewer } = readLogRow(file, id, null);
		if (isBroken) return RECORDS.unreadable(id);
		if (isNewer) return RECORDS.newer(id);
		const event = { type: 'session-renamed', title: clip(title.replace(/\s+/g, ' ').trim(), MOST_TITLE) };
		// No O_CREAT: a log that was deleted meanwhile does not come back as a title.
		const flags = constants.O_RDWR | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0);
		await using handle = await open(file, flags);
		const { size } = await handle.stat();
		const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
		const gap = buffer[0] === LINE_FEED ? '' : '\n';
		await handle.write(`${gap}${JSON.stringify({ at: Date.now(), event })}\n`);
		await handle.sync();
		return succeed(undefined);
	} catch (error) {
		if (isMissing(error)) return RECORDS.notFound(id);
		const { code, why } = systemError(error);
		return fail(code, RECORDS.notChanged(id, why));
	}
}

/**
 * Removes a log and its files under the log's lock, and calls `erase` for its texts. Fails with `not-found`, `denied` where a process has it open, and
 * the system's error.
 */
export async function deleteRecord(
	files: RecordFiles,
	id: string,
	erase: (id: string) => void | Promise<void>,
): Promise<Result<void>> {
	if (!isRecordId(id)) return RECORDS.notFound(id);
	try {
		// The lock would make its folder's file anew for a record that is not there.
		const handle = await open(files.log(id), constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(
			(error: unknown) => {
				if (isMissing(error)) throw error;
				return null;
			},
		);
		await handle?.close();
		const lock = await takeLock(files.lock(id));
		if (!lock.ok && lock.failure.code === 'in-use') return RECORDS.running(id);
		// On a full disk no lock can be written, and deleting is what makes room: nobody else can take one either.
		if (!lock.ok && (await lockHolder(files.lock(id))) !== null) return RECORDS.running(id);
		try {
			await rm(files.log(id));
			await rm(files.damaged(id), { force: true });
			await erase(id);
		} finally {
			if (lock.ok) await lock.value.release();
		}
		return succeed(undefined);
	} catch (error) {
		if (isMissing(error)) return RECORDS.notFound(id);
		const { code, why } = systemError(error);
		return fail(code, RECORDS.notChanged(id, why));
	}
}

const RECORDS = {
	notFound: (id: string) => fail('not-found', `There is no session ${id} here.`),
	running: (id: string) =>
		fail('denied', `The session ${id} is running, so it is not deleted.`, { hint: 'Leave it first.' }),
	unreadable: (id: string) => fail('invalid', `The log of the session ${id} cannot be read.`),
	newer: (id: string) =>
		fail('invalid', `The session ${id} was written by a newer version of acp-tui, so it is left as it is.`),
	notChanged: (id: string, why: string): string => `The session ${id} cannot be changed: ${why}.`,
};
