import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Result, succeed } from '../../core/failure.js';
import type { Worktree, WorktreeChanges } from '../../core/worktrees/worktree.js';
import { copyIndex } from '../git/copy-index.js';
import { type Git, type GitOptions, openGit } from '../git/open-git.js';
import { findRepository, refused } from '../git/repository.js';
import { type WorktreeRecord, writeRecord } from './worktree-records.js';
import { WORKTREES } from './worktrees-messages.js';

export const SCRATCH_PREFIX = '.index.';

const MOST_PATCH = 256 * 1024 * 1024;

export async function countUncommitted(git: Git): Promise<number | null> {
	const args = ['status', '--porcelain=v1', '-z', '--no-renames', '--untracked-files=all', '--ignore-submodules=dirty'];
	const listed = await git.run(args);
	if (!listed.ok || listed.value.code !== 0) return null;
	return listed.value.bytes.toString('utf8').split('\0').length - 1;
}

/** Counts changes that exist only in this worktree, in which `git` runs; null where git cannot tell. */
export async function countChanges(
	git: Git,
	{ branch, base }: Pick<Worktree, 'branch' | 'base'>,
): Promise<WorktreeChanges | null> {
	const uncommitted = await countUncommitted(git);
	const hasBranch = (await git.read(['rev-parse', '--verify', '--quiet', `refs/heads/${branch}`])) !== null;
	const counted = await git.read([
		'rev-list',
		'--count',
		'HEAD',
		...(hasBranch ? [`refs/heads/${branch}`] : []),
		'--not',
		base.commit,
		`--exclude=${branch}`,
		'--branches',
		'--remotes',
		'--',
	]);
	return uncommitted === null || counted === null ? null : { uncommitted, unmerged: Number(counted) };
}

/**
 * A tree object of a whole work tree: committed, uncommitted and new files; not ignored ones. The index stays
 * unchanged. `top` is the work tree that `git` runs in, `scratch` a folder of ours.
 */
export async function treeOf(git: Git, top: string, scratch: string): Promise<Result<string>> {
	const folder = await git.read(['rev-parse', '--absolute-git-dir']);
	if (folder === null) return refused(top, 'it has no git folder.');
	const indexFile = join(scratch, `${SCRATCH_PREFIX}${randomBytes(6).toString('hex')}`);
	try {
		// Without one everything counts as new, which takes longer and comes to the same.
		await copyIndex(join(folder, 'index'), indexFile).catch(() => undefined);
		const added = await git.must('read the changes', ['add', '--all'], { indexFile });
		if (!added.ok) return added;
		const tree = await git.must('read the changes', ['write-tree'], { indexFile });
		return tree.ok ? succeed(tree.value.toString('utf8').trim()) : tree;
	} finally {
		await Promise.all([indexFile, `${indexFile}.lock`].map((file) => rm(file, { force: true })));
	}
}

export async function patchBetween(git: Git, from: string, to: string): Promise<Result<Buffer>> {
	const args = ['diff', '--binary', '--full-index', '--no-ext-diff', '--no-textconv', '--no-color', '--no-renames'];
	const prefixes = ['--src-prefix=a/', '--dst-prefix=b/', '--ignore-submodules=all'];
	const patch = await git.must('compare', [...args, ...prefixes, from, to, '--'], { most: MOST_PATCH });
	return patch.ok && patch.value.length > MOST_PATCH ? WORKTREES.patchTooLarge() : patch;
}

/** Applies a patch completely or not at all. `git` runs at the work tree's top. */
export function applyPatch(git: Git, patch: Buffer): Promise<Result<Buffer>> {
	return git.must('apply the changes', ['apply', '--binary', '--whitespace=nowarn', '-'], { input: patch });
}

export async function countFiles(git: Git, from: string, to: string): Promise<number> {
	const names = await git.read([
		'diff',
		'--name-only',
		'-z',
		'--no-renames',
		'--ignore-submodules=all',
		from,
		to,
		'--',
	]);
	return names === null ? 0 : names.split('\0').length - 1;
}

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
