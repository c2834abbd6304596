import type { Result } from './failure.js';

/** A kept version of the workspace's files; opaque, valid until it is dropped or cleaned. */
export type Snapshot = {
	readonly id: string;
	/** Milliseconds since the epoch. */
	readonly at: number;
	/** What could not be kept, with the reason: too large, unreadable. Paths as in {@link FileChange}. */
	readonly gaps: readonly { readonly path: string; readonly because: string }[];
};

/**
 * How a file differs between two versions; paths have `/` and are relative to the workspace, or absolute in a folder
 * beside it.
 */
export type FileChange = {
	readonly path: string;
	readonly kind: 'added' | 'modified' | 'deleted';
	/** False when the older content was not kept, so it cannot be put back. */
	readonly canRestore: boolean;
};

/** A file's content in a snapshot: text for showing, or null for what is no text or was not there. */
export type KeptText = { readonly exists: boolean; readonly text: string | null };

/** What came of putting files back. */
export type RestoreReport = {
	readonly restored: readonly string[];
	/** Left alone, with the reason: changed since by somebody else, not kept, outside by a link, not writable. */
	readonly refused: readonly { readonly path: string; readonly because: string }[];
};

/**
 * Versions of the files of the workspace and of the folders beside it, outside of what is ignored, untracked and uncommitted ones
 * included, with and without git. Nothing here changes the user's index, stash, refs or hooks.
 * Implemented in `services/`.
 */
export type SnapshotsPort = {
	/** Keeps the files as they are now, by content. */
	take(): Promise<Result<Snapshot>>;
	/** What differs between two snapshots. */
	between(from: Snapshot, to: Snapshot): Promise<Result<readonly FileChange[]>>;
	/** A file's content as it was kept. */
	read(snapshot: Snapshot, path: string): Promise<Result<KeptText>>;
	/**
	 * Puts `paths` back as they were in `to`, where they still are as in `expected`; a file that
	 * somebody changed since is refused. Modes and executable bits come back as well.
	 */
	restore(to: Snapshot, expected: Snapshot, paths: readonly string[]): Promise<Result<RestoreReport>>;
	/**
	 * Calls `onHint` (debounced) when something in the workspace may have changed; a hint, never proof.
	 * Returns the way to stop. Costs nothing noticeable in a repository of 50,000 files.
	 */
	watch(onHint: () => void): () => void;
	/** Drops what a snapshot alone needs. */
	drop(snapshot: Snapshot): Promise<void>;
};
