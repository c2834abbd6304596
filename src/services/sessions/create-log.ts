import { close, closeSync, constants, open, openSync, renameSync, rmSync, statfsSync, write, writeSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { makePrivateFolder, makePrivateFolderSync } from '../state/private-folder.js';

/** Opens without following: a link in a log's place is somebody else's file. */
export const APPEND = constants.O_RDWR | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

const NEW = APPEND | constants.O_CREAT | constants.O_EXCL;

const opened = promisify(open);
const written = promisify(write);
const closed = promisify(close);

/**
 * Makes a log with its first line, and returns its descriptor; null where {@link createLog} must do it. Fast on a local
 * disk, while the thread pool may be late on a busy machine.
 */
export function createLogAtOnce(file: string, header: string): number | null {
	let fresh: number | null = null;
	try {
		makePrivateFolderSync(dirname(file));
		if (!isLocalDisk(dirname(file))) return null;
		fresh = openSync(freshFile(file), NEW, 0o600);
		writeSync(fresh, header);
		renameSync(freshFile(file), file);
		return fresh;
	} catch {
		// Keeping is tried once more; only then is the failure reported.
		if (fresh !== null) {
			closeSync(fresh);
			rmSync(freshFile(file), { force: true });
		}
		return null;
	}
}

/** Makes a log with its first line, and returns its descriptor. Throws the system's error, and leaves no file then. */
export async function createLog(file: string, header: string): Promise<number> {
	await makePrivateFolder(dirname(file));
	const fresh = await opened(freshFile(file), NEW, 0o600);
	try {
		await written(fresh, header);
		await rename(freshFile(file), file);
		return fresh;
	} catch (error) {
		await closed(fresh);
		await rm(freshFile(file), { force: true });
		throw error;
	}
}

/** A temporary name: under its own name a log always has its header, whenever this process is killed. */
function freshFile(file: string): string {
	return `${file}.new`;
}

/** Linux's numbers of file systems on local disks and in memory. */
const LOCAL = new Set([
	// ext2 to ext4, XFS, Btrfs, F2FS, ZFS, bcachefs
	0xef53, 0x58465342, 0x9123683e, 0xf2f52010, 0x2fc12fc1, 0xca451a4e,
	// tmpfs, overlayfs
	0x01021994, 0x794c7630,
]);

/** macOS's numbers of APFS and HFS+. */
const LOCAL_ON_MAC = new Set([0x1a, 0x17]);

export function isLocalDisk(file: string): boolean {
	try {
		const { type } = statfsSync(file);
		return (process.platform === 'darwin' ? LOCAL_ON_MAC : LOCAL).has(type);
	} catch {
		return false;
	}
}
