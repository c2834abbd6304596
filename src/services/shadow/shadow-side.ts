import { type BigIntStats, lstatSync, readlinkSync } from 'node:fs';
import { isMissing } from '../errno.js';
import { type ReadFile, readRegular, readRegularNow } from '../files/read-regular.js';
import { shaOf } from '../snapshots/content-store.js';
import { type FileFacts, factsOf, isFresh, isSameFacts, markOf, permissionsOf } from '../snapshots/snapshot-entry.js';

/** A path's state on one side: in the view or the workspace. */
export type Side =
	| { readonly kind: 'file'; readonly mode: number; readonly facts: FileFacts }
	| { readonly kind: 'link'; readonly target: string; readonly facts: FileFacts }
	| { readonly kind: 'folder'; readonly mode: number; readonly facts: FileFacts }
	/** A device, a pipe, a socket, or unreadable. */
	| { readonly kind: 'odd'; readonly facts: FileFacts | null };

/** A file's content: `id` identifies it, `text` is set for small text files. */
export type Content = { readonly id: string; readonly text: string | null; readonly isBinary: boolean };

/** Larger files are compared by their facts only. */
export const MOST_READ_BYTES = 64 * 1024 * 1024;
/** Larger files are not compared line by line. */
const MOST_TEXT_BYTES = 1024 * 1024;
/** Files up to this size are read synchronously: waiting for the thread pool costs more. */
const SMALL_BYTES = 256 * 1024;
const MOST_KNOWN = 100_000;

export function lookAtSide(path: string): Side | null {
	try {
		const stats = lstatSync(path, { bigint: true, throwIfNoEntry: false });
		return stats === undefined ? null : sideOf(path, stats);
	} catch (error) {
		return isMissing(error) ? null : { kind: 'odd', facts: null };
	}
}

export function statsAt(path: string | Buffer): BigIntStats | null {
	try {
		return lstatSync(path, { bigint: true, throwIfNoEntry: false }) ?? null;
	} catch {
		return null;
	}
}

/** A whiteout of overlayfs: the view lacks the path. */
export function isWhiteout(stats: BigIntStats): boolean {
	return stats.isCharacterDevice() && stats.rdev === 0n;
}

export function sideOf(path: string, stats: BigIntStats): Side {
	const facts = factsOf(stats);
	const mode = permissionsOf(stats.mode);
	if (stats.isFile()) return { kind: 'file', mode, facts };
	if (stats.isDirectory()) return { kind: 'folder', mode, facts };
	if (stats.isSymbolicLink()) {
		try {
			return { kind: 'link', target: readlinkSync(path), facts };
		} catch {
			// The file was replaced while it was read.
		}
	}
	return { kind: 'odd', facts };
}

/** Reads contents, and caches them while nothing can have been written since. */
export class Contents {
	readonly #known = new Map<string, { readonly facts: FileFacts; readonly content: Content }>();

	async read(path: string, facts: FileFacts): Promise<Content | null> {
		const known = this.#known.get(path);
		if (known !== undefined && isSameFacts(known.facts, facts)) return known.content;
		if (facts.size > BigInt(MOST_READ_BYTES)) return { id: `mark ${markOf(facts)}`, text: null, isBinary: true };
		const read = await readFileBytes(path, facts.size);
		if (read === null || !isSameFacts(read.facts, facts)) return null;
		const content = contentOf(read.bytes);
		if (this.#known.size >= MOST_KNOWN) this.#known.clear();
		// Texts are read again where lines are counted: they would fill the memory.
		if (!isFresh(facts, Date.now())) this.#known.set(path, { facts, content: { ...content, text: null } });
		return content;
	}
}

export async function readText(path: string, facts: FileFacts): Promise<string | null> {
	if (!isTextSize(facts)) return null;
	const read = await readFileBytes(path, facts.size);
	return read === null ? null : textIn(read.bytes);
}

/** False for a file too large to be compared line by line. */
export function isTextSize({ size }: FileFacts): boolean {
	return size <= BigInt(MOST_TEXT_BYTES);
}

export function textIn(bytes: Buffer): string | null {
	return contentOf(bytes).text;
}

export async function readFileBytes(path: string, size: bigint): Promise<ReadFile | null> {
	try {
		if (size <= BigInt(SMALL_BYTES)) {
			const now = readRegularNow(path, SMALL_BYTES);
			if (now !== null) return now;
		}
		const read = await readRegular(path, MOST_READ_BYTES);
		return typeof read === 'string' ? null : read;
	} catch {
		// The file was removed, or may not be read.
		return null;
	}
}

/** The content's id, as in {@link Contents}. */
export function contentId(bytes: Buffer): string {
	return `sha ${shaOf(bytes)}`;
}

function contentOf(bytes: Buffer): Content {
	const isBinary = bytes.subarray(0, 8000).includes(0);
	const text = isBinary || bytes.length > MOST_TEXT_BYTES ? null : bytes.toString('utf8');
	return { id: contentId(bytes), text, isBinary };
}
