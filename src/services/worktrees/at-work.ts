import { isAlive, ownMark } from '../state/process-mark.js';
import type { WorktreeRecord } from './records.js';

type AtWork = Pick<WorktreeRecord, 'path' | 'pid' | 'by' | 'state' | 'at'>;

/** A program in another container, which cannot be seen from here, is believed to be at work for so long, in ms. */
const PATIENCE_ELSEWHERE = 120_000;

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

/** What a record says of this process, from now on at work. */
export async function workMark(): Promise<Required<Pick<WorktreeRecord, 'pid' | 'by' | 'at'>>> {
	return { pid: process.pid, by: await ownMark(), at: Date.now() };
}

/** Whether somebody is making or removing the worktree; false for what was left half done. */
export async function isAtWork({ path, pid, by, state, at }: AtWork): Promise<boolean> {
	if (state === 'ready') return false;
	const own = await ownMark();
	// Written by an older version: its number is all that is known of it.
	const mark = by ?? { pid, startedAt: '', machine: own.machine };
	if (mark.pid === own.pid && mark.machine === own.machine && mark.startedAt === own.startedAt) return ours.has(path);
	return (await isAlive(mark)) ?? Date.now() - (at ?? 0) < PATIENCE_ELSEWHERE;
}
