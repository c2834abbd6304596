import { createHash } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from '../../core/environment.js';
import { type Git, readingGit } from '../git/open-git.js';
import { findGit } from '../git/run-git.js';
import { splitOutput } from '../git/split-output.js';
import { createPace } from './pace.js';
import type { FileFacts } from './snapshot-entry.js';

export type GitRepository = {
	readonly git: Git;
	/** The blob id that git would give the bytes. */
	blobOf(bytes: Buffer): string;
	/** Path → blob of those of these files whose exact content git has, by its index; empty when unknown. */
	findUntouched(files: ReadonlyMap<string, FileFacts>): Promise<ReadonlyMap<string, string>>;
	sizesOf(blobs: Iterable<string>): Promise<ReadonlyMap<string, number>>;
	/** A blob's content, checked against its id; null when missing. */
	read(blob: string): Promise<Buffer | null>;
};

const MOST_FACT_BYTES = 64 * 1024;
/** Larger blobs are not restored: their content would be held in memory. */
const MOST_BLOB_BYTES = 256 * 1024 * 1024;
/** Attributes with which a file may differ from its blob at the same size. */
const CONVERSIONS = ['filter', 'working-tree-encoding'];

/** Milliseconds. A pipe in place of an ignore file would block git for ever. */
export const PATIENCE = 20_000;

/** Standard output; null when git failed or printed more than `most` bytes. */
async function bytesOf(git: Git, args: readonly string[], most: number): Promise<Buffer | null> {
	const ran = await git.run(args, { timeout: PATIENCE, most });
	return ran.ok && ran.value.code === 0 && ran.value.bytes.length <= most ? ran.value.bytes : null;
}

/** Finds git and the repository; null without either, and for a repository that git does not trust. */
export async function findRepository(
	workspace: string,
	env: Environment,
	signal: AbortSignal,
): Promise<GitRepository | null> {
	const found = await findGit({ cwd: workspace, env });
	if (!found.ok) return null;
	const git = readingGit(found.value, { env, signal });
	const facts = ['--is-inside-work-tree', '--absolute-git-dir', '--show-object-format'];
	const [isInside, folder, format] =
		(await bytesOf(git, ['rev-parse', ...facts], MOST_FACT_BYTES))?.toString('utf8').split('\n') ?? [];
	if (isInside !== 'true' || folder === undefined) return null;
	const algorithm = format === 'sha256' ? 'sha256' : 'sha1';
	return createRepository(git, join(folder, 'index'), algorithm);
}

/** Git's name for a content. */
export function blobId(bytes: Buffer, algorithm: 'sha1' | 'sha256'): string {
	return createHash(algorithm).update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

function createRepository(git: Git, indexFile: string, algorithm: 'sha1' | 'sha256'): GitRepository {
	const blobOf = (bytes: Buffer): string => blobId(bytes, algorithm);
	const sizesOf: GitRepository['sizesOf'] = async (blobs) => {
		const names = [...new Set(blobs)];
		const sizes = new Map<string, number>();
		if (names.length > 0) {
			const onOutput = splitOutput('\n', (line) => {
				const [name, kind, size] = line.split(' ');
				if (name !== undefined && kind === 'blob') sizes.set(name, Number(size));
				return true;
			});
			const input = `${names.join('\n')}\n`;
			await git.stream(['cat-file', '--batch-check', '--buffer'], onOutput, { input, timeout: PATIENCE });
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
			for (const [path, blob] of candidates) {
				await pace();
				// Line ends and keywords are converted by adding bytes, so the size gives them away.
				if (converted === null || converted.has(path) || sizes.get(blob) !== Number(files.get(path)?.size)) {
					candidates.delete(path);
				}
			}
			return candidates;
		},
		async read(blob) {
			const bytes = await bytesOf(git, ['cat-file', 'blob', blob], MOST_BLOB_BYTES);
			return bytes !== null && blobOf(bytes) === blob ? bytes : null;
		},
	};
}

/** Null when git failed. */
async function findConverted(git: Git, paths: Iterable<string>): Promise<ReadonlySet<string> | null> {
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
	const args = ['check-attr', '-z', '--stdin', ...CONVERSIONS];
	const ended = await git.stream(args, onOutput, { input, timeout: PATIENCE });
	return ended.ok && ended.value === 0 ? converted : null;
}

const BILLION = 1_000_000_000n;
const LOW_WORD = 0xffffffffn;
/** `assume-unchanged`, `skip-worktree`, `intent-to-add` and the stages of a conflict: git does not check such files. */
const UNBELIEVED_FLAGS = 0x6000f000;
/** A regular file without a conflict, with an unquoted path. */
const RECORD = new RegExp(
	[
		'^100[0-7]{3} (?<blob>[0-9a-f]{40,64}) 0\\t(?<path>[^"].*)',
		'  ctime: (?<ctime>\\d+):(?<ctimeRest>\\d+)',
		'  mtime: (?<mtime>\\d+):(?<mtimeRest>\\d+)',
		'  dev: \\d+\\tino: (?<ino>\\d+)',
		'  uid: \\d+\\tgid: \\d+',
		'  size: (?<size>\\d+)\\tflags: (?<flags>[0-9a-f]+)$',
	].join('\\n'),
);

/**
 * Finds the files with the same facts as in git's index: they are unwritten since git knew the content. Returns path →
 * object id of the content in git (conversions may make it differ from the file's). Git only prints its index here:
 * comparing it with the files may run filters that a repository names. A file with unexpected output is read like any
 * other.
 */
export async function matchIndex(
	git: Pick<Git, 'stream'>,
	indexFile: string,
	files: ReadonlyMap<string, FileFacts>,
): Promise<Map<string, string>> {
	const found = new Map<string, string>();
	// Looked at first: if the index is written anew meanwhile, fewer files are believed.
	const index = await lstat(indexFile, { bigint: true }).catch(() => null);
	if (index === null || !index.isFile()) return found;
	let record = '';
	const onOutput = splitOutput('\n', (line) => {
		record = line.startsWith('  ') ? `${record}\n${line}` : line;
		const { path = '', blob = '', ...facts } = RECORD.exec(record)?.groups ?? {};
		const file = files.get(path);
		if (file !== undefined && isUntouched(facts, file, index.mtimeNs)) found.set(path, blob);
		return true;
	});
	await git.stream(['ls-files', '--cached', '--stage', '--debug'], onOutput, { timeout: PATIENCE });
	return found;
}

function isUntouched(written: Readonly<Record<string, string>>, facts: FileFacts, indexWrittenNs: bigint): boolean {
	const { ctime = '', ctimeRest = '', mtime = '', mtimeRest = '', ino = '', size = '', flags = '' } = written;
	const mtimeNs = BigInt(mtime) * BILLION + BigInt(mtimeRest);
	return (
		(Number.parseInt(flags, 16) & UNBELIEVED_FLAGS) === 0 &&
		// A file modified in the tick in which the index was written may have changed once more since.
		mtimeNs < indexWrittenNs &&
		mtimeNs === facts.mtimeNs &&
		BigInt(ctime) * BILLION + BigInt(ctimeRest) === facts.ctimeNs &&
		// The index keeps 32 bits of them.
		BigInt(ino) === (facts.ino & LOW_WORD) &&
		BigInt(size) === facts.size
	);
}
