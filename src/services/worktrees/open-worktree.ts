import { lstat, readdir, realpath } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { type Result, succeed } from '../../core/failure.js';
import { branchOf, makeName, nameProblem } from '../../core/worktrees/worktree-name.js';
import { systemError } from '../errno.js';
import { type GitOptions, openGit, reasonOf } from '../git/open-git.js';
import { findRepository, type Repository } from '../git/repository.js';
import { makePrivateFolder } from '../state/private-folder.js';
import { findAdminFolder, recover, takeAway } from './remove-worktree.js';
import { findRecordAt, readRecord, type WorktreeRecord, worktreesFolder, writeRecord } from './worktree-records.js';
import { beginUse, isAtWork, type WorktreeUse, withFolderLock } from './worktree-uses.js';
import { WORKTREES } from './worktrees-messages.js';

export type OpenOptions = GitOptions & {
	readonly dataDir: string;
	/** The session's folder without a worktree; the repository is found from here. */
	readonly cwd: string;
	/** Null: a name is generated. */
	readonly name: string | null;
	/** Returns 0 up to, but not including, 1. */
	readonly random?: () => number;
};

export type OpenedWorktree = {
	readonly record: WorktreeRecord;
	readonly cwd: string;
	readonly isNew: boolean;
	readonly use: WorktreeUse;
	readonly notices: readonly string[];
};

const ATTEMPTS = 50;
/** Milliseconds between looks at a worktree that another process is making, and their number. */
const LOOK_AGAIN_AFTER = 200;
const MOST_LOOKS = 300;

type Decision =
	| { readonly type: 'made' | 'reused'; readonly record: WorktreeRecord; readonly use: WorktreeUse }
	| { readonly type: 'wait' | 'recover'; readonly name: string };

/**
 * Makes a git worktree with a branch of its own at the last commit, or opens the existing one of that name. Nothing of
 * it is left after a failure; leftovers of a kill are removed at the next start.
 */
export async function openWorktree(options: OpenOptions): Promise<Result<OpenedWorktree>> {
	const problem = options.name === null ? null : nameProblem(options.name);
	if (problem !== null) return WORKTREES.badName(options.name ?? '', problem);
	const found = await findRepository(options.cwd, options, WORKTREES);
	if (!found.ok) return found;
	const repository = found.value;
	const root = join(worktreesFolder(options.dataDir), repository.id);
	try {
		await makePrivateFolder(root);
		const folder = await realpath(root);
		const inside = await findRecordAt(options.dataDir, repository.top);
		const project = inside?.project ?? repository.top;
		return await openIn(folder, { ...options, repository, project });
	} catch (error) {
		return WORKTREES.noRoom(root, systemError(error).why);
	}
}

type Wanted = OpenOptions & { readonly repository: Repository; readonly project: string };

async function openIn(folder: string, wanted: Wanted): Promise<Result<OpenedWorktree>> {
	for (let look = 0; look < MOST_LOOKS; look += 1) {
		const decided = await withFolderLock(folder, () => decide(folder, wanted));
		if (!decided.ok) return decided;
		const decision = decided.value;
		switch (decision.type) {
			case 'wait':
				await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_AFTER));
				break;
			case 'recover': {
				const recovered = await recover(folder, decision.name, wanted);
				if (!recovered.ok) return recovered;
				break;
			}
			case 'reused':
				return succeed(await opened(decision, wanted, []));
			case 'made':
				return finishMaking(folder, decision, wanted);
		}
	}
	return WORKTREES.beingMade(wanted.name ?? '');
}

async function decide(folder: string, wanted: Wanted): Promise<Result<Decision>> {
	const branches = await ownBranches(wanted.repository);
	const name = wanted.name ?? (await freeName(folder, branches, wanted.random ?? Math.random));
	if (name === null) return WORKTREES.noFreeName();
	const record = await readRecord(folder, name);
	if (record !== null && record.state !== 'ready') {
		return succeed({ type: (await isAtWork(folder, record)) ? 'wait' : 'recover', name });
	}
	if (record !== null && (await findAdminFolder(record)) !== null) {
		return succeed({ type: 'reused', record, use: await beginUse(folder, name) });
	}
	const taken = await takenInOtherCase(folder, name, branches);
	if (taken !== null) return WORKTREES.nearlyTaken(name, taken);
	const path = join(folder, name);
	// Somebody removed the folder by hand, or git's part of it: the branch is there still.
	const isForeign = record === null && (await lstat(path).catch(() => null)) !== null;
	if (isForeign) return WORKTREES.folderTaken(path);
	if (record !== null) {
		const isEmpty = (await lstat(path).catch(() => null)) === null;
		if (!isEmpty) return WORKTREES.folderTaken(path);
		await takeAway(folder, { ...record, dropBranchAt: null }, wanted);
	}
	return begin(folder, name, branches.includes(branchOf(name)), wanted);
}

