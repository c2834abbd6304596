import { type BigIntStats, lstatSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { isMissing } from '../errno.js';
import { SKIPPED_FOLDERS, walkUnignored } from '../files/ignore-rules.js';
import { folderOf } from '../files/path-inside.js';
import type { Git } from '../git/open-git.js';
import { splitOutput } from '../git/split-output.js';
import { PATIENCE } from './git-repository.js';
import { createPace, Quick } from './pace.js';

export type Listing = {
	readonly paths: ReadonlySet<string>;
	/** Nested repositories, which are not scanned. */
	readonly nested: readonly string[];
	readonly closed: readonly string[];
	/** True with more files than `maxFiles`. */
	readonly isCut: boolean;
};

/** Lists tracked and untracked files with git; null when git failed. */
export async function listWithGit(git: Git, maxFiles: number): Promise<Listing | null> {
	const paths = new Set<string>();
	const nested: string[] = [];
	let isCut = false;
	const onOutput = splitOutput('\0', (path) => {
		if (path.endsWith('/')) {
			nested.push(path.slice(0, -1));
		} else {
			isCut = paths.size >= maxFiles && !paths.has(path);
			if (!isCut) paths.add(path);
		}
		return !isCut;
	});
	const skipped = [...SKIPPED_FOLDERS].flatMap((name) => ['-x', `${name}/`]);
	const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard', ...skipped];
	const ended = await git.stream(args, onOutput, { timeout: PATIENCE });
	return ended.ok && ended.value === 0 ? { paths, nested, closed: [], isCut } : null;
}

/** Lists files by walking; follows no link and skips `SKIPPED_FOLDERS`. */
export async function listByWalking(root: string, maxFiles: number): Promise<Listing> {
	const paths = new Set<string>();
	const closed: string[] = [];
	let isCut = false;
	await walkUnignored(root, {
		isSkipped: (entry) => (entry.isDirectory() ? SKIPPED_FOLDERS.has(entry.name) : entry.name === '.git'),
		take(path) {
			if (path.endsWith('/')) return true;
			isCut = paths.size >= maxFiles;
			if (!isCut) paths.add(path);
			return !isCut;
		},
		onClosed: (folder) => void closed.push(folder === '' ? '.' : folder.slice(0, -1)),
	});
	return { paths, nested: [], closed, isCut };
}

export type PathStatus = BigIntStats | 'missing' | 'unreadable';

const CHUNK = 64;

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
	const quick = new Quick();
	for (const chunk of chunksOf(paths)) {
		const inside = chunk.filter((path) => {
			const isInside = isRealFolder(root, folderOf(path), folders);
			if (!isInside) use(path, 'missing');
			return isInside;
		});
		if (quick.isQuick()) {
			quick.run(() => {
				for (const path of inside) use(path, lookAtNow(`${root}/${path}`));
			});
		} else {
			const statuses = await Promise.all(
				inside.map((path) => lstat(`${root}/${path}`, { bigint: true }).catch(statusOfError)),
			);
			inside.forEach((path, index) => {
				use(path, statuses[index] ?? 'missing');
			});
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

function isRealFolder(root: string, folder: string, known: Map<string, boolean>): boolean {
	const before = known.get(folder);
	if (before !== undefined) return before;
	let isReal = isRealFolder(root, folderOf(folder), known);
	if (isReal) {
		const status = lookAtNow(`${root}/${folder}`);
		// An unreadable folder may exist: each of its files says so itself.
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
