import { lstat, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import {
	type AgentsLock,
	agentsLockText,
	emptyLock,
	isPathBelow,
	LOCK_LIMIT,
	type LockedAgent,
	parseAgentsLock,
} from '../../../core/agents/lock.js';
import { type Result, succeed } from '../../../core/failure.js';
import { isMissing, systemError } from '../../errno.js';
import { replaceFile } from '../../files/replace-file.js';
import { isThere } from '../../files/what-is-there.js';
import { withLock } from '../../state/lock-file.js';
import { foreignAccess } from '../../state/ownership.js';
import { makePrivateFolder } from '../../state/private-folder.js';
import { agentFolder, lockFileOf, REPLACED_PREFIX, versionFolder } from './layout.js';
import { LOCK } from './messages.js';

/** An agent that this program installed. */
export type InstalledAgent = {
	readonly id: string;
	/** What the lock says of it. */
	readonly locked: LockedAgent;
	/** The folder of the version; absolute. */
	readonly folder: string;
	/** What is started: a file, or the bare name of a program of the system. */
	readonly command: string;
	/** Its arguments; files of the agent by their absolute paths. */
	readonly args: readonly string[];
	/** False: the lock names it, but its file is gone. */
	readonly isThere: boolean;
};

/** Longer than a program that was killed at it holds others up. In ms. */
const PATIENCE = 15_000;

/**
 * Reads `agents.lock.json` of the data folder; no file is a lock without agents. Fails where it cannot be read, is
 * damaged or of a later version, and where another user could have written it.
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
 * Reads the lock anew, changes it and replaces the file, while no other program does. Fails like {@link readLock}, and
 * where it cannot be written; the file is as it was then.
 */
export async function changeLock(dataDir: string, change: (lock: AgentsLock) => AgentsLock): Promise<Result<void>> {
	const file = lockFileOf(dataDir);
	try {
		await makePrivateFolder(dataDir);
		const rewrite = async (): Promise<Result<void>> => {
			const lock = await readLock(dataDir);
			if (!lock.ok) return lock;
			await replaceFile(file, agentsLockText(change(lock.value)));
			return succeed(undefined);
		};
		const changed = await withLock(`${file}.lock`, rewrite, PATIENCE);
		return changed.ok ? changed.value : changed;
	} catch (error) {
		return LOCK.unwritable(file, error);
	}
}

/** The agents that this program installed, by id. Fails like {@link readLock}. */
export async function readInstalled(dataDir: string): Promise<Result<ReadonlyMap<string, InstalledAgent>>> {
	const lock = await readLock(dataDir);
	if (!lock.ok) return lock;
	const all = await Promise.all(
		[...lock.value.agents].map(async ([id, locked]) => [id, await locate(dataDir, id, locked)] as const),
	);
	return succeed(new Map(all));
}

/** Where an agent of the lock is. */
export async function locate(dataDir: string, id: string, locked: LockedAgent): Promise<InstalledAgent> {
	const folder = versionFolder(dataDir, id, locked.version);
	await finishReplacing(dataDir, id, locked.version);
	const command = locked.isSystemCommand ? locked.command : join(folder, ...locked.command.split('/'));
	const looked = locked.isSystemCommand ? folder : command;
	const args = locked.isSystemCommand ? await ownFiles(folder, locked.args) : locked.args;
	return { id, locked, folder, command, args, isThere: await isThere(looked) };
}

/** An interpreter is started in the workspace, and must not find a file of it in the place of the agent's. */
function ownFiles(folder: string, args: readonly string[]): Promise<readonly string[]> {
	return Promise.all(args.map(async (arg) => (await ownFile(folder, arg)) ?? arg));
}

/** The file below an agent's folder that an argument names, absolute; null where it names none. */
export async function ownFile(folder: string, arg: string): Promise<string | null> {
	const path = arg.replace(/^\.\//, '');
	return isPathBelow(path) && (await isThere(join(folder, path))) ? join(folder, path) : null;
}

/** Puts a version back that was moved aside for another one when the program was killed. */
async function finishReplacing(dataDir: string, id: string, version: string): Promise<void> {
	const folder = versionFolder(dataDir, id, version);
	const aside = join(agentFolder(dataDir, id), `${REPLACED_PREFIX}${version}`);
	const isGone = await lstat(folder).then(() => false, isMissing);
	if (!isGone) return;
	await rename(aside, folder).catch(() => {
		// There is none, or somebody else was faster.
	});
}

/** How an installed agent is started: its file with Node.js where it is a program for it, with the plan's arguments. */
export function launchOf(
	{ command, args, locked }: InstalledAgent,
	node: string,
): { readonly command: string; readonly args: readonly string[]; readonly env: Readonly<Record<string, string>> } {
	const { isNodeScript, isSystemCommand, env } = locked;
	if (isNodeScript) return { command: node, args: [command, ...args], env };
	return { command: isSystemCommand && command === 'node' ? node : command, args, env };
}
