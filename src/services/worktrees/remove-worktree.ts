import { lstat, readdir, readFile, realpath, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Result, succeed } from '../../core/failure.js';
import { systemError } from '../errno.js';
import { isThere } from '../files/what-is-there.js';
import { type GitOptions, openGit } from '../git/open-git.js';
import { SCRATCH_PREFIX } from './worktree-changes.js';
import {
	dropRecord,
	readRecord,
	readRecords,
	type WorktreeRecord,
	worktreesFolder,
	writeRecord,
} from './worktree-records.js';
import { beginUse, countUses, dropEndedUses, isAtWork, type WorktreeUse, withFolderLock } from './worktree-uses.js';
import { WORKTREES } from './worktrees-messages.js';

/** Milliseconds after which a scratch file is deleted. */
const SCRATCH_FOR = 3_600_000;

/**
 * Removes a worktree: its folder, git's data of it, and its branch while that stands at `dropBranchAt`. Fails while
 * another session uses it (`own` is this one's use), and for one locked in git. Leftovers of a kill are removed by
 * {@link cleanUp}.
 */
export async function removeWorktree(
	folder: string,
	name: string,
	{ own, dropBranchAt, ...options }: GitOptions & { readonly own: string | null; readonly dropBranchAt: string | null },
): Promise<Result<void>> {
	const marked = await withFolderLock(folder, async (): Promise<Result<Marked>> => {
		const record = await readRecord(folder, name);
		if (record === null) return WORKTREES.unknown(name);
		const users = await countUses(folder, name, own);
		if (users > 0) return WORKTREES.inUse(name, users);
		const admin = await findAdminFolder(record);
		if (admin !== null && (await isThere(join(admin, 'locked')))) return WORKTREES.locked(name, record.path);
		return succeed(await mark(folder, { ...record, dropBranchAt }));
	});
	return marked.ok ? takeAway(folder, marked.value.record, options, marked.value.use) : marked;
}

type Marked = { readonly record: WorktreeRecord; readonly use: WorktreeUse };

/** Marks a worktree as being removed, by a process that uses it meanwhile. Call under its folder's lock. */
async function mark(folder: string, record: WorktreeRecord): Promise<Marked> {
	const removing: WorktreeRecord = { ...record, state: 'removing' };
	await writeRecord(folder, removing);
	return { record: removing, use: await beginUse(folder, record.name) };
}

/** Removes half-made and half-removed worktrees of processes that are gone. Complete ones are never touched. */
export async function cleanUp(dataDir: string, options: GitOptions): Promise<void> {
	const root = worktreesFolder(dataDir);
	for (const id of await readdir(root).catch(() => [])) {
		const folder = join(root, id);
		await dropScratch(folder);
		// Under the lock nobody is writing a use, which would look like one of a program that is gone. And a lock of such a
		// program goes with the first who takes it.
		await withFolderLock(folder, async () => succeed(await dropEndedUses(folder)));
		for (const record of await readRecords(folder)) {
			if (record.state !== 'ready') await recover(folder, record.name, options);
		}
	}
}

/** Deletes only files too old to be in use. */
async function dropScratch(folder: string): Promise<void> {
	for (const name of await readdir(folder).catch(() => [])) {
		if (!name.startsWith(SCRATCH_PREFIX) && !name.startsWith('.lock.')) continue;
		const file = join(folder, name);
		const facts = await lstat(file).catch(() => null);
		if (facts !== null && Date.now() - facts.mtimeMs > SCRATCH_FOR) await rm(file, { force: true });
	}
}

/** Removes a half-made or half-removed worktree, unless another process does so. */
export async function recover(folder: string, name: string, options: GitOptions): Promise<Result<void>> {
	const marked = await withFolderLock(folder, async (): Promise<Result<Marked | null>> => {
		const record = await readRecord(folder, name);
		const isOver = record !== null && record.state !== 'ready' && !(await isAtWork(folder, record));
		return succeed(isOver ? await mark(folder, record) : null);
	});
	if (!marked.ok) return marked;
	if (marked.value === null) return succeed(undefined);
	return takeAway(folder, marked.value.record, options, marked.value.use);
}

/** Removes a worktree that this process alone uses: nobody else is at work on it until `use` ends. */
export async function takeAway(
	folder: string,
	record: WorktreeRecord,
	options: GitOptions,
	use?: WorktreeUse,
): Promise<Result<void>> {
	try {
		return await takeAll(folder, record, options);
	} finally {
		await use?.release();
		await rmdir(folder).catch(() => undefined);
	}
}

/** The record is deleted last: after a kill here the next process continues. */
async function takeAll(folder: string, record: WorktreeRecord, options: GitOptions): Promise<Result<void>> {
	const admins = await adminFolders(record);
	try {
		await rm(record.path, { recursive: true, force: true, maxRetries: 3 });
		for (const admin of admins) await rm(admin, { recursive: true, force: true });
	} catch (error) {
		return WORKTREES.notRemoved(record.path, systemError(error).why);
	}
	// Git leaves no empty list either; one that is not empty stays.
	await rmdir(join(record.commonDir, 'worktrees')).catch(() => undefined);
	if (record.dropBranchAt !== null && (await isThere(record.commonDir))) {
		const git = await openGit(dirname(record.commonDir), options);
		if (!git.ok) return git;
		// Without effect where the branch moved on meanwhile, or is gone.
		const place = ['--git-dir', record.commonDir];
		await git.value.run([...place, 'update-ref', '-d', `refs/heads/${record.branch}`, record.dropBranchAt]);
	}
	await dropRecord(folder, record.name);
	return succeed(undefined);
}

export async function findAdminFolder(
	record: Pick<WorktreeRecord, 'commonDir' | 'path' | 'name'>,
): Promise<string | null> {
	const pointer = await readFile(join(record.path, '.git'), 'utf8').catch(() => '');
	for (const admin of await adminFolders(record)) {
		const named = /^gitdir: (.+)$/m.exec(pointer)?.[1];
		const [here, there] = await Promise.all([admin, named ?? ''].map((path) => realpath(path).catch(() => null)));
		if (here !== null && here === there) return admin;
	}
	return null;
}

/**
 * git's data folders that name the worktree's folder, and unfinished ones: git locks them until they are complete, so
 * that its own pruning skips them.
 */
async function adminFolders({
	commonDir,
	path,
	name,
}: Pick<WorktreeRecord, 'commonDir' | 'path' | 'name'>): Promise<readonly string[]> {
	const list = join(commonDir, 'worktrees');
	const facts = await lstat(list).catch(() => null);
	if (facts?.isDirectory() !== true) return [];
	const found: string[] = [];
	for (const entry of await readdir(list, { withFileTypes: true }).catch(() => [])) {
		if (!entry.isDirectory()) continue;
		const admin = join(list, entry.name);
		const named = (await readFile(join(admin, 'gitdir'), 'utf8').catch(() => '')).trim();
		if (named === join(path, '.git')) found.push(admin);
		else if (named === '' && isNumbered(entry.name, name) && (await isBegun(admin))) found.push(admin);
	}
	return found;
}

/** True for git's name of the data folder: the worktree's, with a number where that is taken. */
function isNumbered(entry: string, name: string): boolean {
	return entry.startsWith(name) && /^\d*$/.test(entry.slice(name.length)) && basename(entry) === entry;
}

async function isBegun(admin: string): Promise<boolean> {
	const [reason, entries] = await Promise.all([
		readFile(join(admin, 'locked'), 'utf8').catch(() => null),
		readdir(admin).catch(() => ['?']),
	]);
	return entries.length === 0 || reason === '' || reason?.startsWith('initializing') === true;
}
