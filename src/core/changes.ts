import type { FileChange, Snapshot } from './snapshots.js';
import type { DiffContent } from './tool-call.js';

/** What is known of how a file came to change during a turn. Nothing beyond it is claimed. */
export type Evidence =
	/** A request that was let through names the file, or it is a plan file. */
	| { readonly type: 'allowed'; readonly title: string }
	/** A tool call of the agent names it as changed; it did not ask, or was refused. */
	| { readonly type: 'named'; readonly title: string; readonly isRefused: boolean }
	/** Something was let through in the turn that names no files: it may have been that. */
	| { readonly type: 'beside'; readonly title: string }
	/** The agent ran something of its own in the turn, without asking. */
	| { readonly type: 'ran'; readonly title: string }
	| { readonly type: 'unknown' };

/** A file that is different after a turn, with what can be shown and said of it. */
export type ChangedFile = FileChange & {
	readonly known: Evidence;
	/** The change as text, its path absolute; null for what is no text or too large to show. */
	readonly diff: DiffContent | null;
	/** It changed while plan mode was on, and nothing that was let through explains it. */
	readonly isTampering: boolean;
	/** The client wrote it where no snapshot reaches: `diff` holds both versions whole. */
	readonly isClientKept?: boolean;
	/** Why it cannot be put back, when it cannot. */
	readonly gap?: string;
};

/** What changed between two kept versions of the workspace, and what of it the user took back. */
export type ChangeSet = {
	readonly id: string;
	readonly turnId: string;
	readonly before: Snapshot;
	readonly after: Snapshot;
	readonly files: readonly ChangedFile[];
	/** Paths that are back as they were in `before`. */
	readonly undone: readonly string[];
	/** What makes the comparison less than certain. */
	readonly remark?: string;
};

/** Which way files are taken: back to before the changes, or to them again. */
export type RestoreDirection = 'undo' | 'redo';

/**
 * What became of a file that the agent changed, for it to know: the user put it back or brought it back; of a change in
 * its view of the workspace, that it was applied, that it waits there, or that it was discarded, by the user or as plan
 * mode was on (`dropped`).
 */
export type RestoredFile = {
	readonly path: string;
	readonly direction: RestoreDirection | 'applied' | 'left' | 'discarded' | 'dropped';
};

/** The changes of the last turns, and what can be taken back of them. */
export type ChangesState = {
	/** The oldest first, at most {@link MOST_SETS}. */
	readonly sets: readonly ChangeSet[];
	/** What was taken back, the newest last: `/redo` begins there. */
	readonly redo: readonly { readonly setId: string; readonly paths: readonly string[] }[];
	/** Files are being put back right now. */
	readonly isRestoring: boolean;
	/** The changes of several turns are being taken back; absent while they are not. */
	readonly batch?: UndoBatch;
	/** What the agent is told with the next prompt. */
	readonly unreported: readonly RestoredFile[];
	/** In plan mode the agent's own tools changed files or ran commands without asking: it can only be watched. */
	readonly hasActedAlone: boolean;
	/** Why nothing can be kept, once that was told. */
	readonly trouble: string | null;
};

/** Changes of several turns that are taken back one after the other: what is to come, and what came of the others. */
export type UndoBatch = {
	/** Ids of sets. */
	readonly rest: readonly string[];
	readonly restored: readonly string[];
	/** Of these, files that are gone again, as the turn had made them. */
	readonly deleted: readonly string[];
	readonly refused: readonly { readonly path: string; readonly because: string }[];
	/** Of how many something was put back. */
	readonly turns: number;
};

/** Turns whose changes can be taken back. */
export const MOST_SETS = 20;
