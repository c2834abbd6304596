import { hash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { access, link, readFile, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { errnoOf } from '../errno.js';
import { makePrivateFolderSync } from '../state/private-folder.js';
import { Quick, SMALL_BYTES } from './pace.js';

type StoreRefusal = 'full' | 'failed';

export type ContentFolder = {
	readonly path: string;
	has(sha: string): Promise<boolean>;
	/** The content, checked against its hash; null when it is missing. */
	read(sha: string): Promise<Buffer | null>;
};

/** Opens a store's folder for reading; it need not exist. */
export function createContentFolder(path: string): ContentFolder {
	return {
		path,
		has: (sha) =>
			access(fileOf(path, sha)).then(
				() => true,
				() => false,
			),
		async read(sha) {
			try {
				const bytes = await readFile(fileOf(path, sha));
				return shaOf(bytes) === sha ? bytes : null;
			} catch {
				// Cleaned, or never written to its end: the caller says that it is not kept any more.
				return null;
			}
		},
	};
}

/**
 * Contents by their SHA-256, in a folder that one run of the program writes; made with the first content. Contents are
 * reference-counted: `release` removes unused ones.
 */
export class ContentStore {
	readonly #folder: ContentFolder;
	readonly #maxTotalBytes: number;
	readonly #kept = new Map<string, { count: number; readonly size: number; readonly isShared: boolean }>();
	readonly #underway = new Map<string, Promise<StoreRefusal | null>>();
	/** Folders that were made. */
	readonly #folders = new Set<string>();
	readonly #quick = new Quick();
	readonly #used = { written: 0, shared: 0 };

	constructor(folder: ContentFolder, maxTotalBytes: number) {
		this.#folder = folder;
		this.#maxTotalBytes = maxTotalBytes;
	}

	/** Stores a content and counts a reference, or returns why not. */
	async put(sha: string, bytes: Buffer): Promise<StoreRefusal | null> {
		for (let other = this.#underway.get(sha); other !== undefined; other = this.#underway.get(sha)) await other;
		if (this.#retained(sha)) return null;
		const writing = this.#write(sha, bytes);
		this.#underway.set(sha, writing);
		try {
			return await writing;
		} finally {
			this.#underway.delete(sha);
		}
	}

	/** Takes over a content of an earlier run's store without copying it; false when that fails. */
	async adopt(sha: string, size: number, from: ContentFolder): Promise<boolean> {
		if (this.#retained(sha)) return true;
		if (!this.#hasRoom(size)) return false;
		this.#used.shared += size;
		try {
			await link(fileOf(from.path, sha), this.#prepare(sha));
			if (!this.#retained(sha)) this.#kept.set(sha, { count: 1, size, isShared: true });
			return true;
		} catch (error) {
			this.#used.shared -= size;
			// Else it was cleaned meanwhile, or the file system has no hard links: the file itself is read instead.
			return errnoOf(error) === 'EEXIST' && this.#retained(sha);
		}
	}

	retain(sha: string): void {
		this.#retained(sha);
	}

	async release(sha: string): Promise<void> {
		const old = this.#kept.get(sha);
		if (old === undefined) return;
		old.count -= 1;
		if (old.count > 0) return;
		this.#kept.delete(sha);
		this.#used[old.isShared ? 'shared' : 'written'] -= old.size;
		await removeQuietly(fileOf(this.#folder.path, sha));
	}

	/** Bytes that this run wrote, and that it shares with earlier runs. */
	used(): { readonly written: number; readonly shared: number } {
		return { ...this.#used };
	}

	#retained(sha: string): boolean {
		const old = this.#kept.get(sha);
		if (old !== undefined) old.count += 1;
		return old !== undefined;
	}

	#hasRoom(bytes: number): boolean {
		return this.#used.written + this.#used.shared + bytes <= this.#maxTotalBytes;
	}

	async #write(sha: string, bytes: Buffer): Promise<StoreRefusal | null> {
		const size = bytes.length;
		if (!this.#hasRoom(size)) return 'full';
		// Counted before it is written, so that writes at the same time stay below the limit together.
		this.#used.written += size;
		const path = fileOf(this.#folder.path, sha);
		const how = { flag: 'wx', mode: 0o600 };
		try {
			this.#prepare(sha);
			if (size <= SMALL_BYTES && this.#quick.isQuick()) this.#quick.run(() => writeFileSync(path, bytes, how));
			else await writeFile(path, bytes, how);
			this.#kept.set(sha, { count: 1, size, isShared: false });
			return null;
		} catch {
			// A full disk, or one that failed: the caller says which file is not kept.
			this.#used.written -= size;
			await removeQuietly(path);
			return 'failed';
		}
	}

	/** Makes the folder of a content, of which there are few. */
	#prepare(sha: string): string {
		const path = fileOf(this.#folder.path, sha);
		const parent = dirname(path);
		if (!this.#folders.has(parent)) makePrivateFolderSync(parent);
		this.#folders.add(parent);
		return path;
	}
}

export function shaOf(bytes: Buffer): string {
	return hash('sha256', bytes, 'hex');
}

function fileOf(folder: string, sha: string): string {
	return join(folder, sha.slice(0, 2), sha.slice(2));
}

async function removeQuietly(path: string): Promise<void> {
	// A content that cannot be removed now goes with the run's folder.
	await unlink(path).catch(() => {});
}
