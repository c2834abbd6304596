import { join } from 'node:path';
import { fail, type Result, succeed } from '../../core/failure.js';
import { systemError } from '../errno.js';
import { removeTree } from '../files/remove-tree.js';
import { isFolder } from '../files/what-is-there.js';
import { lockHolder, type ProcessLock, takeProcessLock } from '../state/process-lock.js';
import { finishApplying } from './apply/apply-changes.js';
import { SHADOW } from './shadow-messages.js';
import { hasRecord, readRecord } from './shadow-record.js';

const LOCK = 'lock';

/** The process that has a shadow's folder; null: none. */
export function folderHolder(folder: string) {
	return lockHolder(join(folder, LOCK));
}

/**
 * A shadow without a record, whose process was killed while making it: it is unused. Removed under its lock, as it may
 * still be in the making.
 */
export async function removeUnmade(folder: string, id: string): Promise<void> {
	if (await hasRecord(folder)) return;
	const lock = await lockFolder(folder, id);
	if (!lock.ok) return;
	if (!(await hasRecord(folder))) await removeTree(folder).catch(() => {});
	await lock.value.release();
}

/** Completes an interrupted apply: else the workspace would keep half of it. */
export async function completeInterruptedApply(folder: string, id: string): Promise<void> {
	const record = await readRecord(folder, id);
	if (record === null || !(await isFolder(record.cwd))) return;
	await finishApplying({ folder, real: record.cwd, onApplied: async () => {} }).catch(() => {
		// The journal cannot be read.
	});
}

/** Fails with `in-use` where this or another process has it. */
export async function lockFolder(folder: string, id: string): Promise<Result<ProcessLock>> {
	try {
		const taken = await takeProcessLock(join(folder, LOCK));
		if ('lock' in taken) return succeed(taken.lock);
		const { isThisProgram, pid } = taken.holder;
		return isThisProgram ? fail('in-use', `The shadow ${id} is open in this program already.`) : SHADOW.inUse(id, pid);
	} catch (error) {
		return fail('internal', `The shadow ${id} could not be locked: ${systemError(error).why}.`);
	}
}
