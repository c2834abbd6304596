import { readlink } from 'node:fs/promises';
import { defined } from '../../core/defined.js';
import { errnoOf, isMissing } from '../errno.js';
import { type ReadFile, readRegular, readRegularNow } from '../files/read-regular.js';
import type { ContentFolder, ContentStore } from './content-store.js';
import { shaOf } from './content-store.js';
import { type Entry, type FileEntry, type FileFacts, isFresh, markOf } from './entry.js';
import type { GitRepository } from './git-repository.js';
import { type Quick, SMALL_BYTES } from './pace.js';
import { GAPS } from './snapshots-messages.js';

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

export type Seen = {
	readonly facts: FileFacts;
	readonly mode: number;
	readonly bornNs: bigint;
};

/** A known file is compared up to this size even if it is too large to be kept. */
const COMPARED_BYTES = 32 * 1024 * 1024;

/**
 * Reads a file, stores new content, and records in `gaps` why it could not be kept. Null when the file is gone. With
 * `quick` a small file is read synchronously.
 */
export async function readFileEntry(
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
	const tooLarge = GAPS.tooLarge(megabytes(limits.maxFileBytes));
	const usedUp = GAPS.usedUp(megabytes(limits.maxTotalBytes));
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
export async function readLinkEntry({ root, gaps }: CollectContext, path: string, found: Seen): Promise<Entry | null> {
	try {
		const { facts } = found;
		const target = await readlink(`${root}/${path}`);
		gaps.delete(path);
		return { kind: 'link', target, facts: isFresh(facts, Date.now()) ? null : facts };
	} catch {
		// It went, or became something else, since it was seen: the next look tells.
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

function megabytes(bytes: number): string {
	const size = bytes / (1024 * 1024);
	return size >= 1 ? `${Math.floor(size)} MB` : `${bytes} bytes`;
}