/** Registers the worktree without its files: a checkout takes longer than others wait for the lock. */
async function begin(folder: string, name: string, hasBranch: boolean, wanted: Wanted): Promise<Result<Decision>> {
	const { repository, project } = wanted;
	if (repository.commit === null && !hasBranch) return WORKTREES.noCommit();
	const branch = branchOf(name);
	const commit = repository.commit ?? (await repository.git.read(['rev-parse', `refs/heads/${branch}`]));
	if (commit === null) return WORKTREES.noCommit();
	const path = join(folder, name);
	const record: WorktreeRecord = {
		...{ name, branch, path, project, commonDir: repository.commonDir },
		base: { branch: repository.branch, commit },
		createdAt: Date.now(),
		state: 'making',
		dropBranchAt: hasBranch ? null : commit,
		takenTree: null,
	};
	// Killed in between, it is seen as interrupted.
	await writeRecord(folder, record);
	const use = await beginUse(folder, name);
	const args = hasBranch ? [path, branch] : ['-b', branch, '--no-track', path, commit];
	const added = await repository.git.run(['worktree', 'add', '--no-checkout', '--quiet', ...args]);
	if (added.ok && added.value.code === 0) return succeed({ type: 'made', record, use });
	await takeAway(folder, record, wanted, use);
	return added.ok ? WORKTREES.notMade(reasonOf(added.value.errors)) : added;
}

async function finishMaking(
	folder: string,
	decision: { readonly record: WorktreeRecord; readonly use: WorktreeUse },
	wanted: Wanted,
): Promise<Result<OpenedWorktree>> {
	const { record, use } = decision;
	const undo = (): Promise<unknown> => takeAway(folder, record, wanted, use);
	const git = await openGit(record.path, wanted);
	const filled = git.ok ? await git.value.must('check out the files', ['reset', '--hard', '--quiet']) : git;
	if (!git.ok || !filled.ok) {
		await undo();
		return filled.ok ? WORKTREES.notMade('git could not be started.') : WORKTREES.notMade(filled.failure.message);
	}
	const ready: WorktreeRecord = { ...record, state: 'ready', dropBranchAt: null };
	try {
		await writeRecord(folder, ready);
	} catch (error) {
		await undo();
		return WORKTREES.noRoom(folder, systemError(error).why);
	}
	const hasSubmodules = (await lstat(join(record.path, '.gitmodules')).catch(() => null)) !== null;
	return succeed(
		await opened({ type: 'made', record: ready, use }, wanted, [
			...(hasSubmodules ? [WORKTREES.submodules] : []),
			...(git.value.filters.length === 0 ? [] : [WORKTREES.unfiltered(git.value.filters)]),
		]),
	);
}

async function opened(
	{
		type,
		record,
		use,
	}: { readonly type: 'made' | 'reused'; readonly record: WorktreeRecord; readonly use: WorktreeUse },
	{ repository, cwd }: Wanted,
	notices: readonly string[],
): Promise<OpenedWorktree> {
	const within = relative(repository.top, await realpath(cwd));
	const folder = join(record.path, within);
	// A folder in its place that is a link would lead the session elsewhere.
	const isThere = within === '' || (await realpath(folder).catch(() => null)) === folder;
	const isFolder = isThere && (await lstat(folder)).isDirectory();
	return {
		record,
		use,
		isNew: type === 'made',
		cwd: isFolder ? folder : record.path,
		notices: isFolder ? notices : [...notices, WORKTREES.noSubfolder(within)],
	};
}

async function ownBranches({ git }: Repository): Promise<readonly string[]> {
	const listed = await git.read(['for-each-ref', '--format=%(refname:short)', `refs/heads/${branchOf('')}`]);
	return listed === null ? [] : listed.split('\n').filter((line) => line !== '');
}

async function freeName(folder: string, branches: readonly string[], random: () => number): Promise<string | null> {
	for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
		const name = makeName(random);
		const isKnown =
			branches.includes(branchOf(name)) ||
			(await readdir(folder)).some((entry) => entry === name || entry === `.${name}.json`);
		if (!isKnown) return name;
	}
	return null;
}

/** Names that differ only in case are the same folder, or branch, on many file systems. */
async function takenInOtherCase(folder: string, name: string, branches: readonly string[]): Promise<string | null> {
	const names = [...branches.map((branch) => branch.slice(branchOf('').length)), ...(await readdir(folder))];
	return names.find((each) => each !== name && each.toLowerCase() === name.toLowerCase()) ?? null;
}
