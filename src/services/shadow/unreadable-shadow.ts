import { stat } from 'node:fs/promises';
import type { Result } from '../../core/failure.js';
import type { ShadowRow } from '../../core/shadow/port.js';
import { hasRecord } from './record.js';
import { SHADOW } from './shadow-messages.js';

/** Why a shadow without a readable record is not opened: `not-found`, or `invalid` where its files exist. */
export async function notThere(folder: string | null, id: string): Promise<Result<never>> {
	return folder !== null && (await hasRecord(folder)) ? SHADOW.unreadable(id, folder) : SHADOW.notFound(id);
}

export async function unreadableRow(folder: string, id: string): Promise<ShadowRow | null> {
	const stats = await stat(folder).catch(() => null);
	if (stats === null || !(await hasRecord(folder))) return null;
	const createdAt = new Date(stats.birthtimeMs).toISOString();
	return { id, agent: '', sessionId: null, cwd: '', createdAt, files: null };
}
