import { realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readTextWithin } from '../snapshots/read-regular.js';

const MOST_BYTES = 8192;

/** Where the `.git` file of a linked worktree or a submodule leads; null where there is none (gitrepository-layout(5)). */
export async function gitFileTarget(top: string): Promise<string | null> {
	const named = /^gitdir: *(.+?)\s*$/m.exec((await readTextWithin(join(top, '.git'), MOST_BYTES)) ?? '')?.[1];
	return named === undefined ? null : resolve(top, named);
}

/** The git folder that the folder of a linked worktree shares with others; null for one that shares none. */
export async function commonFolder(gitFolder: string): Promise<string | null> {
	const real = await realpath(gitFolder).catch(() => gitFolder);
	const named = await readTextWithin(join(real, 'commondir'), MOST_BYTES);
	return named === null ? null : resolve(gitFolder, named.trim());
}
