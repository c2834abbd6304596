import { lstat, readdir, readFile, realpath, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type Result, succeed } from '../../core/failure.js';
import { systemError } from '../errno.js';
import { isRunning } from '../state/is-running.js';
import { withLock } from '../state/lock-file.js';
import { type GitOptions, openGit } from './git.js';
import { WORKTREES } from './messages.js';
import { dropRecord, readRecord, readRecords, type WorktreeRecord, worktreesFolder, writeRecord } from './records.js';
import { countUses } from './uses.js';

/** The lock of a repository's folder, which is held for the time of a decision only. */
export const LOCK = '.lock';

/**
 * Removes a worktree: its folder, what git keeps of it, and its branch while that stands at `dropBranchAt`. Fails
 * while another session uses it (`own` is this one's use), and where git was told to keep it. What a kill leaves is
 * taken away by {@link cleanUp}.
 */
export async function removeWorktree(
	folder: string,
	name: string,
	{ own, dropBranchAt, ...options }: GitOptions & { readonly own: string | null; readonly dropBranchAt: string | null },
): Promise<Result<void>> {
	const marked = await withLock(join(folder, LOCK), async (): Promise<Result<WorktreeRecord>> => {
		const record = await readRecord(folder, name);
		if (record === null) return WORKTREES.unknown(name);
		const users = await countUses(folder, name, own);
		if (users > 0) return WORKTREES.inUse(name, users);
		const admin = await findAdminFolder(record);
		if (admin !== null && (await isThere(join(admin, 'locked')))) return WORKTREES.locked(name, record.path);
		const removing: WorktreeRecord = { ...record, state: 'removing', pid: process.pid, dropBranchAt };
		await writeRecord(folder, removing);
		return succeed(removing);
	});
	if (!marked.ok) return marked;
	return marked.value.ok ? takeAway(folder, marked.value.value, options) : marked.value;
}

/**
 * Takes away what half-made and half-removed worktrees left of which the program is gone. Worktrees that are whole
 * are never touched.
 */
export async function cleanUp(dataDir: string, options: GitOptions): Promise<void> {
	const root = worktreesFolder(dataDir);
	for (const id of await readdir(root).catch(() => [])) {
		const folder = join(root, id);
		for (const record of await readRecords(folder)) {
			if (record.state !== 'ready' && !(await isRunning(record.pid))) await recover(folder, record.name, options);
		}
	}
}

/** Takes away what is left of a half-made or half-removed worktree, unless another program does so. */
export async function recover(folder: string, name: string, options: GitOptions): Promise<Result<void>> {
	const taken = await withLock(join(folder, LOCK), async () => {
		const record = await readRecord(folder, name);
		if (record === null || record.state === 'ready') return null;
		if (record.pid !== process.pid && (await isRunning(record.pid))) return null;
		const mine: WorktreeRecord = { ...record, state: 'removing', pid: process.pid };
		await writeRecord(folder, mine);
		return mine;
	});
	if (!taken.ok) return taken;
	return taken.value === null ? succeed(undefined) : takeAway(folder, taken.value, options);
}

/** The record stays until all else is gone: whoever comes next goes on where this one was killed. */
export async function takeAway(folder: string, record: WorktreeRecord, options: GitOptions): Promise<Result<void>> {
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
	await rmdir(folder).catch(() => undefined);
	return succeed(undefined);
}

/** What git keeps of a worktree that is whole; null where it knows none. */
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
 * Those that name the folder, and those that git had only begun to write: git marks them as locked until they are
 * whole, so that its own cleaning passes them over.
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

/** Git calls it after the folder, with a number where that is taken. */
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

async function isThere(path: string): Promise<boolean> {
	return lstat(path).then(
		() => true,
		() => false,
	);
}
