import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
	type AgentsLock,
	firstSeenKey,
	type LockedAgent,
	type LockedVersion,
} from '../../../core/agents/agents-lock.js';
import { isAgentId } from '../../../core/agents/checked-names.js';
import type { Result } from '../../../core/failure.js';
import { isMissing, whenMissing } from '../../errno.js';
import { makePrivateFolder } from '../../state/private-folder.js';
import type { ProcessLock } from '../../state/process-lock.js';
import { changeLock, readLock } from './agents-lock-file.js';
import {
	agentFolder,
	agentsFolder,
	installLockFile,
	STAGING_PREFIX,
	TRASH_PREFIX,
	versionFolder,
} from './install-layout.js';
import { takeInstallLock } from './install-lock.js';
import { INSTALL } from './install-messages.js';

export async function makeStaging(dataDir: string, id: string): Promise<string> {
	await makePrivateFolder(agentFolder(dataDir, id));
	return mkdtemp(join(agentFolder(dataDir, id), STAGING_PREFIX));
}

export type Commit = {
	readonly id: string;
	readonly staging: string;
	readonly entry: LockedVersion;
	readonly firstSeen: boolean;
};

/**
 * Puts a version in place: its folder first, then the lock, which alone says what is installed. Until then the lock
 * names the previous version, whose folder is untouched. On failure the new folder is removed, and what
 * it replaced is put back.
 */
export async function commit(
	dataDir: string,
	installLock: ProcessLock,
	{ id, staging, entry, firstSeen }: Commit,
): Promise<Result<void>> {
	if (!(await installLock.isHeld())) return INSTALL.takenOver(id);
	const folder = versionFolder(dataDir, id, entry.version);
	// An existing folder is in use only when the same version is installed again.
	const replaced = join(agentFolder(dataDir, id), `.replaced-${entry.version}`);
	await rm(replaced, { recursive: true, force: true });
	await rename(folder, replaced).catch(whenMissing(undefined));
	let changed: Result<void> | null = null;
	try {
		await rename(staging, folder);
		changed = await changeLock(dataDir, (lock) => withVersion(lock, id, entry, firstSeen));
	} finally {
		if (changed?.ok !== true) await putBack(dataDir, { replaced, folder });
	}
	if (changed.ok) await cleanAgent(dataDir, id);
	return changed;
}

/** Gives a version that was moved aside its folder again: under another name the next install would delete it. */
async function putBack(dataDir: string, { replaced, folder }: { readonly replaced: string; readonly folder: string }) {
	await discard(dataDir, folder).catch(() => remove(folder));
	await rename(replaced, folder).catch(whenMissing(undefined));
}

function withVersion(lock: AgentsLock, id: string, entry: LockedVersion, isFirst: boolean): AgentsLock {
	const old = lock.agents.get(id);
	const agents = new Map(lock.agents).set(id, { ...entry, previous: previousOf(old, entry) });
	const seen = new Map(lock.firstSeen);
	if (isFirst) seen.set(firstSeenKey(id, entry.version), entry.integrity);
	return { agents, firstSeen: seen };
}

function previousOf(old: LockedAgent | undefined, entry: LockedVersion): LockedVersion | null {
	if (old === undefined) return null;
	if (old.version === entry.version) return old.previous;
	const { previous: _, ...before } = old;
	return before;
}

/** Renames a folder out of sight at once, then deletes it. */
export async function discard(dataDir: string, folder: string): Promise<void> {
	const trash = join(agentsFolder(dataDir), `${TRASH_PREFIX}${randomBytes(6).toString('hex')}`);
	try {
		await rename(folder, trash);
	} catch (error) {
		if (!isMissing(error)) throw error;
		return;
	}
	await remove(trash);
}

/**
 * Deletes the leftovers of interrupted installs: staging folders, and versions that no lock names. `mine` is the agent
 * whose lock the caller holds; agents locked by other processes are left alone. Where the lock file cannot be read
 * nothing is deleted.
 */
export async function cleanLeftovers(dataDir: string, mine: string): Promise<void> {
	for (const name of await readdir(agentsFolder(dataDir)).catch(() => [])) {
		if (name.startsWith(TRASH_PREFIX)) await remove(join(agentsFolder(dataDir), name));
		else if (name === mine) await cleanAgent(dataDir, name);
		else if (isAgentId(name) && (await leftoversOf(dataDir, name)).length > 0) await cleanUnderLock(dataDir, name);
	}
}

async function cleanUnderLock(dataDir: string, id: string): Promise<void> {
	const { signal } = new AbortController();
	const lock = await takeInstallLock(installLockFile(dataDir, id), { signal, patience: 0 });
	if (!lock.ok) return;
	await cleanAgent(dataDir, id);
	await lock.value.release();
}

async function cleanAgent(dataDir: string, id: string): Promise<void> {
	for (const folder of await leftoversOf(dataDir, id)) await remove(folder);
}

async function leftoversOf(dataDir: string, id: string): Promise<readonly string[]> {
	const lock = await readLock(dataDir);
	if (!lock.ok) return [];
	const locked = lock.value.agents.get(id);
	const kept = new Set([locked?.version, locked?.previous?.version]);
	const folder = agentFolder(dataDir, id);
	const names = await readdir(folder).catch(() => []);
	return names.filter((name) => !kept.has(name)).map((name) => join(folder, name));
}

/** Two processes may delete the same folder at once; what stays is found by the next one. */
async function remove(folder: string): Promise<void> {
	await rm(folder, { recursive: true, force: true }).catch(() => {});
}
