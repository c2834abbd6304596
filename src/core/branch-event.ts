import type { ChangeSet } from './changes.js';
import { name } from './content-schema.js';
import type { Failure } from './failure.js';
import { changeSet } from './files-event.js';
import { type EventOf, flag, list, optional, orNull, type Read, unlogged, word } from './schema.js';

const branchKind = word({ fork: true, rewind: true, compact: true });

export type BranchKind = Read<typeof branchKind>;

export type Branch =
	/** The whole conversation; the agent forks its session where it can. */
	| { readonly kind: 'fork' }
	| { readonly kind: 'compact' }
	/** The conversation before the entry with this id; `isWithFiles`: changes since are undone too. */
	| { readonly kind: 'rewind'; readonly entryId: string; readonly isWithFiles: boolean };

const MOST = 1000;

export const branchEvents = {
	'branch-session': unlogged<{ readonly branch: Branch }>(),
	/** The transcript is a branch's now, up to `before` (null: all). `sets`: changes since then that can be undone. */
	'session-branched': {
		kind: branchKind,
		before: orNull(name),
		sets: list(changeSet, MOST),
		prompt: optional(name),
		isKept: flag,
	},
	'inspect-rewind': unlogged<{ readonly entryId: string }>(),
	'rewind-inspected': unlogged<RewindFiles>(),
	/** `paths` absent: all of their files. */
	'undo-sets': { setIds: list(name, MOST), paths: optional(list(name, 10_000)) },
};

export type BranchEvent = EventOf<typeof branchEvents>;

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
