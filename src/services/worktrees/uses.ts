import { randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { lockHolder, takeProcessLock } from '../state/process-lock.js';

export type WorktreeUse = {
	readonly id: string;
	/** Idempotent. */
	release(): Promise<void>;
};

/** Marks a worktree as used by a session of this process, with a lock file. Throws the system's error. */
export async function beginUse(folder: string, name: string): Promise<WorktreeUse> {
	const id = randomBytes(8).toString('hex');
	const file = join(folder, `.${name}.use.${id}`);
	const taken = await takeProcessLock(file);
	return { id, release: async () => ('lock' in taken ? taken.lock.release() : undefined) };
}

/** Counts the sessions that use the worktree, except `own`. Locks of killed processes are removed. */
export async function countUses(folder: string, name: string, own: string | null): Promise<number> {
	const prefix = `.${name}.use.`;
	const files = (await readdir(folder).catch(() => [])).filter((file) => file.startsWith(prefix));
	let count = 0;
	for (const file of files) {
		const id = file.slice(prefix.length);
		// What a lock that is taken over leaves aside for a moment is no use.
		if (id === own || !/^[0-9a-f-]+$/.test(id)) continue;
		if ((await lockHolder(join(folder, file))) !== null) count += 1;
		else await rm(join(folder, file), { force: true });
	}
	return count;
}
