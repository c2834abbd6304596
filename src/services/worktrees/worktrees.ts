import { copyFile, realpath, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Result, succeed } from '../../core/failure.js';
import type { Worktree, WorktreeChanges, WorktreeEnd, WorktreeRow } from '../../core/worktrees/worktree.js';
import { type Git, type GitOptions, openGit, reasonOf } from '../git/open-git.js';
import { findRepository } from '../git/repository.js';
import { removeWorktree } from './remove-worktree.js';
import { applyPatch, countChanges, countFiles, countUncommitted, patchBetween, treeOf } from './worktree-changes.js';
import { readRecord, readRecords, type WorktreeRecord, worktreesFolder } from './worktree-records.js';
import { countUses } from './worktree-uses.js';
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

/** Commits without a signature: there is no terminal to ask for the key's password. */
const PLAIN_COMMIT = ['--no-gpg-sign', '--no-verify'];

/**
 * Merges a worktree into the branch that it began from, after committing what is uncommitted. Returns the number of
 * merged commits. With conflicts both stay unchanged.
 */
export async function mergeWorktree(worktree: Worktree, options: GitOptions): Promise<Result<number>> {
	const into = worktree.base.branch;
	if (into === null) return WORKTREES.noBase(worktree.name);
	const opened = await openGit(worktree.path, options);
	if (!opened.ok) return opened;
	const git = opened.value;
	const target = await git.read(['rev-parse', '--verify', '--quiet', `refs/heads/${into}^{commit}`]);
	if (target === null) return WORKTREES.baseGone(into);
	if ((await git.read(['ls-files', '--unmerged'])) !== '') return WORKTREES.conflictsInside(worktree.name);
	const committed = await commitAll(git, worktree.name);
	if (!committed.ok) return committed;
	const merged = await mergeCommitted(git, target, worktree, options);
	if (!merged.ok) await committed.value.undo();
	await committed.value.forget();
	return merged;
}

async function mergeCommitted(
	git: Git,
	target: string,
	worktree: Worktree,
	options: GitOptions,
): Promise<Result<number>> {
	const into = worktree.base.branch ?? '';
	const head = await git.read(['rev-parse', '--verify', 'HEAD']);
	const count = Number(await git.read(['rev-list', '--count', `${target}..HEAD`, '--']));
	if (head === null || count === 0) return succeed(0);
	const conflicts = await conflictsWith(git, target, head);
	if (conflicts !== null) return WORKTREES.conflicts(into, conflicts);
	const place = await checkedOutAt(git, into);
	const moved =
		place === null ? await moveForward(git, into, target, head) : await mergeAt(place, head, worktree, options);
	return moved.ok ? succeed(count) : moved;
}

/** Puts a worktree's changes, uncommitted, into the work tree that it was made from. Returns the number of files. */
export async function patchFromWorktree(worktree: WorktreeRecord, options: GitOptions): Promise<Result<number>> {
	const [own, theirs] = await Promise.all([openGit(worktree.path, options), openGit(worktree.project, options)]);
	if (!own.ok) return own;
	if (!theirs.ok) return WORKTREES.projectGone(worktree.project);
	const head = await theirs.value.read(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}']);
	if (head === null) return WORKTREES.projectGone(worktree.project);
	const base = await baseOfPatch(own.value, head, worktree);
	const tree = await treeOf(own.value, worktree.path, dirname(worktree.path));
	if (!tree.ok) return tree;
	const patch = await patchBetween(own.value, base, tree.value);
	if (!patch.ok) return patch;
	if (patch.value.length === 0) return succeed(0);
	const applied = await applyPatch(theirs.value, patch.value);
	if (!applied.ok) return WORKTREES.doesNotFit(worktree.project, applied.failure.message);
	return succeed(await countFiles(own.value, base, tree.value));
}

