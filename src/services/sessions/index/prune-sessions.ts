import type { Pruned, PruneLimits, SessionRow } from '../../../core/session-index.js';
import { deleteRecord } from './change-record.js';
import { type Known, type LogRow, toSessionRow } from './log-row.js';
import type { RecordFiles } from './record-files.js';
import { bytesOfTexts, eraseRecords } from './stored-rows.js';

/**
 * Removes records over the age limit, then the oldest until the size limit is met. Open records stay, and those of a
 * newer version of this program, which cleans up by its own rules.
 */
export async function pruneRecords(
	files: RecordFiles,
	{ logs, held }: Known,
	{ before, maxBytes, isDryRun = false }: PruneLimits,
): Promise<Pruned> {
	const texts = await bytesOfTexts(files);
	const sized = logs
		.map((log) => ({ log, bytes: log.size + (texts.get(log.id) ?? 0) }))
		.sort((one, other) => timeOf(one.log) - timeOf(other.log));
	let left = sized.reduce((sum, { bytes }) => sum + bytes, 0);
	const rows: SessionRow[] = [];
	const failed: { readonly id: string; readonly because: string }[] = [];
	let removed = 0;
	// Their texts go together, which is faster.
	const erased: string[] = [];
	const erase = (id: string): void => void erased.push(id);
	for (const { log, bytes } of sized) {
		const isTooOld = before !== null && timeOf(log) < before;
		const isTooMuch = maxBytes !== null && left > maxBytes;
		if (!isTooOld && !isTooMuch) continue;
		// Without a time it is unknown in every respect: it could not be opened this time, or is no file.
		if (held.has(log.id) || log.isNewer || (log.isBroken && log.mtimeMs === 0)) continue;
		const gone = isDryRun ? null : await deleteRecord(files, log.id, erase);
		// Somebody opened it meanwhile, or removed it as well.
		if (gone?.ok === false && (gone.failure.code === 'denied' || gone.failure.code === 'not-found')) continue;
		if (gone?.ok === false) {
			failed.push({ id: log.id, because: gone.failure.message });
			continue;
		}
		rows.push({ ...toSessionRow(log, false), bytes });
		left -= bytes;
		removed += bytes;
	}
	await eraseRecords(files, erased);
	return { rows, bytes: removed, failed };
}

function timeOf({ isBroken, mtimeMs, updatedAt }: LogRow): number {
	return isBroken ? mtimeMs : updatedAt;
}
