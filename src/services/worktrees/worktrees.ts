import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { type Result, succeed } from '../../core/failure.js';
import type { Worktree, WorktreeChanges, WorktreeEnd, WorktreeRow } from '../../core/worktrees/worktree.js';
import { type GitOptions, openGit } from '../git/open-git.js';
import { findRepository } from '../git/repository.js';
import { countChanges } from './changes.js';
import { mergeWorktree, patchFromWorktree } from './finish.js';
import { readRecord, readRecords, type WorktreeRecord, worktreesFolder } from './records.js';
import { removeWorktree } from './remove.js';
import { countUses } from './uses.js';
import { WORKTREES } from './worktrees-messages.js';

export type WorktreesOptions = GitOptions & {
	readonly dataDir: string;
	/** The session's own use, which does not block its own operations. */
	readonly ownUse: string | null;
};

export async function listWorktrees(cwd: string, options: WorktreesOptions): Promise<Result<readonly WorktreeRow[]>> {
	const folder = await folderOf(cwd, options);
	if (!folder.ok) return folder;
	const records = (await readRecords(folder.value)).filter(({ state }) => state === 'ready');
	return succeed(await Promise.all(records.map((record) => rowOf(folder.value, record, options))));
}

export async function findWorktree(cwd: string, name: string, options: WorktreesOptions): Promise<Result<WorktreeRow>> {
	const folder = await folderOf(cwd, options);
	if (!folder.ok) return folder;
	const record = await readRecord(folder.value, name);
	return record === null ? WORKTREES.unknown(name) : succeed(await rowOf(folder.value, record, options));
}

/** Carries out a choice for a worktree and returns the result as a sentence; see `WorktreesPort.end`. */
export async function endWorktree(
	worktree: Worktree,
	how: Exclude<WorktreeEnd, 'keep'>,
	options: WorktreesOptions,
): Promise<Result<string>> {
	const { name, branch, base, project } = worktree;
	switch (how) {
		case 'discard': {
			const removed = await discard(worktree, options);
			return removed.ok ? succeed(WORKTREES.removed(name, branch)) : removed;
		}
		case 'patch': {
			const record = await readRecord(join(worktree.path, '..'), name);
			if (record === null) return WORKTREES.unknown(name);
			const taken = await patchFromWorktree(record, options);
			if (!taken.ok) return taken;
			return succeed(
				taken.value === 0 ? WORKTREES.nothingToPatch(project) : WORKTREES.patched(taken.value, project, name),
			);
		}
		case 'merge': {
			const merged = await mergeWorktree(worktree, options);
			if (!merged.ok) return merged;
			if (merged.value === 0) return succeed(WORKTREES.nothingToMerge(base.branch ?? ''));
			const removed = await discard(worktree, options);
			const rest = removed.ok ? '' : removed.failure.message.replace(/\.$/, '');
			return succeed(WORKTREES.merged(base.branch ?? '', merged.value, rest));
		}
	}
}

/** Transfers a worktree's work, and keeps the worktree: a session works in it. */
export async function takeFromWorktree(
	worktree: Worktree,
	how: 'merge' | 'patch',
	options: WorktreesOptions,
): Promise<Result<string>> {
	if (how === 'patch') return endWorktree(worktree, how, options);
	const merged = await mergeWorktree(worktree, options);
	if (!merged.ok) return merged;
	const into = worktree.base.branch ?? '';
	return succeed(merged.value === 0 ? WORKTREES.nothingToMerge(into) : WORKTREES.mergedAndKept(into, merged.value));
}

/** The branch is deleted at its current commit: what another process adds meanwhile stays. */
async function discard({ path, name, branch }: Worktree, options: WorktreesOptions): Promise<Result<void>> {
	const git = await openGit(path, options);
	const tip = git.ok ? await git.value.read(['rev-parse', '--verify', '--quiet', `refs/heads/${branch}`]) : null;
	return removeWorktree(join(path, '..'), name, { ...options, own: options.ownUse, dropBranchAt: tip });
}

async function rowOf(folder: string, record: WorktreeRecord, options: WorktreesOptions): Promise<WorktreeRow> {
	const { name, branch, path, project, base, createdAt } = record;
	const [changes, users] = await Promise.all([changesOf(record, options), countUses(folder, name, options.ownUse)]);
	return { name, branch, path, project, base, createdAt, changes, users };
}

export async function changesOf(worktree: Worktree, options: GitOptions): Promise<WorktreeChanges | null> {
	const isThere = (await realpath(worktree.path).catch(() => null)) !== null;
	const git = isThere ? await openGit(worktree.path, options) : null;
	return git?.ok === true ? countChanges(git.value, worktree) : null;
}

async function folderOf(cwd: string, options: WorktreesOptions): Promise<Result<string>> {
	const found = await findRepository(cwd, options, WORKTREES);
	if (!found.ok) return found;
	const folder = join(worktreesFolder(options.dataDir), found.value.id);
	return succeed(await realpath(folder).catch(() => folder));
}
