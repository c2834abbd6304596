import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Result } from '../../../core/failure.js';
import { fail } from '../../../core/failure.js';

const MOST_BYTES = 2_000_000_000;
const MOST_FILES = 100_000;

const LOOK_EVERY = 700;

async function folderSize(folder: string): Promise<{ readonly bytes: number; readonly files: number }> {
	let bytes = 0;
	let files = 0;
	const folders = [folder];
	for (let at = folders.pop(); at !== undefined; at = folders.pop()) {
		for (const entry of await readdir(at, { withFileTypes: true }).catch(() => [])) {
			files += 1;
			if (files > MOST_FILES || bytes > MOST_BYTES) return { bytes, files };
			if (entry.isDirectory()) folders.push(join(at, entry.name));
			else
				bytes += await lstat(join(at, entry.name)).then(
					({ size }) => size,
					() => 0,
				);
		}
	}
	return { bytes, files };
}

/** Watches a folder that another program fills; aborts `signal` over the limit. `stop` then returns the failure. */
export function watchFolder(
	folder: string,
	outer: AbortSignal,
	onBytes: (bytes: number) => void,
): { readonly signal: AbortSignal; stop(): Result<never> | null } {
	const limit = new AbortController();
	let isLooking = false;
	const timer = setInterval(async () => {
		if (isLooking) return;
		isLooking = true;
		const { bytes, files } = await folderSize(folder);
		isLooking = false;
		if (bytes > MOST_BYTES || files > MOST_FILES) limit.abort();
		else if (!outer.aborted) onBytes(bytes);
	}, LOOK_EVERY);
	timer.unref();
	return {
		signal: AbortSignal.any([outer, limit.signal]),
		stop() {
			clearInterval(timer);
			return limit.signal.aborted
				? fail('too-large', 'It is larger than 2 GB, or has more than 100,000 files; nothing was kept.')
				: null;
		},
	};
}
