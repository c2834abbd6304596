import type { Result } from './failure.js';
import type { fileChange, restoreReport, snapshot } from './files-event.js';
import type { Read } from './schema.js';

export type Snapshot = Read<typeof snapshot>;
export type FileChange = Read<typeof fileChange>;

/** A file in a snapshot; null for binary or missing. */
export type StoredText = { readonly exists: boolean; readonly text: string | null };

export type RestoreReport = Read<typeof restoreReport>;

/** Versions of all files that are not ignored. Never changes the user's index, stash, refs or hooks. */
export type SnapshotsPort = {
	take(): Promise<Result<Snapshot>>;
	between(from: Snapshot, to: Snapshot): Promise<Result<readonly FileChange[]>>;
	read(snapshot: Snapshot, path: string): Promise<Result<StoredText>>;
	/** Where files still are as in `expected`; one that somebody changed since is refused. Modes come back as well. */
	restore(to: Snapshot, expected: Snapshot, paths: readonly string[]): Promise<Result<RestoreReport>>;
	/** Calls `onHint` (debounced) when something may have changed; a hint, never proof. Returns the way to stop. */
	watch(onHint: () => void): () => void;
	/** Drops data that only this snapshot needs. */
	drop(snapshot: Snapshot): Promise<void>;
};
