import { hash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { access, link, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errnoOf } from '../errno.js';
import { makePrivateFolder, makePrivateFolderSync } from '../private-folder.js';
import { createQuick, SMALL_BYTES } from './quick.js';

/** Why a content was not kept. */
type StoreRefusal = 'full' | 'failed';

/**
 * Contents by their SHA-256, in a folder that one run of the program writes. Only contents that an
 * entry refers to are kept: `release` counts down and removes.
 */
export type ContentStore = {
	has(sha: string): boolean;
	/** Keeps a content, or says why not. Counts a reference on success. */
	put(sha: string, bytes: Buffer): Promise<StoreRefusal | null>;
	/** Takes a content over from an earlier run's store without copying it; false when that cannot be. */
	adopt(sha: string, size: number, from: ContentFolder): Promise<boolean>;
	retain(sha: string): void;
	release(sha: string): Promise<void>;
	/** Bytes that this run wrote itself, and that it shares with earlier runs. */
	used(): { readonly written: number; readonly shared: number };
};

/** A store's folder, for reading. */
export type ContentFolder = {
	readonly path: string;
	has(sha: string): Promise<boolean>;
	/** A content, checked against its name; null when it is not there any more. */
	read(sha: string): Promise<Buffer | null>;
};

type Kept = { count: number; readonly size: number; readonly isShared: boolean };

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

/** Creates the store of a run; nothing is written before the first content. */
export function createContentStore(folder: ContentFolder, maxTotalBytes: number): ContentStore {
	const kept = new Map<string, Kept>();
	const underway = new Map<string, Promise<StoreRefusal | null>>();
	const folders = new Map<string, Promise<unknown>>();
	const made = new Set<string>();
	const quick = createQuick();
	const used = { written: 0, shared: 0 };
	const prepare = async (sha: string): Promise<string> => {
		const path = fileOf(folder.path, sha);
		const parent = join(path, '..');
		let made = folders.get(parent);
		if (made === undefined) {
			made = makePrivateFolder(parent);
			folders.set(parent, made);
		}
		await made;
		return path;
	};
	const prepareNow = (sha: string): string => {
		const path = fileOf(folder.path, sha);
		const parent = join(path, '..');
		// Not `folders`: what is being made there need not be there yet.
		if (!made.has(parent)) {
			makePrivateFolderSync(parent);
			made.add(parent);
		}
		return path;
	};
	const writeNow = (path: string, bytes: Buffer): void =>
		quick.run(() => writeFileSync(path, bytes, { flag: 'wx', mode: 0o600 }));
	const remember = (sha: string, size: number, isShared: boolean): void => {
		kept.set(sha, { count: 1, size, isShared });
	};
	const write = async (sha: string, bytes: Buffer): Promise<StoreRefusal | null> => {
		if (used.written + used.shared + bytes.length > maxTotalBytes) return 'full';
		// Counted before it is written, so that writes at the same time stay below the limit together.
		used.written += bytes.length;
		let path: string | null = null;
		try {
			if (bytes.length <= SMALL_BYTES && quick.isQuick()) {
				path = prepareNow(sha);
				writeNow(path, bytes);
			} else {
				path = await prepare(sha);
				await writeFile(path, bytes, { flag: 'wx', mode: 0o600 });
			}
			remember(sha, bytes.length, false);
			return null;
		} catch {
			used.written -= bytes.length;
			await removeQuietly(path);
			return 'failed';
		}
	};
	return {
		has: (sha) => kept.has(sha),
		async put(sha, bytes) {
			for (let waiting = underway.get(sha); waiting !== undefined; waiting = underway.get(sha)) await waiting;
			const old = kept.get(sha);
			if (old !== undefined) {
				old.count += 1;
				return null;
			}
			const writing = write(sha, bytes);
			underway.set(sha, writing);
			try {
				return await writing;
			} finally {
				underway.delete(sha);
			}
		},
		async adopt(sha, size, from) {
			const old = kept.get(sha);
			if (old !== undefined) {
				old.count += 1;
				return true;
			}
			if (used.written + used.shared + size > maxTotalBytes) return false;
			used.shared += size;
			try {
				await link(fileOf(from.path, sha), await prepare(sha));
				const raced = kept.get(sha);
				if (raced === undefined) {
					remember(sha, size, true);
				} else {
					raced.count += 1;
				}
				return true;
			} catch (error) {
				used.shared -= size;
				const raced = kept.get(sha);
				if (errnoOf(error) === 'EEXIST' && raced !== undefined) {
					raced.count += 1;
					return true;
				}
				// Cleaned meanwhile, or a file system without hard links: the file itself is read instead.
				return false;
			}
		},
		retain(sha) {
			const old = kept.get(sha);
			if (old !== undefined) old.count += 1;
		},
		async release(sha) {
			const old = kept.get(sha);
			if (old === undefined) return;
			old.count -= 1;
			if (old.count === 0) {
				kept.delete(sha);
				used[old.isShared ? 'shared' : 'written'] -= old.size;
				await removeQuietly(fileOf(folder.path, sha));
			}
		},
		used: () => ({ ...used }),
	};
}

/** Names a content. */
export function shaOf(bytes: Buffer): string {
	return hash('sha256', bytes, 'hex');
}

function fileOf(folder: string, sha: string): string {
	return join(folder, sha.slice(0, 2), sha.slice(2));
}

async function removeQuietly(path: string | null): Promise<void> {
	if (path !== null) {
		// What cannot be removed now goes with the run's folder.
		await unlink(path).catch(() => {});
	}
}
