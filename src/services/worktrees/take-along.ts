import { dirname } from 'node:path';
import { type Result, succeed } from '../../core/failure.js';
import { type GitOptions, openGit } from '../git/open-git.js';
import { findRepository } from '../git/repository.js';
import { applyPatch, countUncommitted, patchBetween, treeOf } from './changes.js';
import { type WorktreeRecord, writeRecord } from './records.js';
import { WORKTREES } from './worktrees-messages.js';

/** Uncommitted changes of the work tree around a folder; null where git cannot tell. */
export async function uncommittedIn(
	folder: string,
	options: GitOptions,
): Promise<{ readonly top: string; readonly count: number } | null> {
	const found = await findRepository(folder, options, WORKTREES);
	const count = found.ok ? await countUncommitted(found.value.git) : null;
	return found.ok && count !== null ? { top: found.value.top, count } : null;
}

/** Copies uncommitted changes at `top` into a new worktree at the same commit; `top` stays unchanged. */
export async function takeAlong(top: string, record: WorktreeRecord, options: GitOptions): Promise<Result<void>> {
	const to = record.path;
	const [source, target] = await Promise.all([openGit(top, options), openGit(to, options)]);
	if (!source.ok) return source;
	if (!target.ok) return target;
	const tree = await treeOf(source.value, top, dirname(to));
	if (!tree.ok) return tree;
	const patch = await patchBetween(source.value, 'HEAD', tree.value);
	if (!patch.ok) return patch;
	if (patch.value.length === 0) return succeed(undefined);
	const applied = await applyPatch(target.value, patch.value);
	if (!applied.ok) return applied;
	await writeRecord(dirname(record.path), { ...record, takenTree: tree.value }).catch(() => undefined);
	return succeed(undefined);
}
