import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecordId } from '../../../core/session-record.js';
import { isMissing } from '../../errno.js';

export type RecordFiles = {
	readonly folder: string;
	readonly derived: string;
	log(id: string): string;
	lock(id: string): string;
	damaged(id: string): string;
};

export function recordFiles(folder: string): RecordFiles {
	return {
		folder,
		derived: join(folder, 'index'),
		log: (id) => join(folder, `${id}.jsonl`),
		lock: (id) => join(folder, `${id}.lock`),
		damaged: (id) => join(folder, `${id}.damaged`),
	};
}

/** The ids of the folder's logs, and of those with a lock. Empty for a missing folder. */
export async function namesIn(
	folder: string,
): Promise<{ readonly ids: readonly string[]; readonly locked: ReadonlySet<string> }> {
	const ids: string[] = [];
	const locked = new Set<string>();
	let names: readonly string[] = [];
	try {
		names = await readdir(folder);
	} catch (error) {
		if (!isMissing(error)) throw error;
	}
	for (const name of names) {
		const id = name.slice(0, 12);
		if (!isRecordId(id)) continue;
		if (name === `${id}.jsonl`) ids.push(id);
		else if (name === `${id}.lock`) locked.add(id);
	}
	return { ids, locked };
}
