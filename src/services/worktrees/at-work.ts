import { isRunning } from '../state/is-running.js';
import type { WorktreeRecord } from './records.js';

/** Folders of the worktrees that this process is making or removing: several sessions may do so at once. */
const ours = new Set<string>();

/** Notes that this process is at work on a worktree, until {@link endWork}. Under the lock of its folder. */
export function beginWork(path: string): void {
	ours.add(path);
}

/** The work on a worktree is over, however it went. */
export function endWork(path: string): void {
	ours.delete(path);
}

/** Whether somebody is making or removing the worktree; false for what was left half done. */
export async function isAtWork({ path, pid, state }: Pick<WorktreeRecord, 'path' | 'pid' | 'state'>): Promise<boolean> {
	if (state === 'ready') return false;
	return pid === process.pid ? ours.has(path) : isRunning(pid);
}
