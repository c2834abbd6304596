import { isAlive, ownMark } from '../state/process-mark.js';
import type { WorktreeRecord } from './records.js';

/** Milliseconds for which an invisible process, in another container, counts as at work. */
const PATIENCE_ELSEWHERE = 120_000;

/** Worktrees that this process is making or removing, in several sessions at once. */
const ours = new Set<string>();

/** Marks a worktree as worked on by this process, until {@link endWork}. Call under its folder's lock. */
export function beginWork(path: string): void {
	ours.add(path);
}

/** Call in any case, also after a failure. */
export function endWork(path: string): void {
	ours.delete(path);
}

/** A record's fields for this process, at work from now on. */
export async function workMark(): Promise<Pick<WorktreeRecord, 'by' | 'at'>> {
	return { by: await ownMark(), at: Date.now() };
}

/** Whether a process is making or removing the worktree; false for an interrupted one. */
export async function isAtWork({
	path,
	by,
	state,
	at,
}: Pick<WorktreeRecord, 'path' | 'by' | 'state' | 'at'>): Promise<boolean> {
	if (state === 'ready') return false;
	const own = await ownMark();
	if (by.pid === own.pid && by.machine === own.machine && by.startedAt === own.startedAt) return ours.has(path);
	return (await isAlive(by)) ?? Date.now() - at < PATIENCE_ELSEWHERE;
}
