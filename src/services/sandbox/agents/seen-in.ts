import { statSync } from 'node:fs';
import { isWithin } from '../../files/inside.js';
import type { SandboxMount } from './sandbox-mounts.js';

/**
 * Tells of paths in folders that an agent works in whether its sandbox shows what is there: not below what is mounted to
 * hide a folder of these. `pid` is a process that sees these mounts.
 */
export function seenIn(
	pid: number,
	mounts: readonly SandboxMount[],
	folders: readonly string[],
): (path: string) => boolean {
	const inner = mounts.filter(({ at }) => folders.some((folder) => folder !== at && isWithin(folder, at)));
	const hiding = inner
		.map(({ at }) => at)
		.filter((at) => !folders.includes(at) && isOther(at, `/proc/${pid}/root${at}`));
	return (path) => !hiding.some((at) => at !== path && isWithin(at, path));
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
