import { defined } from '../../core/defined.js';
import { fail, succeed } from '../../core/failure.js';
import { isRecordId } from '../../core/session-record.js';
import { formatHeader } from '../../core/sessions/log-format.js';
import type { KnownHeader } from '../../core/sessions/recover-header.js';
import type { SessionLog, SessionLogsPort } from '../../core/sessions/session-log-ports.js';
import { systemError } from '../errno.js';
import { makePrivateFolder } from '../state/private-folder.js';
import { lockHolder } from '../state/process-lock.js';
import { copyLog } from './copy-log.js';
import { type RecordFiles, recordFiles } from './index/record-files.js';
import { openLogReader } from './log-reader.js';
import { LogWriter } from './log-writer.js';
import { newRecordId } from './record-id.js';
import { type SessionLock, takeLock } from './session-lock.js';
import { SESSION_LOG } from './sessions-messages.js';

export function recordHolder(folder: string, id: string): ReturnType<SessionLogsPort['holder']> {
	return isRecordId(id) ? lockHolder(recordFiles(folder).lock(id)) : Promise.resolve(null);
}

export function createSessionLogs(folder: string): SessionLogsPort {
	const files = recordFiles(folder);
	const open = new Map<string, SessionLog>();
	const claimed = new Map<string, SessionLock>();
	const opened = (id: string, writer: LogWriter, locked: Promise<SessionLock | null>): SessionLog => {
		const log = logOf(id, writer, locked, () => open.delete(id));
		open.set(id, log);
		return log;
	};
	return {
		newId: newRecordId,
		begin(header, listener) {
			const { id } = header;
			const writer = new LogWriter({ file: files.log(id), header: formatHeader(header), listener });
			// A new id is nobody else's: the lock only shows that somebody is here.
			const locked = makePrivateFolder(folder)
				.then(() => takeLock(files.lock(id)))
				.then(
					(taken) => (taken.ok ? taken.value : null),
					() => null,
				);
			return opened(id, writer, locked);
		},
		async claim(id) {
			const taken = await takeLock(files.lock(id));
			if (!taken.ok) return taken;
			claimed.set(id, taken.value);
			return succeed({
				async release() {
					if (claimed.get(id) !== taken.value) return;
					claimed.delete(id);
					await taken.value.release();
				},
			});
		},
		async resume(id, listener) {
			const claim = claimed.get(id);
			claimed.delete(id);
			const read = await this.read(id);
			if (!read.ok || read.value.isNewer) {
				await claim?.release();
				return read.ok ? fail('newer', SESSION_LOG.newer(id)) : read;
			}
			const taken = claim === undefined ? await takeLock(files.lock(id)) : succeed(claim);
			if (!taken.ok) return taken;
			const writer = new LogWriter({ file: files.log(id), header: null, listener });
			try {
				await (await import('./repair-log.js')).repairLog(folder, id, read.value);
				await writer.open();
				return succeed(opened(id, writer, Promise.resolve(taken.value)));
			} catch (error) {
				await Promise.all([writer.close(), taken.value.release()]);
				const { code, why } = systemError(error);
				return fail(code, SESSION_LOG.notSaved(why), { hint: SESSION_LOG.notSavedHint });
			}
		},
		read: async (id) =>
			isRecordId(id)
				? openLogReader(files.log(id), id, () => knownHeader(files, id))
				: fail('not-found', SESSION_LOG.notFound(id)),
		async copy(id, beforePrompt) {
			// The last lines may not be in the file yet.
			await open.get(id)?.flush();
			const read = await this.read(id);
			if (!read.ok) return read;
			const copy = newRecordId();
			return copyLog(read.value, files.log(copy), { id: copy, createdAt: Date.now(), ...defined({ beforePrompt }) });
		},
		holder: (id) => recordHolder(folder, id),
	};
}

/** The header that the index cached before the log was damaged. */
async function knownHeader(files: RecordFiles, id: string): Promise<KnownHeader | null> {
	const { storedRow } = await import('./index/stored-rows.js');
	const row = await storedRow(files, id);
	return row === null || row.isBroken ? null : row;
}

function logOf(id: string, writer: LogWriter, locked: Promise<SessionLock | null>, onClose: () => void): SessionLog {
	return {
		id,
		append: (line) => writer.append(line),
		flush: () => writer.flush(),
		async leave() {
			await (await locked)?.leave();
		},
		async close() {
			onClose();
			await writer.close();
			await (await locked)?.release();
		},
	};
}
