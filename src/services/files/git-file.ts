import { realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readBounded } from './read-bounded.js';

const MOST_BYTES = 8192;

/** Where the `.git` file of a linked worktree or a submodule leads; null where there is none (gitrepository-layout(5)). */
export async function gitFileTarget(top: string): Promise<string | null> {
	const named = /^gitdir: *(.+?)\s*$/m.exec((await textOf(join(top, '.git'))) ?? '')?.[1];
	return named === undefined ? null : resolve(top, named);
}

/** The git folder that the folder of a linked worktree shares with others; null for one that shares none. */
export async function commonFolder(gitFolder: string): Promise<string | null> {
	const real = await realpath(gitFolder).catch(() => gitFolder);
	const named = await textOf(join(real, 'commondir'));
	return named === null ? null : resolve(gitFolder, named.trim());
}

async function textOf(file: string): Promise<string | null> {
	const read = await readBounded(file, MOST_BYTES).catch(() => null);
	return Buffer.isBuffer(read) ? read.toString('utf8') : null;
}
