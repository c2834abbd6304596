import { existsSync, statSync } from 'node:fs';
import { isWithin } from '../../files/path-inside.js';
import type { Mount } from '../linux/mounts.js';

/**
 * Tells of paths in folders that an agent works in whether its sandbox shows what is there: not below what is mounted to
 * hide a folder of these. `pid` is a process that sees these mounts.
 */
export function seenIn(pid: number, mounts: readonly Mount[], folders: readonly string[]): (path: string) => boolean {
	const find = (): readonly string[] =>
		mounts
			.map(({ at }) => at)
			.filter((at) => !folders.includes(at) && folders.some((folder) => isWithin(folder, at)))
			.filter((at) => isOther(at, `/proc/${pid}/root${at}`));
	// There may be thousands, and most of the time nothing is asked.
	let hiding: readonly string[] | null = null;
	return (path) => {
		// Other folders are not all shown in the sandbox.
		if (!folders.some((folder) => isWithin(folder, path))) return existsSync(`/proc/${pid}/root${path}`);
		hiding ??= find();
		return !hiding.some((at) => at !== path && isWithin(at, path));
	};
}

/** A file hides nothing below it, nor does what cannot be looked at. */
function isOther(one: string, other: string): boolean {
	try {
		const [first, second] = [one, other].map((path) => statSync(path, { bigint: true }));
		return second?.isDirectory() === true && (first?.ino !== second.ino || first.dev !== second.dev);
	} catch {
		return false;
	}
}
