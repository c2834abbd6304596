import { randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeNewFile } from '../files/replace-file.js';
import { isRunning } from '../state/is-running.js';

/** A session's use of a worktree, from its start to its end. */
export type WorktreeUse = {
	readonly id: string;
	/** Idempotent. */
	release(): Promise<void>;
};

/** Notes that a session of this process uses the worktree. Throws the system's error. */
export async function beginUse(folder: string, name: string): Promise<WorktreeUse> {
	const id = `${process.pid}-${randomBytes(6).toString('hex')}`;
	const file = join(folder, `.${name}.use.${id}`);
	await writeNewFile(file, '', { isFlushed: false });
	return { id, release: () => rm(file, { force: true }) };
}

/** How many sessions use it, but for `own`. What killed programs left is taken away. */
export async function countUses(folder: string, name: string, own: string | null): Promise<number> {
	const prefix = `.${name}.use.`;
	const files = (await readdir(folder).catch(() => [])).filter((file) => file.startsWith(prefix));
	let count = 0;
	for (const file of files) {
		const id = file.slice(prefix.length);
		const pid = Number(/^(\d+)-[0-9a-f]+$/.exec(id)?.[1]);
		if (id === own || !Number.isSafeInteger(pid)) continue;
		if (await isRunning(pid)) count += 1;
		else await rm(join(folder, file), { force: true });
	}
	return count;
}
