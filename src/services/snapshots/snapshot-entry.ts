import type { BigIntStats } from 'node:fs';

/** A file's stat. While all four values are the same, the content is: programs cannot set `ctimeNs`. */
export type FileFacts = {
	readonly ino: bigint;
	readonly size: bigint;
	readonly mtimeNs: bigint;
	readonly ctimeNs: bigint;
};

/**
 * A regular file. `from` says where its content is: in git's objects under `blob`, in our store under `sha`, or
 * nowhere. An unread content has neither, but a `mark`.
 */
export type FileEntry = {
	readonly kind: 'file';
	readonly mode: number;
	readonly size: number;
	readonly from: 'git' | 'store' | 'nowhere';
	readonly sha?: string;
	readonly blob?: string;
	readonly mark?: string;
	/** Null when the content must be read before it counts as unchanged. */
	readonly facts: FileFacts | null;
};

type LinkEntry = { readonly kind: 'link'; readonly target: string; readonly facts: FileFacts | null };

export type Entry = FileEntry | LinkEntry | { readonly kind: 'unseen' };

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

/** Facts as a text: JSON has no bigint. It also identifies an unread content. */
export function markOf(facts: FileFacts): string {
	return `${facts.ino}:${facts.size}:${facts.mtimeNs}:${facts.ctimeNs}`;
}

/** The facts of a mark, or of its four numbers in a list. Throws for anything else. */
export function factsIn(mark: unknown): FileFacts {
	const words = [mark].flat().join(':');
	// A file may be from before 1970.
	if (!/^-?\d+(?::-?\d+){3}$/.test(words)) throw new TypeError(`no facts: ${words}`);
	const [ino = 0n, size = 0n, mtimeNs = 0n, ctimeNs = 0n] = words.split(':').map(BigInt);
	return { ino, size, mtimeNs, ctimeNs };
}

/** Permission bits of a mode; set-user-id and the like are never restored. */
export function permissionsOf(mode: bigint): number {
	return Number(mode) & 0o777;
}

function isSameContent(one: FileEntry, other: FileEntry): boolean {
	if (one.sha !== undefined && other.sha !== undefined) return one.sha === other.sha;
	if (one.blob !== undefined && other.blob !== undefined) return one.blob === other.blob;
	return one.mark !== undefined && one.mark === other.mark;
}

/** True when nothing differs that would be restored: kind, content, permissions, a link's target. */
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
/** Milliseconds that file times may lag behind the clock: the system uses its last tick. */
export const CLOCK_SLACK = 20;
/** The same for file systems with times in whole seconds or coarser. */
const COARSE_SLACK = 2000;

/**
 * True when a file changed so shortly before `now` (milliseconds since the epoch) that a further change could have the
 * same time: its facts prove nothing then.
 */
export function isFresh(facts: FileFacts, now: number): boolean {
	const slack = facts.ctimeNs % NANOSECONDS === 0n ? COARSE_SLACK : CLOCK_SLACK;
	return millisecondsOf(facts.ctimeNs) >= now - slack;
}

export function millisecondsOf(nanoseconds: bigint): number {
	return Number(nanoseconds / NANOSECONDS);
}
