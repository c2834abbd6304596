import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { chmod, type FileHandle, lstat, open, readdir, rename, rm, rmdir, unlink } from 'node:fs/promises';
import { errnoOf, isMissing } from '../errno.js';

/**
 * Removes a folder of ours with anything that an agent or the system made in it: unreadable folders, names that are no
 * UTF-8, and folders too deep for a path. An agent may still be writing to it: on Linux each folder is held open and
 * none is reached by a path, so that one replaced by a link meanwhile leads nowhere.
 */
export async function removeTree(path: string): Promise<void> {
	if (process.platform !== 'linux') return removeByPath(path);
	const top = await openFolder(Buffer.from(path));
	if (top === null) return rm(path, { force: true });
	try {
		await new Removal(top).empty();
	} finally {
		await top.handle.close();
	}
	await rmdir(path);
}

type Folder = { readonly handle: FileHandle; readonly device: bigint };

const FLAGS = constants.O_RDONLY | (constants.O_DIRECTORY ?? 0) | (constants.O_NOFOLLOW ?? 0);
/** Opens an unreadable folder, to change its permissions. */
const O_PATH = 0o10000000;
const WIDTH = 32;
/** Attempts to empty a folder that is being filled. */
const ATTEMPTS = 10;

/** Moves nested folders up to the top, so that two open folders suffice for any depth. */
class Removal {
	readonly #top: Folder;
	readonly #token = randomBytes(6).toString('hex');
	#moved = 0;

	constructor(top: Folder) {
		this.#top = top;
	}

	async empty(): Promise<void> {
		for (let attempt = 0; ; ) {
			const folders = await this.#removeFiles(this.#top);
			if (folders.length === 0) return;
			// An entry without our token came meanwhile: another process still writes there.
			if (!folders.every((name) => name.toString('latin1').startsWith(this.#token))) attempt += 1;
			if (attempt > ATTEMPTS) throw Object.assign(new Error('it is filled while it is emptied'), { code: 'ENOTEMPTY' });
			for (const name of folders) await this.#removeFolder(name);
		}
	}

	async #removeFiles({ handle }: Folder): Promise<readonly Buffer[]> {
		const folders: Buffer[] = [];
		const entries = await readdir(baseOf(handle), { encoding: 'buffer', withFileTypes: true });
		const rest = entries[Symbol.iterator]();
		const worker = async (): Promise<void> => {
			for (const entry of rest) {
				const isRemoved = !entry.isDirectory() && (await removeFile(within(handle, entry.name)));
				if (!isRemoved) folders.push(entry.name);
			}
		};
		await Promise.all(Array.from({ length: Math.min(WIDTH, entries.length) }, worker));
		return folders;
	}

	async #removeFolder(name: Buffer): Promise<void> {
		const path = within(this.#top.handle, name);
		const folder = await openFolder(path);
		if (folder === null) {
			await removeFile(path);
			return;
		}
		try {
			// Other file systems mounted inside are left alone.
			if (folder.device !== this.#top.device) throw Object.assign(new Error('it is mounted'), { code: 'EBUSY' });
			for (let attempt = 1; ; attempt += 1) {
				for (const inner of await this.#removeFiles(folder)) await this.#moveUp(within(folder.handle, inner));
				try {
					return await rmdir(path);
				} catch (error) {
					if (isMissing(error)) return;
					if (errnoOf(error) !== 'ENOTEMPTY' || attempt === ATTEMPTS) throw error;
				}
			}
		} finally {
			await folder.handle.close();
		}
	}

	async #moveUp(path: Buffer): Promise<void> {
		this.#moved += 1;
		const to = within(this.#top.handle, Buffer.from(`${this.#token}-${this.#moved}`));
		try {
			await rename(path, to);
		} catch (error) {
			if (isMissing(error)) return;
			if (!isRefused(error)) throw error;
			// A folder that may not be written in cannot be moved either.
			await (await openFolder(path))?.handle.close();
			await rename(path, to);
		}
	}
}

async function removeFile(path: Buffer): Promise<boolean> {
	try {
		await unlink(path);
		return true;
	} catch (error) {
		if (errnoOf(error) === 'EISDIR') return false;
		if (isMissing(error)) return true;
		throw error;
	}
}

async function openFolder(path: Buffer): Promise<Folder | null> {
	try {
		const handle = await open(path, FLAGS).catch(async (error: unknown) => {
			if (!isRefused(error)) throw error;
			await letIn(path);
			return open(path, FLAGS);
		});
		const { dev, mode } = await handle.stat({ bigint: true });
		if ((mode & 0o700n) !== 0o700n) await handle.chmod(0o700);
		return { handle, device: dev };
	} catch (error) {
		if (isMissing(error) || errnoOf(error) === 'ELOOP') return null;
		throw error;
	}
}

async function letIn(path: Buffer): Promise<void> {
	await using handle = await open(path, FLAGS | O_PATH);
	await chmod(baseOf(handle), 0o700);
}

function isRefused(error: unknown): boolean {
	return errnoOf(error) === 'EACCES' || errnoOf(error) === 'EPERM';
}

function baseOf({ fd }: FileHandle): string {
	return `/proc/self/fd/${fd}`;
}

function within(folder: FileHandle, name: Buffer): Buffer {
	return Buffer.concat([Buffer.from(`${baseOf(folder)}/`), name]);
}

/** Used where no agent writes to a folder of ours, and without `/proc`. */
async function removeByPath(path: string): Promise<void> {
	try {
		await rm(path, { recursive: true, force: true });
	} catch (error) {
		if (!isRefused(error)) throw error;
		await openUp(path);
		await rm(path, { recursive: true, force: true });
	}
}

async function openUp(folder: string): Promise<void> {
	const facts = await lstat(folder).catch(() => null);
	if (facts === null || !facts.isDirectory()) return;
	await chmod(folder, 0o700);
	for (const entry of await readdir(folder, { withFileTypes: true })) {
		if (entry.isDirectory()) await openUp(`${folder}/${entry.name}`);
	}
}
