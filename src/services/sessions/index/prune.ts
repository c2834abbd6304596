import type { Pruned, PruneLimits, SessionRow } from '../../../core/sessions/session-index.js';
import { deleteRecord } from './change-record.js';
import type { RecordFiles } from './folder.js';
import { type Known, type LogRow, toSessionRow } from './log-row.js';
import type { SaidTexts } from './said-text.js';

/** Deleted records whose text may stay in the index for a moment. */
const MOST_WAITING = 256;

type Parts = { readonly files: RecordFiles; readonly texts: SaidTexts };

/**
 * Removes records over the age limit, then the oldest until the size limit is met. Open records stay, and those of a
 * newer version of this program, which cleans up by its own rules.
 */
export async function pruneRecords({ logs, held }: Known, limits: PruneLimits, parts: Parts): Promise<Pruned> {
	const { before, maxBytes, isDryRun = false } = limits;
	parts.texts.begin();
	parts.texts.finish();
	const sized = logs
		.map((log) => ({ log, bytes: log.size + parts.texts.bytes(log.id) }))
		.sort((one, other) => timeOf(one.log) - timeOf(other.log));
	let left = sized.reduce((sum, { bytes }) => sum + bytes, 0);
	const rows: SessionRow[] = [];
	const failed: { readonly id: string; readonly because: string }[] = [];
	let removed = 0;
	// Their texts go together: each look for them reads all that is said anywhere.
	let waiting: string[] = [];
	const eraseNow = (): void => {
		parts.texts.erase(waiting);
		waiting = [];
	};
	const texts = { erase: (ids: readonly string[]): void => void waiting.push(...ids) };
	for (const { log, bytes } of sized) {
		const isTooOld = before !== null && timeOf(log) < before;
		const isTooMuch = maxBytes !== null && left > maxBytes;
		if (!isTooOld && !isTooMuch) continue;
		if (held.has(log.id) || log.isNewer || isUnseen(log)) continue;
		const gone = isDryRun ? null : await deleteRecord(parts.files, texts, log.id);
		if (waiting.length >= MOST_WAITING) eraseNow();
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
	eraseNow();
	return { rows, bytes: removed, failed };
}

/** Unknown in every respect, also its age: it could not be opened this time, or is no file. */
function isUnseen({ isBroken, mtimeMs }: LogRow): boolean {
	return isBroken && mtimeMs === 0;
}

function timeOf({ isBroken, mtimeMs, updatedAt }: LogRow): number {
	return isBroken ? mtimeMs : updatedAt;
}
