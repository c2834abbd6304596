import type { BigIntStats } from 'node:fs';

/**
 * What the system says of a file without reading it. While all four are the same, the content is:
 * the time of the last change (`ctimeNs`) cannot be set by programs.
 */
export type FileFacts = {
	readonly ino: bigint;
	readonly size: bigint;
	readonly mtimeNs: bigint;
	readonly ctimeNs: bigint;
};

/**
 * A regular file. `from` says where its content can be had: in git's objects under `blob`, in our
 * store under `sha`, or nowhere. A content that was not even read has neither; `mark` stands for it.
 */
export type FileEntry = {
	readonly kind: 'file';
	/** The permission bits. */
	readonly mode: number;
	readonly size: number;
	readonly from: 'git' | 'store' | 'nowhere';
	readonly sha?: string;
	readonly blob?: string;
	readonly mark?: string;
	/** Null when the content must be read again before it is believed to be the same. */
	readonly facts: FileFacts | null;
};

/** A symbolic link, kept as one and never followed. */
type LinkEntry = { readonly kind: 'link'; readonly target: string; readonly facts: FileFacts | null };

/** It was there, but nobody looked at it then: it was ignored, or it came from elsewhere. */
type UnseenEntry = { readonly kind: 'unseen' };

/** One path in one version of the workspace; null stands for "not there" wherever entries are looked up. */
export type Entry = FileEntry | LinkEntry | UnseenEntry;

/** Takes the facts out of what `lstat` answered. */
export function factsOf({ ino, size, mtimeNs, ctimeNs }: BigIntStats): FileFacts {
	return { ino, size, mtimeNs, ctimeNs };
}

/** True when nothing can have been written in between. */
export function isSameFacts(one: FileFacts | null, other: FileFacts | null): boolean {
	return (
		one !== null &&
		other !== null &&
		one.ctimeNs === other.ctimeNs &&
		one.mtimeNs === other.mtimeNs &&
		one.size === other.size &&
		one.ino === other.ino
	);
}

/** Stands for a content that was not read. */
export function markOf(facts: FileFacts): string {
	return `${facts.ino}:${facts.size}:${facts.mtimeNs}:${facts.ctimeNs}`;
}

/** The permission bits of a mode; set-user-id and the like are never put back. */
export function permissionsOf(mode: bigint): number {
	return Number(mode) & 0o777;
}

/** True when both stand for the same content. */
function isSameContent(one: FileEntry, other: FileEntry): boolean {
	if (one.sha !== undefined && other.sha !== undefined) return one.sha === other.sha;
	if (one.blob !== undefined && other.blob !== undefined) return one.blob === other.blob;
	return one.mark !== undefined && one.mark === other.mark;
}

/** True when nothing differs that would be put back: kind, content, permissions, a link's target. */
export function isSameEntry(one: Entry | null, other: Entry | null): boolean {
	if (one === null || other === null) return one === other;
	switch (one.kind) {
		case 'file':
			return other.kind === 'file' && one.mode === other.mode && isSameContent(one, other);
		case 'link':
			return other.kind === 'link' && one.target === other.target;
		case 'unseen':
			return other.kind === 'unseen';
	}
}

const NANOSECONDS = 1_000_000n;
/** Milliseconds that a file's times may lag behind the clock: the system takes them from its last tick. */
export const CLOCK_SLACK = 20;
/** The same where times are kept in whole seconds or coarser. */
const COARSE_SLACK = 2000;

/**
 * True when a file changed so shortly before `now` (milliseconds since the epoch) that a further
 * change could bear the same time: its facts prove nothing then.
 */
export function isFresh(facts: FileFacts, now: number): boolean {
	const slack = facts.ctimeNs % NANOSECONDS === 0n ? COARSE_SLACK : CLOCK_SLACK;
	return millisecondsOf(facts.ctimeNs) >= now - slack;
}

/** Nanoseconds as milliseconds. */
export function millisecondsOf(nanoseconds: bigint): number {
	return Number(nanoseconds / NANOSECONDS);
}
