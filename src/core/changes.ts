import type { changedFile, changeSet, evidence, restoreDirection } from './files-event.js';
import type { Read } from './schema.js';

export type Evidence = Read<typeof evidence>;
export type ChangedFile = Read<typeof changedFile>;
export type ChangeSet = Read<typeof changeSet>;
export type RestoreDirection = Read<typeof restoreDirection>;

/** A changed file to report to the agent: restored, or (of a shadow) applied, waiting or discarded, wholly or in part. */
export type RestoredFile = {
	readonly path: string;
	readonly direction:
		| RestoreDirection
		| 'applied'
		| 'applied-part'
		| 'left'
		| 'discarded'
		| 'discarded-part'
		| 'dropped'
		| 'partly'
		| 'taken-back'
		| 'partly-taken-back';
	/** The whole sentence for the agent, where the path alone does not say it. */
	readonly words?: string;
};

export type ChangesState = {
	/** Oldest first, at most {@link MOST_SETS}. */
	readonly sets: readonly ChangeSet[];
	/** Undone changes, the newest last: `/redo` begins there. */
	readonly redo: readonly { readonly setId: string; readonly paths: readonly string[] }[];
	readonly isRestoring: boolean;
	readonly batch?: UndoBatch;
	readonly unreported: readonly RestoredFile[];
	/** In plan mode the agent's own tools acted without asking: it can only be watched. */
	readonly hasActedAlone: boolean;
	readonly trouble: string | null;
};

export type UndoBatch = {
	readonly rest: readonly string[];
	readonly restored: readonly string[];
	readonly deleted: readonly string[];
	readonly refused: readonly { readonly path: string; readonly because: string }[];
	readonly turns: number;
	/** Absent: all files of the turns. */
	readonly paths?: readonly string[];
};

export const MOST_SETS = 20;
