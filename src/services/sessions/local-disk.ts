import { statfsSync } from 'node:fs';
import { statfs } from 'node:fs/promises';

/** Linux's numbers of file systems on local disks and in memory. */
const LOCAL = new Set([
	// ext2 to ext4, XFS, Btrfs, F2FS, ZFS, bcachefs
	0xef53, 0x58465342, 0x9123683e, 0xf2f52010, 0x2fc12fc1, 0xca451a4e,
	// tmpfs, overlayfs
	0x01021994, 0x794c7630,
]);

/** macOS's numbers of APFS and HFS+. */
const LOCAL_ON_MAC = new Set([0x1a, 0x17]);

export async function isLocalDisk(file: string): Promise<boolean> {
	try {
		return isLocal((await statfs(file)).type);
	} catch {
		return false;
	}
}

/** {@link isLocalDisk}, synchronously. */
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
