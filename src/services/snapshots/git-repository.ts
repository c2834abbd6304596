import { createHash } from 'node:crypto';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Environment } from '../../core/environment.js';
import { collectGit, findGit } from '../git/run-git.js';
import { splitOutput } from '../git/split-output.js';
import type { FileFacts } from './entry.js';
import { createPace } from './pace.js';

export type GitRepository = {
	readonly git: GitCommand;
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

/** Finds git and the repository; null without either, and for a repository that git does not trust. */
export async function findRepository(
	workspace: string,
	env: Environment,
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
			const bytes = await git.output(['cat-file', 'blob', blob], MOST_BLOB_BYTES);
			return bytes !== null && blobOf(bytes) === blob ? bytes : null;
		},
	};
}

/** Null when git failed. */
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
	git: GitCommand,
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
	await git.run(['ls-files', '--cached', '--stage', '--debug'], { onOutput });
	return found;
}

function isUntouched(written: Readonly<Record<string, string>>, facts: FileFacts, indexWrittenNs: bigint): boolean {
	const { ctime = '', ctimeRest = '', mtime = '', mtimeRest = '', ino = '', size = '', flags = '' } = written;
	const mtimeNs = BigInt(mtime) * BILLION + BigInt(mtimeRest);
	return (
		(Number.parseInt(flags, 16) & UNBELIEVED_FLAGS) === 0 &&
		// What was modified as late as the index was written may have been written once more since.
		mtimeNs < indexWrittenNs &&
		mtimeNs === facts.mtimeNs &&
		BigInt(ctime) * BILLION + BigInt(ctimeRest) === facts.ctimeNs &&
		// The index keeps 32 bits of them.
		BigInt(ino) === (facts.ino & LOW_WORD) &&
		BigInt(size) === facts.size
	);
}

type GitRun = {
	readonly input?: string;
	onOutput(chunk: Buffer): boolean;
};

export type GitCommand = {
	/** True for exit code 0. Never throws. */
	run(args: readonly string[], run: GitRun): Promise<boolean>;
	/** Standard output; null when git failed or printed more than `maxBytes`. */
	output(args: readonly string[], maxBytes: number): Promise<Buffer | null>;
};

/** Milliseconds. A pipe in place of an ignore file would block git for ever. */
const PATIENCE = 20_000;

/** Finds git on PATH, outside of the workspace; null without one. `signal` ends running commands; later ones fail. */
async function findGitCommand(workspace: string, env: Environment, signal: AbortSignal): Promise<GitCommand | null> {
	const git = await findGit({ cwd: workspace, env });
	if (!git.ok) return null;
	const run: GitCommand['run'] = async (args, { input = '', onOutput }) => {
		let isRefused = false;
		const onData = (chunk: Buffer): boolean => {
			isRefused = !onOutput(chunk);
			return !isRefused;
		};
		const ended = await git.value({ args, input, timeout: PATIENCE, signal, onData });
		return ended.ok && ended.value === 0 && !isRefused;
	};
	return {
		run,
		async output(args, maxBytes) {
			const read = await collectGit(git.value, { args, timeout: PATIENCE, signal, most: maxBytes });
			const isWhole = read.ok && read.value.code === 0 && read.value.bytes.length <= maxBytes;
			return isWhole ? read.value.bytes : null;
		},
	};
}
