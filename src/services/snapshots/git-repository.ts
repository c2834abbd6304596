import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { splitOutput } from '../git/split-output.js';
import type { FileFacts } from './entry.js';
import { findGitCommand, type GitCommand } from './git-command.js';
import { matchIndex } from './git-index.js';
import { createPace } from './pace.js';

/** The repository that the workspace lies in. Nothing here writes to it. */
export type GitRepository = {
	readonly git: GitCommand;
	/** Names a content as git would. */
	blobOf(bytes: Buffer): string;
	/** Path → blob of those of these files whose very content git has, by its index; empty when it cannot tell. */
	findUntouched(files: ReadonlyMap<string, FileFacts>): Promise<ReadonlyMap<string, string>>;
	/** Which of these blobs can still be had, with their sizes. */
	sizesOf(blobs: Iterable<string>): Promise<ReadonlyMap<string, number>>;
	/** A blob's content, checked against its name; null when it cannot be had. */
	read(blob: string): Promise<Buffer | null>;
};

const MOST_FACT_BYTES = 64 * 1024;
/** Larger files of git are not put back: their content would be held in memory. */
const MOST_BLOB_BYTES = 256 * 1024 * 1024;
/** With these a file differs from what git keeps of it in ways that its size need not show. */
const CONVERSIONS = ['filter', 'working-tree-encoding'];

/** Finds git and the repository; null without either, and for one that git does not trust. */
export async function findRepository(
	workspace: string,
	env: Readonly<Record<string, string | undefined>>,
	signal: AbortSignal,
): Promise<GitRepository | null> {
	const git = await findGitCommand(workspace, env, signal);
	if (git === null) return null;
	const ask = async (question: string): Promise<string | null> =>
		(await git.output(['rev-parse', question], MOST_FACT_BYTES))?.toString('utf8').replace(/\n$/, '') ?? null;
	const [isInside, folder, format] = await Promise.all([
		ask('--is-inside-work-tree'),
		ask('--absolute-git-dir'),
		ask('--show-object-format'),
	]);
	if (isInside !== 'true' || folder === null) return null;
	const algorithm = format === 'sha256' ? 'sha256' : 'sha1';
	return createRepository(git, join(folder, 'index'), algorithm);
}

function createRepository(git: GitCommand, indexFile: string, algorithm: 'sha1' | 'sha256'): GitRepository {
	const blobOf = (bytes: Buffer): string =>
		createHash(algorithm).update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
	const sizesOf: GitRepository['sizesOf'] = async (blobs) => {
		const names = [...new Set(blobs)];
		const sizes = new Map<string, number>();
		if (names.length > 0) {
			const onOutput = splitOutput('\n', (line) => {
				const [name, kind, size] = line.split(' ');
				if (name !== undefined && kind === 'blob') sizes.set(name, Number(size));
				return true;
			});
			await git.run(['cat-file', '--batch-check', '--buffer'], { input: `${names.join('\n')}\n`, onOutput });
		}
		return sizes;
	};
	return {
		git,
		blobOf,
		sizesOf,
		async findUntouched(files) {
			const candidates = await matchIndex(git, indexFile, files);
			if (candidates.size === 0) return candidates;
			const pace = createPace();
			const sizes = await sizesOf(candidates.values());
			await pace();
			const converted = await findConverted(git, candidates.keys());
			let count = 0;
			for (const [path, blob] of candidates) {
				// Line ends and keywords are converted by adding bytes, so the size gives them away.
				if (converted === null || converted.has(path) || sizes.get(blob) !== Number(files.get(path)?.size)) {
					candidates.delete(path);
				}
				count += 1;
				if (count % 64 === 0) await pace();
			}
			return candidates;
		},
		async read(blob) {
			const bytes = await git.output(['cat-file', 'blob', blob], MOST_BLOB_BYTES);
			return bytes !== null && blobOf(bytes) === blob ? bytes : null;
		},
	};
}

/** Null when git could not say. */
async function findConverted(git: GitCommand, paths: Iterable<string>): Promise<ReadonlySet<string> | null> {
	const converted = new Set<string>();
	let field = 0;
	let path = '';
	const onOutput = splitOutput('\0', (word) => {
		if (field === 0) {
			path = word;
		} else if (field === 2 && word !== 'unspecified' && word !== 'unset') {
			converted.add(path);
		}
		field = (field + 1) % 3;
		return true;
	});
	const input = `${[...paths].join('\0')}\0`;
	const isOk = await git.run(['check-attr', '-z', '--stdin', ...CONVERSIONS], { input, onOutput });
	return isOk ? converted : null;
}
