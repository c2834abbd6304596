import { realpath } from 'node:fs/promises';
import type { PinnedVersion } from '../../core/agents/lock.js';
import { lockFileOf } from '../../services/agents/install/layout.js';
import { readProjectLock } from '../config/agents-lock-file.js';
import { findAgentsLock } from '../config/find.js';
import { notTrustedYet, pinAgents } from '../config/messages.js';
import { isTrusted } from '../config/trust.js';
import type { Paths } from '../paths.js';

/** What the project's `agents.lock.json` says of one agent. */
export type ProjectPin = {
	/** Null where it says nothing, or is not trusted. */
	readonly pin: PinnedVersion | null;
	/** That it waits for trust, as a sentence; null where it does not. */
	readonly notice: string | null;
};

/** Looks an agent up in the project's lock. Throws a UsageError when that file is damaged. */
export async function projectPin(
	id: string,
	{ workspace, paths }: { readonly workspace: string; readonly paths: Paths },
): Promise<ProjectPin> {
	const nothing = { pin: null, notice: null };
	const file = await findAgentsLock(workspace);
	// Who works in the data folder finds the program's own.
	if (file === null || (await isSame(file, lockFileOf(paths.dataDir)))) return nothing;
	const lock = await readProjectLock(file);
	const pin = lock.pins.get(id);
	if (pin === undefined) return nothing;
	if (await isTrusted(lock, paths.trustFile)) return { pin, notice: null };
	return { pin: null, notice: notTrustedYet(file, [pinAgents([id])], workspace) };
}

async function isSame(one: string, other: string): Promise<boolean> {
	const [left, right] = await Promise.all([one, other].map((file) => realpath(file).catch(() => file)));
	return left === right;
}
