import type { ChangeSet } from '../changes.js';
import type { Failure } from '../failure.js';

/** How a session begins that goes on from another one, which stays as it is. */
export type BranchKind = 'fork' | 'rewind' | 'compact';

/** What the user wants a new session to begin from. */
export type Branch =
	/** The whole conversation; the agent forks its session where it can. */
	| { readonly kind: 'fork' }
	/** The whole conversation, of which the agent knows no more than a briefing. */
	| { readonly kind: 'compact' }
	/** The conversation before a prompt, the entry with this id; `isWithFiles`: what changed since is taken back too. */
	| { readonly kind: 'rewind'; readonly entryId: string; readonly isWithFiles: boolean };

/** Going on from the open session, or from an earlier place in it. */
export type BranchEvent =
	| { readonly type: 'branch-session'; readonly branch: Branch }
	/**
	 * The transcript is that of a branch from here on: what stands from the entry `before` on is not part of it (null: all
	 * is). `sets`: what was changed since that place in the session before, so that it can still be taken back.
	 */
	| {
			readonly type: 'session-branched';
			readonly kind: BranchKind;
			readonly before: string | null;
			readonly sets: readonly ChangeSet[];
			/** The beginning of the prompt that was gone back to. */
			readonly prompt?: string;
			/** The session before is kept, and can be resumed. */
			readonly isKept: boolean;
	  }
	/** The user wants to know what going back to this prompt would do to the files. */
	| { readonly type: 'inspect-rewind'; readonly entryId: string }
	| ({ readonly type: 'rewind-inspected' } & RewindFiles)
	/** Takes back the changes of several turns, in this order. */
	| { readonly type: 'undo-sets'; readonly setIds: readonly string[] };

/** What is known of the files that going back to a prompt would take back. */
export type RewindFiles = {
	readonly entryId: string;
	/** Files that somebody changed after the agent did: they would be left alone. */
	readonly changed: readonly string[];
	/** Why no file can be taken back; absent where they can. */
	readonly failure?: Failure;
};

/** What is wanted of the world for it. */
export type BranchEffect =
	/** Reports back with `resume-begun`, `session-restored` and `session-branched`, or with `resume-refused`. */
	| { readonly type: 'branch-session'; readonly branch: Branch }
	/** Reports back with `rewind-inspected`. */
	| { readonly type: 'inspect-rewind'; readonly entryId: string; readonly sets: readonly ChangeSet[] };
