import type { ChangeSet } from '../changes.js';
import type { Failure } from '../failure.js';

export type BranchKind = 'fork' | 'rewind' | 'compact';

export type Branch =
	/** The whole conversation; the agent forks its session where it can. */
	| { readonly kind: 'fork' }
	| { readonly kind: 'compact' }
	/** The conversation before the entry with this id; `isWithFiles`: changes since are undone too. */
	| { readonly kind: 'rewind'; readonly entryId: string; readonly isWithFiles: boolean };

export type BranchEvent =
	| { readonly type: 'branch-session'; readonly branch: Branch }
	/**
	 * The transcript is that of a branch from here on, up to the entry `before` (null: all of it). `sets`: changes since
	 * that place in the session before, so that they can still be undone.
	 */
	| {
			readonly type: 'session-branched';
			readonly kind: BranchKind;
			readonly before: string | null;
			readonly sets: readonly ChangeSet[];
			readonly prompt?: string;
			readonly isKept: boolean;
	  }
	| { readonly type: 'inspect-rewind'; readonly entryId: string }
	| ({ readonly type: 'rewind-inspected' } & RewindFiles)
	| { readonly type: 'undo-sets'; readonly setIds: readonly string[] };

export type RewindFiles = {
	readonly entryId: string;
	/** Files that somebody changed after the agent did: they would be left alone. */
	readonly changed: readonly string[];
	readonly failure?: Failure;
};

export type BranchEffect =
	/** Reports back with `resume-begun`, `session-restored` and `session-branched`, or with `resume-refused`. */
	| { readonly type: 'branch-session'; readonly branch: Branch }
	| { readonly type: 'inspect-rewind'; readonly entryId: string; readonly sets: readonly ChangeSet[] };
