import { readlink } from 'node:fs/promises';
import { defined } from '../../core/defined.js';
import { formatBytes } from '../../core/text/bytes.js';
import { errnoOf, isMissing } from '../errno.js';
import { type ReadFile, readRegular, readRegularNow } from '../files/read-regular.js';
import { type ContentFolder, type ContentStore, shaOf } from './content-store.js';
import type { GitRepository } from './git-repository.js';
import { type Listing, type PathStatus, sweep } from './list-files.js';
import { createPace, forEachBounded, Quick, SMALL_BYTES } from './pace.js';
import {
	CLOCK_SLACK,
	type Entry,
	type FileEntry,
	type FileFacts,
	factsOf,
	isFresh,
	isSameFacts,
	markOf,
	millisecondsOf,
	permissionsOf,
} from './snapshot-entry.js';
import type { Step } from './snapshot-timeline.js';
import { GAPS } from './snapshots-messages.js';

const READERS = 4;

export type Collected = {
	readonly steps: readonly Step[];
	/** Path → why it cannot be kept; for paths without an entry. */
	readonly gaps: ReadonlyMap<string, string>;
};

/** Compares the workspace with its known state, reading only what may have changed. */
export async function collect(context: CollectContext, listing: Listing): Promise<Collected> {
	const { root, known, signal } = context;
	const gaps = new Map<string, string>();
	const steps: Step[] = [];
	const seen = new Map<string, Seen>();
	const gone = (path: string): void => {
		context.gaps.delete(path);
		if (known.has(path)) steps.push({ path, entry: null });
	};
	await sweep(root, allPaths(listing, known), (path, found) => {
		const before = known.get(path);
		if (found === 'missing') {
			gone(path);
			if (path.includes('\ufffd')) gaps.set(path, GAPS.oddName);
		} else if (found === 'unreadable') {
			gaps.set(path, GAPS.hidden);
		} else if (before !== undefined && before.kind !== 'unseen' && isUnchanged(before, found)) {
			// The times show that nothing was written since.
		} else if (found.isFile() || found.isSymbolicLink()) {
			seen.set(path, seenOf(found));
		} else {
			gone(path);
			gaps.set(path, found.isDirectory() ? GAPS.nested : GAPS.device);
		}
	});
	const newcomers = findNewcomers(context, seen);
	const settle = (path: string, entry: Entry | null): void => {
		if (entry === null) {
			gone(path);
			return;
		}
		const before = newcomers.get(path);
		steps.push(
			before === undefined ? { path, entry } : { path, entry, before: before === 'same' ? entry : { kind: 'unseen' } },
		);
	};
	if (context.lastAt === null) await spareReading(context, seen, settle);
	await readSmall(context, seen, settle);
	await forEachBounded(seen, { width: READERS, signal }, async ([path, found]) =>
		settle(path, await (found.isLink ? readLinkEntry : readFileEntry)(context, path, found)),
	);
	return { steps, gaps };
}

/** Reads the small files synchronously, in slices, and removes them from `files`; stops on a slow disk. */
async function readSmall(
	context: CollectContext,
	files: Map<string, Seen>,
	settle: (path: string, entry: Entry | null) => void,
): Promise<void> {
	const quick = new Quick();
	const pace = createPace();
	for (const [path, found] of files) {
		if (!quick.isQuick() || context.signal.aborted) return;
		if (!found.isLink && found.facts.size <= BigInt(SMALL_BYTES)) {
			settle(path, await readFileEntry(context, path, found, quick));
			files.delete(path);
			await pace();
		}
	}
}

function* allPaths(listing: Listing, known: ReadonlyMap<string, Entry>): Generator<string> {
	yield* listing.paths;
	// Files that are ignored by now are still compared: an ignore rule must not hide a change.
	for (const path of known.keys()) {
		if (!listing.paths.has(path)) yield path;
	}
}

function seenOf(found: Exclude<PathStatus, string>): Seen {
	const { mode, birthtimeNs } = found;
	return { facts: factsOf(found), mode: permissionsOf(mode), bornNs: birthtimeNs, isLink: found.isSymbolicLink() };
}

function isUnchanged(before: Exclude<Entry, { kind: 'unseen' }>, found: Exclude<PathStatus, string>): boolean {
	const isSameKind = before.kind === 'file' ? found.isFile() : found.isSymbolicLink();
	return isSameKind && isSameFacts(before.facts, factsOf(found));
}

/** New files older than our last scan, which were ignored or elsewhere. `same`: unwritten since that scan. */
function findNewcomers(
	{ known, lastAt }: CollectContext,
	seen: ReadonlyMap<string, Seen>,
): ReadonlyMap<string, 'same' | 'unseen'> {
	const newcomers = new Map<string, 'same' | 'unseen'>();
	if (lastAt === null) return newcomers;
	let inodes: Set<bigint> | null = null;
	const limit = lastAt - CLOCK_SLACK;
	for (const [path, { facts, bornNs }] of seen) {
		// Where births are not recorded, the last change is the best that is known.
		const born = bornNs === 0n ? facts.ctimeNs : bornNs;
		if (known.has(path) || millisecondsOf(born) >= limit) continue;
		inodes ??= new Set(
			[...known.values()].flatMap((entry) => ('facts' in entry && entry.facts ? [entry.facts.ino] : [])),
		);
		if (!inodes.has(facts.ino)) newcomers.set(path, millisecondsOf(facts.ctimeNs) < limit ? 'same' : 'unseen');
	}
	return newcomers;
}

