import { randomBytes } from 'node:crypto';
import { readdir, rm, rmdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Result } from '../../core/failure.js';
import { withLock } from '../state/lock-file.js';
import { lockHolder, takeProcessLock } from '../state/process-lock.js';
import type { WorktreeRecord } from './worktree-records.js';

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
	const uses = (await dropEndedUses(folder)).filter((use) => use.name === name && use.id !== own);
	return uses.length;
}

/** Removes the locks of killed processes; returns those that are held. */
export async function dropEndedUses(
	folder: string,
): Promise<readonly { readonly name: string; readonly id: string }[]> {
	const held: { readonly name: string; readonly id: string }[] = [];
	for (const file of await readdir(folder).catch(() => [])) {
		// The claim file of a lock that is being taken over is no use of the worktree.
		const [, name, id] = /^\.(.+)\.use\.([0-9a-f-]+)$/.exec(file) ?? [];
		if (name === undefined || id === undefined) continue;
		if ((await lockHolder(join(folder, file))) !== null) held.push({ name, id });
		else await rm(join(folder, file), { force: true });
	}
	return held;
}

/** Whether a process is making or removing a worktree, which it uses meanwhile; false for an interrupted one. */
export async function isAtWork(
	folder: string,
	{ name, state }: Pick<WorktreeRecord, 'name' | 'state'>,
): Promise<boolean> {
	return state !== 'ready' && (await countUses(folder, name, null)) > 0;
}

/** Milliseconds. Git registers a worktree under the lock, which takes a moment on a slow disk. */
const PATIENCE = 30_000;

/**
 * Runs `work` under the lock of this repository's folder, which is made where missing and removed when empty. Fails
 * with `timed-out` when a living process holds the lock; throws what `work` throws.
 */
export async function withFolderLock<T>(folder: string, work: () => Promise<Result<T>>): Promise<Result<T>> {
	try {
		return await withLock(join(folder, '.lock'), work, PATIENCE);
	} finally {
		await rmdir(folder).catch(() => undefined);
	}
}
