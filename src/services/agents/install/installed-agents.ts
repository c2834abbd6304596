import { readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { LockedAgent } from '../../../core/agents/agents-lock.js';
import { fail, type Result, succeed } from '../../../core/failure.js';
import { isThere } from '../../files/what-is-there.js';
import { real } from '../../programs/repository-folders.js';
import { changeLock, readLock } from './agents-lock-file.js';
import { agentFolder, versionFolder } from './install-layout.js';
import { whileLocked } from './install-lock.js';
import { INSTALL } from './install-messages.js';
import { discard } from './install-transaction.js';

type Options = Parameters<typeof whileLocked>[1];

/**
 * Goes back to the previous version and keeps both: the next call goes forward again. Needs no network. Fails where
 * there is no previous version, or its folder is gone.
 */
export function rollBack(id: string, options: Options): Promise<Result<LockedAgent>> {
	return whileLocked(id, options, async () => {
		const lock = await readLock(options.dataDir);
		if (!lock.ok) return lock;
		const locked = lock.value.agents.get(id);
		if (locked === undefined) return INSTALL.notInstalled(id);
		const { previous, ...current } = locked;
		if (previous === null)
			return fail('not-found', `There is no version of ${id} before ${current.version} to go back to.`);
		if (!(await isThere(versionFolder(options.dataDir, id, previous.version))))
			return INSTALL.versionGone(id, previous.version);
		const next: LockedAgent = { ...previous, updatedAt: new Date().toISOString(), previous: current };
		const changed = await changeLock(options.dataDir, ({ agents, firstSeen }) => ({
			agents: new Map(agents).set(id, next),
			firstSeen,
		}));
		return changed.ok ? succeed(next) : changed;
	});
}

/** Removes an installed agent with all its versions; returns what it was. Fails while the agent runs. */
export function removeAgent(id: string, options: Options): Promise<Result<LockedAgent>> {
	return whileLocked(id, options, async () => {
		const lock = await readLock(options.dataDir);
		if (!lock.ok) return lock;
		const locked = lock.value.agents.get(id);
		if (locked === undefined) return INSTALL.notInstalled(id);
		const folder = agentFolder(options.dataDir, id);
		const running = await processesBelow(await real(folder));
		if (running.length > 0) return INSTALL.running(id, running);
		const changed = await changeLock(options.dataDir, ({ agents, firstSeen }) => {
			const others = new Map(agents);
			others.delete(id);
			return { agents: others, firstSeen };
		});
		if (!changed.ok) return changed;
		await discard(options.dataDir, folder);
		return succeed(locked);
	});
}

async function processesBelow(folder: string): Promise<readonly number[]> {
	const entries = await readdir('/proc').catch(() => []);
	const found: number[] = [];
	for (const pid of entries.filter((name) => /^\d+$/.test(name))) {
		const [program, line] = await Promise.all([
			readlink(join('/proc', pid, 'exe')).catch(() => ''),
			readFile(join('/proc', pid, 'cmdline'), 'utf8').catch(() => ''),
		]);
		const words = [program, ...line.split('\0').slice(0, 3)];
		if (Number(pid) !== process.pid && words.some((word) => word.startsWith(`${folder}/`))) found.push(Number(pid));
	}
	return found;
}