/** Settles the files whose content an earlier run or git has, and removes them from `files`. */
async function spareReading(
	{ repository, earlier, store, signal }: CollectContext,
	files: Map<string, Seen>,
	settle: (path: string, entry: Entry) => void,
): Promise<void> {
	if (earlier !== null) {
		await forEachBounded([...files], { width: READERS, signal }, async ([path, found]) => {
			const old = earlier.files.get(path);
			const isSame = old?.sha !== undefined && isSameFacts(old.facts, found.facts);
			if (isSame && (await store.adopt(old.sha, old.size, earlier.contents))) {
				files.delete(path);
				settle(path, { ...old, mode: found.mode });
			}
		});
	}
	if (repository !== null) {
		const now = Date.now();
		const pace = createPace();
		const facts = new Map<string, FileFacts>();
		for (const [path, found] of files) {
			if (!isFresh(found.facts, now)) facts.set(path, found.facts);
			await pace();
		}
		for (const [path, blob] of await repository.findUntouched(facts)) {
			await pace();
			const found = files.get(path);
			if (found !== undefined) {
				files.delete(path);
				const { mode, facts } = found;
				settle(path, { kind: 'file', mode, size: Number(facts.size), from: 'git', blob, facts });
			}
		}
	}
}

export type SnapshotLimits = {
	/** Larger files are not kept (git may have them nevertheless). */
	readonly maxFileBytes: number;
	/** Bytes that one run of the program keeps altogether. */
	readonly maxTotalBytes: number;
	readonly maxFiles: number;
};

export type EarlierFiles = { readonly files: ReadonlyMap<string, FileEntry>; readonly contents: ContentFolder };

export type CollectContext = {
	readonly root: string;
	readonly limits: SnapshotLimits;
	readonly repository: GitRepository | null;
	readonly store: ContentStore;
	readonly known: ReadonlyMap<string, Entry>;
	/** Milliseconds since the epoch at which the scan of the previous version began; null for the first. */
	readonly lastAt: number | null;
	readonly earlier: EarlierFiles | null;
	/** Path → why it could not be kept; updated. */
	readonly gaps: Map<string, string>;
	readonly signal: AbortSignal;
};

type Seen = { readonly facts: FileFacts; readonly mode: number; readonly bornNs: bigint; readonly isLink: boolean };

/** A known file is compared up to this size even if it is too large to be kept. */
const COMPARED_BYTES = 32 * 1024 * 1024;

/**
 * Reads a file, stores new content, and records in `gaps` why it could not be kept. Null when the file is gone. With
 * `quick` a small file is read synchronously.
 */
async function readFileEntry(
	context: CollectContext,
	path: string,
	found: Seen,
	quick: Quick | null = null,
): Promise<FileEntry | null> {
	const { root, limits, repository, store, known, gaps } = context;
	const unread = (because: string, isSure = true): FileEntry => {
		gaps.set(path, because);
		const { facts, mode } = found;
		return {
			kind: 'file',
			mode,
			size: Number(facts.size),
			from: 'nowhere',
			mark: markOf(facts),
			facts: isSure ? facts : null,
		};
	};
	const old = known.get(path);
	const before = old?.kind === 'file' && old.mark === undefined ? old : null;
	const maxBytes = before === null ? limits.maxFileBytes : Math.max(limits.maxFileBytes, COMPARED_BYTES);
	const tooLarge = GAPS.tooLarge(formatBytes(limits.maxFileBytes));
	const usedUp = GAPS.usedUp(formatBytes(limits.maxTotalBytes));
	if (found.facts.size > BigInt(maxBytes)) return unread(tooLarge);
	const { written, shared } = store.used();
	if (before === null && written + shared + Number(found.facts.size) > limits.maxTotalBytes) return unread(usedUp);
	const now = Date.now();
	const read = readAtOnce(`${root}/${path}`, quick) ?? (await readRegular(`${root}/${path}`, maxBytes).catch(reasonOf));
	if (read === null) return null;
	if (typeof read === 'string') return unread(`it ${read}`, false);
	const { bytes, mode } = read;
	const sha = shaOf(bytes);
	const blob = repository?.blobOf(bytes);
	const facts = isFresh(read.facts, now) ? null : read.facts;
	if (
		before !== null &&
		before.from !== 'nowhere' &&
		(before.sha === sha || (before.sha === undefined && before.blob === blob))
	) {
		if (before.from === 'store') store.retain(sha);
		gaps.delete(path);
		return { ...before, mode, facts };
	}
	const refusal = bytes.length > limits.maxFileBytes ? 'large' : await store.put(sha, bytes);
	if (refusal === null) {
		gaps.delete(path);
	} else {
		gaps.set(path, refusal === 'large' ? tooLarge : refusal === 'full' ? usedUp : GAPS.notWritten);
	}
	return {
		kind: 'file',
		mode,
		size: bytes.length,
		from: refusal === null ? 'store' : 'nowhere',
		sha,
		...defined({ blob }),
		facts,
	};
}

function readAtOnce(path: string, quick: Quick | null): ReadFile | null {
	try {
		return quick?.run(() => readRegularNow(path, SMALL_BYTES)) ?? null;
	} catch {
		// The careful way says what is wrong.
		return null;
	}
}

/** Reads a link's target; null when the link is gone. */
async function readLinkEntry({ root, gaps }: CollectContext, path: string, found: Seen): Promise<Entry | null> {
	try {
		const { facts } = found;
		const target = await readlink(`${root}/${path}`);
		gaps.delete(path);
		return { kind: 'link', target, facts: isFresh(facts, Date.now()) ? null : facts };
	} catch {
		// The file was removed or replaced since it was listed: the next snapshot has it.
		return null;
	}
}

/** Null when the file is gone. */
function reasonOf(error: unknown): string | null {
	const errno = errnoOf(error);
	if (isMissing(error) || errno === 'ELOOP') return null;
	return errno === 'EACCES' || errno === 'EPERM'
		? 'may not be read: permission denied'
		: `could not be read (${errno})`;
}
