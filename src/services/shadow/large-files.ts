import { statfs } from 'node:fs/promises';
import type { ShadowChange } from '../../core/shadow/shadow-change.js';
import type { Difference } from './shadow-difference.js';

type Sized = { readonly change: ShadowChange; readonly own: Difference };

/** Bytes; a larger file waits for the user, whatever the mode. */
const MOST_UNASKED = 64 * 1024 * 1024;
/** So do files that would take more than this part (1/10) of the free space. */
const PART_UNASKED = 10n;

/** Bytes free for unprivileged users; null where unknown. */
export async function freeBytes(folder: string): Promise<bigint | null> {
	try {
		const { bavail, bsize } = await statfs(folder, { bigint: true });
		return bavail * bsize;
	} catch {
		return null;
	}
}

/**
 * Adds sizes to files that are too large to be applied unasked: each large one, and the largest of many that would fill
 * the disk together. A sparse file's apparent size counts: readers see that.
 */
export async function withSizes<T extends Sized>(compared: readonly T[], real: string): Promise<readonly T[]> {
	const sorted = compared
		.filter((each) => sizeOf(each) > 0n)
		.sort((one, other) => (sizeOf(one) > sizeOf(other) ? -1 : 1));
	let left = sorted.reduce((sum, each) => sum + sizeOf(each), 0n);
	const free = sorted.length === 0 ? null : await freeBytes(real);
	const most = free === null ? null : free / PART_UNASKED;
	const large = new Set<T>();
	for (const each of sorted) {
		const isMuch = most !== null && left > most;
		if (!isMuch && sizeOf(each) <= BigInt(MOST_UNASKED)) break;
		large.add(each);
		left -= sizeOf(each);
	}
	if (large.size === 0) return compared;
	return compared.map((each) =>
		large.has(each) ? { ...each, change: { ...each.change, size: Number(sizeOf(each)) } } : each,
	);
}

function sizeOf({ own: { view } }: Sized): bigint {
	return view?.kind === 'file' ? view.facts.size : 0n;
}
