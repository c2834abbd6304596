import type { Failure } from './failure.js';
import type { FileChange, RestoreReport, Snapshot } from './snapshots.js';
import type { DiffContent } from './tool-call.js';

export type Evidence =
	| { readonly type: 'allowed'; readonly title: string }
	/** A tool call names it as changed; the agent did not ask, or was refused. */
	| { readonly type: 'named'; readonly title: string; readonly isRefused: boolean }
	/** Something that names no files was allowed in the turn: it may have changed the file. */
	| { readonly type: 'beside'; readonly title: string }
	| { readonly type: 'ran'; readonly title: string }
	| { readonly type: 'unknown' };

export type ChangedFile = FileChange & {
	readonly known: Evidence;
	/** With an absolute path; null for binary or too large files. */
	readonly diff: DiffContent | null;
	/** Changed in plan mode without an allowed action that explains it. */
	readonly isTampering: boolean;
	/** Written by the client where no snapshot reaches: `diff` holds both versions whole. */
	readonly isClientKept?: boolean;
	readonly gap?: string;
};

export type ChangeSet = {
	readonly id: string;
	readonly turnId: string;
	readonly before: Snapshot;
	readonly after: Snapshot;
	readonly files: readonly ChangedFile[];
	readonly undone: readonly string[];
	readonly remark?: string;
};

export type RestoreDirection = 'undo' | 'redo';

/**
 * New state of a file that the agent changed, to be reported to it: the user put it back or brought it back; of a
 * change in a shadow, that it was applied, that it waits, or that it was discarded, by the user or as plan mode was on
 * (`dropped`).
 */
export type RestoredFile = {
	readonly path: string;
	readonly direction: RestoreDirection | 'applied' | 'left' | 'discarded' | 'dropped';
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
};

export const MOST_SETS = 20;

export type FilesEvent =
	| { readonly type: 'turn-changes'; readonly set: ChangeSet }
	| { readonly type: 'plan-tampering'; readonly set: ChangeSet; readonly isOver: boolean }
	/** No snapshot or comparison was possible: no watch and no undo for now. */
	| { readonly type: 'snapshot-failed'; readonly failure: Failure }
	| {
			readonly type: 'files-restored';
			readonly setId: string;
			readonly direction: RestoreDirection;
			readonly report: RestoreReport;
	  }
	| { readonly type: 'restore-failed'; readonly failure: Failure };
