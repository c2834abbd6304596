import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { LockedVersion } from '../../../core/agents/agents-lock.js';
import {
	type AgentsLock,
	agentsLockText,
	emptyLock,
	isPathBelow,
	LOCK_LIMIT,
	type LockedAgent,
	parseAgentsLock,
} from '../../../core/agents/agents-lock.js';
import { type Result, succeed } from '../../../core/failure.js';
import { isMissing, systemError } from '../../errno.js';
import { replaceFile } from '../../files/replace-file.js';
import { isThere } from '../../files/what-is-there.js';
import { withLock } from '../../state/lock-file.js';
import { foreignAccess } from '../../state/ownership.js';
import { lockFileOf, versionFolder } from './install-layout.js';
import { LOCK } from './install-messages.js';

export type InstalledAgent = {
	readonly id: string;
	readonly locked: LockedAgent;
	readonly folder: string;
	readonly command: string;
	/** Files of the agent are absolute paths. */
	readonly args: readonly string[];
	/** False: the lock names the agent, but its file is gone. */
	readonly isThere: boolean;
};

/** Milliseconds; longer than a lock of a killed process lasts. */
const PATIENCE = 15_000;

/**
 * Reads `agents.lock.json` of the data folder; a missing file is a lock without agents. Fails where it cannot be read,
 * is damaged or of a later version, or another user could have written it.
 */
export async function readLock(dataDir: string): Promise<Result<AgentsLock>> {
	const file = lockFileOf(dataDir);
	try {
		if ((await stat(file)).size > LOCK_LIMIT) return LOCK.unreadable(file, 'it is too large for a lock');
		const text = await readFile(file, 'utf8');
		const doubt = await foreignAccess(file);
		if (doubt !== null) return LOCK.unreadable(file, doubt);
		const lock = parseAgentsLock(text);
		return lock.ok ? lock : LOCK.unreadable(file, lock.failure.message);
	} catch (error) {
		return isMissing(error) ? succeed(emptyLock) : LOCK.unreadable(file, systemError(error).why);
	}
}

/**
 * Re-reads the lock, changes it and replaces the file, under a process lock. Fails like {@link readLock}, and where the
 * file cannot be written; it is then unchanged.
 */
export async function changeLock(dataDir: string, change: (lock: AgentsLock) => AgentsLock): Promise<Result<void>> {
	const file = lockFileOf(dataDir);
	try {
		const rewrite = async (): Promise<Result<void>> => {
			const lock = await readLock(dataDir);
			if (!lock.ok) return lock;
			await replaceFile(file, agentsLockText(change(lock.value)));
			return succeed(undefined);
		};
		return await withLock(`${file}.lock`, rewrite, PATIENCE);
	} catch (error) {
		return LOCK.unwritable(file, error);
	}
}

export async function readInstalled(dataDir: string): Promise<Result<ReadonlyMap<string, InstalledAgent>>> {
	const lock = await readLock(dataDir);
	if (!lock.ok) return lock;
	const all = await Promise.all(
		[...lock.value.agents].map(async ([id, locked]) => [id, await locate(dataDir, id, locked)] as const),
	);
	return succeed(new Map(all));
}

export async function locate(dataDir: string, id: string, locked: LockedAgent): Promise<InstalledAgent> {
	const folder = versionFolder(dataDir, id, locked.version);
	const command = locked.isSystemCommand ? locked.command : join(folder, ...locked.command.split('/'));
	const looked = locked.isSystemCommand ? folder : command;
	// An interpreter is started in the workspace, and must not find a file of it in place of the agent's.
	const args = locked.isSystemCommand
		? await Promise.all(locked.args.map(async (arg) => (await ownFile(folder, arg)) ?? arg))
		: locked.args;
	return { id, locked, folder, command, args, isThere: await isThere(looked) };
}

/** The file below an agent's folder that an argument names, absolute; null where it names none. */
export async function ownFile(folder: string, arg: string): Promise<string | null> {
	const path = arg.replace(/^\.\//, '');
	return isPathBelow(path) && (await isThere(join(folder, path))) ? join(folder, path) : null;
}

/** An installed agent's launch: its file, with Node.js where it is a script for it, and the plan's arguments. */
export function launchOf(
	{ command, args, locked }: InstalledAgent,
	node: string,
): Pick<LockedVersion, 'command' | 'args' | 'env'> {
	const { isNodeScript, isSystemCommand, env } = locked;
	if (isNodeScript) return { command: node, args: [command, ...args], env };
	return { command: isSystemCommand && command === 'node' ? node : command, args, env };
}
