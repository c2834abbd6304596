import { randomBytes } from 'node:crypto';
import { type BigIntStats, renameSync, rmSync, writeFileSync } from 'node:fs';
import { type FileHandle, link, lstat, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errnoOf } from '../errno.js';

type NewFile = {
	/** Permissions at creation, narrowed by the umask; default 0600. */
	readonly mode?: number;
	/** Sets what creation cannot: an owner, permissions that the umask would take. */
	readonly adjust?: ((handle: FileHandle) => Promise<void>) | undefined;
	/** False skips the sync, for files that can be made again. */
	readonly isFlushed?: boolean;
};

/** An unguessable path beside `file`, for its replacement. */
export function temporarySibling(file: string): string {
	return join(dirname(file), `.acp-tui-${randomBytes(6).toString('hex')}.tmp`);
}

/** Writes a new file, never through a link. Throws the system's error, and leaves no partial file. */
export async function writeNewFile(
	file: string,
	content: string | Uint8Array,
	{ mode = 0o600, adjust, isFlushed = true }: NewFile = {},
): Promise<void> {
	const handle = await open(file, 'wx', mode);
	try {
		await using _ = handle;
		await handle.writeFile(content);
		await adjust?.(handle);
		if (isFlushed) await handle.sync();
	} catch (error) {
		// Half a file is worse than none.
		await rm(file, { force: true }).catch(() => {
			// The first error says more.
		});
		throw error;
	}
}

/** Facts of a file that is written beside another at this moment. */
export async function probeSibling(file: string): Promise<BigIntStats> {
	const probe = temporarySibling(file);
	await writeNewFile(probe, '', { isFlushed: false });
	return lstat(probe, { bigint: true }).finally(() => rm(probe, { force: true }));
}

/**
 * Replaces a file, or makes it: written beside it and renamed, so that readers see the old or the new content whole. A
 * link in its place is replaced, not followed. Throws the system's error; the old file is then unchanged, and nothing
 * else is left.
 */
export async function replaceFile(file: string, content: string | Uint8Array, how?: NewFile): Promise<void> {
	await replaceWith(file, (temporary) => writeNewFile(temporary, content, how));
}

/** {@link replaceFile} for anything that `make` puts at the temporary path: a link, a copy. */
export async function replaceWith(path: string, make: (temporary: string) => Promise<void>): Promise<void> {
	const temporary = temporarySibling(path);
	try {
		await make(temporary);
		await rename(temporary, path);
	} catch (error) {
		await rm(temporary, { force: true }).catch(() => {
			// The first error says more.
		});
		throw error;
	}
}

/** Puts a temporary file at a path that is free; false where something is there by now. It may stay there, too. */
export async function takePlace(temporary: string, path: string): Promise<boolean> {
	try {
		await link(temporary, path);
		return true;
	} catch (error) {
		if (errnoOf(error) === 'EEXIST') return false;
		// A file system without hard links.
		await rename(temporary, path);
		return true;
	}
}

/** {@link replaceFile}, synchronously, for a private file (0600) that need not survive a power loss. */
export function replaceFileSync(file: string, content: string | Uint8Array): void {
	const temporary = temporarySibling(file);
	try {
		writeFileSync(temporary, content, { flag: 'wx', mode: 0o600 });
		renameSync(temporary, file);
	} catch (error) {
		rmSync(temporary, { force: true });
		throw error;
	}
}
