import { type BigIntStats, lstatSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { isMissing } from '../errno.js';
import { createPace } from './pace.js';

export type PathStatus = BigIntStats | 'missing' | 'unreadable';

const CHUNK = 64;
/** Milliseconds for one chunk of paths; a slower disk counts as slow. */
const SLOW_CHUNK = 40;

/**
 * Stats every path without reading files. A path behind a link counts as missing: it is not in the workspace. A
 * synchronous call costs a quarter of an asynchronous one, so it is used in short slices until the file system turns
 * out to be slow.
 */
export async function sweep(
	root: string,
	paths: Iterable<string>,
	use: (path: string, status: PathStatus) => void,
): Promise<void> {
	const pace = createPace();
	const folders = new Map<string, boolean>([['', true]]);
	let isSlow = false;
	for (const chunk of chunksOf(paths)) {
		const start = performance.now();
		const inside = chunk.filter((path) => {
			const isInside = isRealFolder(root, folderOf(path), folders);
			if (!isInside) use(path, 'missing');
			return isInside;
		});
		if (isSlow) {
			const statuses = await Promise.all(
				inside.map((path) => lstat(`${root}/${path}`, { bigint: true }).catch(statusOfError)),
			);
			inside.forEach((path, index) => {
				use(path, statuses[index] ?? 'missing');
			});
		} else {
			for (const path of inside) use(path, lookAtNow(`${root}/${path}`));
			isSlow = performance.now() - start > SLOW_CHUNK;
		}
		await pace();
	}
}

function lookAtNow(path: string): PathStatus {
	try {
		return lstatSync(path, { bigint: true, throwIfNoEntry: false }) ?? 'missing';
	} catch (error) {
		return statusOfError(error);
	}
}

function statusOfError(error: unknown): PathStatus {
	return isMissing(error) ? 'missing' : 'unreadable';
}

/** The folder of a relative path; empty for the workspace itself. */
export function folderOf(path: string): string {
	const end = path.lastIndexOf('/');
	return end < 0 ? '' : path.slice(0, end);
}

function isRealFolder(root: string, folder: string, known: Map<string, boolean>): boolean {
	const before = known.get(folder);
	if (before !== undefined) return before;
	let isReal = isRealFolder(root, folderOf(folder), known);
	if (isReal) {
		const status = lookAtNow(`${root}/${folder}`);
		// What cannot be looked at may well be there: its files say so themselves.
		isReal = status === 'unreadable' || (status !== 'missing' && status.isDirectory());
	}
	known.set(folder, isReal);
	return isReal;
}

function* chunksOf(paths: Iterable<string>): Generator<string[]> {
	let chunk: string[] = [];
	for (const path of paths) {
		chunk.push(path);
		if (chunk.length === CHUNK) {
			yield chunk;
			chunk = [];
		}
	}
	yield chunk;
}
