import { statfsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';

/** File systems of disks of this machine, and of its memory, by the numbers that Linux gives them. */
const LOCAL = new Set([
	// ext2 to ext4, XFS, Btrfs, F2FS, ZFS, bcachefs
	0xef53, 0x58465342, 0x9123683e, 0xf2f52010, 0x2fc12fc1, 0xca451a4e,
	// tmpfs, overlayfs
	0x01021994, 0x794c7630,
]);

/** APFS and HFS+, by the numbers that macOS gives them. */
const LOCAL_ON_MAC = new Set([0x1a, 0x17]);

/** Whether a file is known to be on a disk of this machine: one in a network may keep a write waiting for long. */
export async function isLocalDisk(file: string): Promise<boolean> {
	try {
		return isLocal((await statfs(file)).type);
	} catch {
		return false;
	}
}

/** {@link isLocalDisk}, at once. */
export function isLocalDiskSync(file: string): boolean {
	try {
		return isLocal(statfsSync(file).type);
	} catch {
		return false;
	}
}

function isLocal(type: number): boolean {
	return (process.platform === 'darwin' ? LOCAL_ON_MAC : LOCAL).has(type);
}
