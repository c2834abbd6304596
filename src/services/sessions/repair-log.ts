import { constants } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { formatHeader } from '../../core/sessions/log-format.js';
import { idOfHeader, lineAtEndOf } from '../../core/sessions/recover-header.js';
import type { LogReader } from '../../core/sessions/session-log-ports.js';
import { endOfOwn, withLog } from './index/log-bytes.js';
import { recordFiles } from './index/record-files.js';

const NEW = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_NOFOLLOW ?? 0);
const KEEP = constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0);
const LINE_FEED = 0x0a;
const WINDOW = 1024 * 1024;

type Part = { readonly from: number; readonly to: number };

/**
 * Repairs a log before it is written: a damaged header is replaced, and another session's log behind it is moved into a
 * file of its own where there is none. Everything taken out is saved beside the log. The caller holds the log's lock.
 * Throws the system's error.
 */
export async function repairLog(folder: string, id: string, reader: LogReader): Promise<void> {
	const files = recordFiles(folder);
	const file = files.log(id);
	const found = withLog(file, (log) => {
		const head = log.read(0, Math.min(WINDOW, log.size));
		const lineEnd = head.indexOf(LINE_FEED) + 1;
		const rest = Buffer.byteLength(lineAtEndOf(head.toString('utf8', 0, lineEnd - 1)));
		const start = reader.isRepaired ? lineEnd - (rest === 0 ? 0 : rest + 1) : lineEnd;
		const end = endOfOwn(log, start) ?? log.size;
		return { size: log.size, lineEnd, start, end, otherId: otherIdAt(log.read(end, Math.min(end + WINDOW, log.size))) };
	});
	if (found === null || (!reader.isRepaired && found.end === found.size)) return;
	const { size, start, end, otherId } = found;
	const source = await open(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
	const made = `${file}.repaired`;
	try {
		await rm(made, { force: true });
		const isElsewhere = otherId !== null && (await saveAs(source, { from: end, to: size }, files.log(otherId)));
		const kept = await open(files.damaged(id), KEEP, 0o600);
		try {
			if (reader.isRepaired) await copy(source, { from: 0, to: start }, kept);
			if (!isElsewhere) await copy(source, { from: end, to: size }, kept);
			await kept.sync();
		} finally {
			await kept.close();
		}
		const target = await open(made, NEW, 0o600);
		try {
			if (reader.isRepaired) await target.writeFile(formatHeader(reader.header));
			await copy(source, { from: reader.isRepaired ? start : 0, to: end }, target);
			await target.sync();
		} finally {
			await target.close();
		}
		await rename(made, file);
	} finally {
		await source.close();
		await rm(made, { force: true });
	}
}

function otherIdAt(bytes: Buffer): string | null {
	const end = bytes.indexOf(LINE_FEED);
	return end < 0 ? null : idOfHeader(bytes.toString('utf8', 0, end));
}

/** False where the file exists, or cannot be made. */
async function saveAs(source: FileHandle, part: Part, file: string): Promise<boolean> {
	await using handle = await open(file, NEW, 0o600).catch(() => null);
	if (handle === null) return false;
	await copy(source, part, handle);
	return true;
}

async function copy(source: FileHandle, { from, to }: Part, target: FileHandle): Promise<void> {
	for (let at = from; at < to; ) {
		const { bytesRead, buffer } = await source.read(
			Buffer.allocUnsafe(Math.min(WINDOW, to - at)),
			0,
			Math.min(WINDOW, to - at),
			at,
		);
		if (bytesRead === 0) return;
		await target.writeFile(buffer.subarray(0, bytesRead));
		at += bytesRead;
	}
}
