import { realpath } from 'node:fs/promises';
import type { PinnedVersion } from '../../core/agents/lock.js';
import { lockFileOf } from '../../services/agents/install/layout.js';
import { hashOf, readBytes } from '../config/file-bytes.js';
import { findAgentsLock } from '../config/find.js';
import { agentsLockIgnored, notTrustedYet, pinAgents } from '../config/messages.js';
import { readProjectLock } from '../config/project-files.js';
import { isTrusted } from '../config/trust.js';
import type { Paths } from '../paths.js';
import { UsageError } from '../usage-error.js';

export type ProjectPin = {
	/** Null where it says nothing, or is not trusted. */
	readonly pin: PinnedVersion | null;
	/** That it waits for trust or is damaged, as a sentence; null where it counts. */
	readonly notice: string | null;
};

/** Looks an agent up in the project's lock. Throws a UsageError when that file is trusted and damaged. */
export async function projectPin(
	id: string,
	{ workspace, paths }: { readonly workspace: string; readonly paths: Paths },
): Promise<ProjectPin> {
	const nothing = { pin: null, notice: null };
	const file = findAgentsLock(workspace);
	// Who works in the data folder finds the program's own.
	if (file === null || (await isSame(file, lockFileOf(paths.dataDir)))) return nothing;
	const lock = await readProjectLock(file).catch(async (error: unknown) => {
		// What nobody trusts, as a cloned repository's, does not keep an agent from starting.
		if (!(error instanceof UsageError) || (await isFileTrusted(file, paths))) throw error;
		return { ignored: agentsLockIgnored(error.message) };
	});
	if ('ignored' in lock) return { pin: null, notice: lock.ignored };
	const pin = lock.pins.get(id);
	if (pin === undefined) return nothing;
	if (await isTrusted(lock, paths)) return { pin, notice: null };
	return { pin: null, notice: notTrustedYet(file, [pinAgents([id])], workspace) };
}

/** Whether the user trusts a file as it is, whatever is in it; one that cannot be read is not trusted. */
async function isFileTrusted(file: string, paths: Paths): Promise<boolean> {
	const bytes = await readBytes(file).catch(() => null);
	return bytes !== null && (await isTrusted({ file, hash: hashOf(bytes), programs: [] }, paths));
}

async function isSame(one: string, other: string): Promise<boolean> {
	const [left, right] = await Promise.all([one, other].map((file) => realpath(file).catch(() => file)));
	return left === right;
}