/** The common base: the tree that was taken along where it is known, else the merge base. */
async function baseOfPatch(git: Git, head: string, { takenTree, base }: WorktreeRecord): Promise<string> {
	const taken = takenTree === null ? null : await git.read(['rev-parse', '--verify', '--quiet', `${takenTree}^{tree}`]);
	if (taken !== null && head === base.commit) return taken;
	return (await git.read(['merge-base', head, 'HEAD'])) ?? base.commit;
}

async function commitAll(git: Git, name: string): Promise<Result<{ undo(): Promise<void>; forget(): Promise<void> }>> {
	const nothing = async (): Promise<void> => undefined;
	if ((await countUncommitted(git)) === 0) return succeed({ undo: nothing, forget: nothing });
	const [before, folder] = [await git.read(['rev-parse', 'HEAD']), await git.read(['rev-parse', '--absolute-git-dir'])];
	const [index, kept] = [join(folder ?? '', 'index'), join(folder ?? '', 'acp-tui-before-merge.index')];
	await copyFile(index, kept).catch(() => undefined);
	const forget = (): Promise<void> => rm(kept, { force: true });
	const undo = async (): Promise<void> => {
		if (before !== null) await git.run(['reset', '--soft', '--quiet', before]);
		await rename(kept, index).catch(() => undefined);
	};
	const added = await git.must('add the changes', ['add', '--all']);
	const message = ['-m', `Work in the worktree ${name}`];
	const committed = added.ok
		? await git.must('commit the changes', ['commit', '--quiet', ...PLAIN_COMMIT, ...message])
		: added;
	if (committed.ok) return succeed({ undo, forget });
	await undo();
	await forget();
	return committed;
}

async function conflictsWith(git: Git, target: string, head: string): Promise<readonly string[] | null> {
	const tried = await git.run(['merge-tree', '--write-tree', '--name-only', '--no-messages', '-z', target, head]);
	if (!tried.ok || tried.value.code !== 1) return null;
	const [, ...files] = tried.value.bytes.toString('utf8').split('\0');
	return files.filter((file) => file !== '');
}

async function checkedOutAt(git: Git, branch: string): Promise<string | null> {
	const listed = (await git.read(['worktree', 'list', '--porcelain'])) ?? '';
	for (const block of listed.split('\n\n')) {
		const lines = block.split('\n');
		if (lines.includes(`branch refs/heads/${branch}`)) return lines[0]?.replace(/^worktree /, '') ?? null;
	}
	return null;
}

async function moveForward(git: Git, into: string, target: string, head: string): Promise<Result<unknown>> {
	const isForward = await git.run(['merge-base', '--is-ancestor', target, head]);
	if (!isForward.ok || isForward.value.code !== 0) return WORKTREES.notCheckedOut(into);
	return git.must('move the branch', ['update-ref', `refs/heads/${into}`, head, target]);
}

async function mergeAt(place: string, head: string, worktree: Worktree, options: GitOptions): Promise<Result<unknown>> {
	const into = worktree.base.branch ?? '';
	const opened = await openGit(place, options);
	if (!opened.ok) return opened;
	const git = opened.value;
	const before = await git.read(['rev-parse', '--quiet', '--verify', 'MERGE_HEAD']);
	if (before !== null) return WORKTREES.notMerged(into, `another merge is under way in ${place}.`);
	const merged = await git.run([
		...['merge', '--quiet', '--no-stat', '--no-edit', '--no-autostash', '--no-verify-signatures', ...PLAIN_COMMIT],
		...['-m', `Merge branch '${worktree.branch}'`, head],
	]);
	if (!merged.ok) return merged;
	if (merged.value.code === 0) return succeed(undefined);
	const isHalfway = (await git.read(['rev-parse', '--quiet', '--verify', 'MERGE_HEAD'])) === head;
	if (isHalfway) await git.run(['merge', '--abort']);
	return isHalfway ? WORKTREES.conflicts(into, []) : WORKTREES.notMerged(into, reasonOf(merged.value.errors));
}
