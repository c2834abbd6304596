import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { LogPort } from '../../../core/ports.js';
import type { SessionIndexPort } from '../../../core/session-index.js';
import { replaceFile } from '../../files/replace-file.js';
import { isFolder } from '../../files/what-is-there.js';
import { makePrivateFolder } from '../../state/private-folder.js';
import { recordFiles } from './record-files.js';

/** Milliseconds between cleanings. */
const EVERY = 12 * 3600 * 1000;

export type CleaningOptions = {
	readonly folder: string;
	readonly index: Pick<SessionIndexPort, 'list' | 'prune'>;
	readonly maxAge: number | null;
	readonly maxBytes: number | null;
	readonly now: number;
	readonly log: LogPort;
};

/**
 * Removes old records, twice a day at most. Where even the newest is too old, age removes nothing: the clock may have
 * jumped, or the user comes back after a long time. Never throws.
 */
export async function cleanSessions(options: CleaningOptions): Promise<void> {
	const { folder, index, maxAge, maxBytes, now, log } = options;
	const { derived } = recordFiles(folder);
	const mark = join(derived, 'cleaned');
	if ((maxAge === null && maxBytes === null) || !(await isFolder(folder)) || (await isRecent(mark, now))) return;
	const { rows } = await index.list();
	const [newest] = rows;
	const before = maxAge === null ? null : now - maxAge;
	const isAgeTrusted = before !== null && newest !== undefined && newest.updatedAt >= before;
	const pruned = await index.prune({ before: isAgeTrusted ? before : null, maxBytes });
	if (pruned.rows.length > 0) {
		log.write('info', 'old sessions were removed', { count: pruned.rows.length, bytes: pruned.bytes });
	}
	for (const { id, because } of pruned.failed) log.write('warn', 'a session was not removed', { id, because });
	try {
		await makePrivateFolder(derived);
		await replaceFile(mark, '', { isFlushed: false });
	} catch {
		// The next start removes what is left.
	}
}

async function isRecent(mark: string, now: number): Promise<boolean> {
	const facts = await stat(mark).catch(() => null);
	return facts !== null && facts.mtimeMs <= now && now - facts.mtimeMs < EVERY;
}
