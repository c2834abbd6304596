import type { ChangeSet, RestoreDirection } from './changes.js';
import type { Failure } from './failure.js';
import type { RestoreReport } from './snapshots.js';

/** What is found out about the workspace's files. */
export type FilesEvent =
	/** What is different at the end of a turn. */
	| { readonly type: 'turn-changes'; readonly set: ChangeSet }
	/** Files changed while plan mode is on; `isOver` when this period of plan mode has ended. */
	| { readonly type: 'plan-tampering'; readonly set: ChangeSet; readonly isOver: boolean }
	/** The files could not be kept or compared: there is no watch and no undo for now. */
	| { readonly type: 'snapshot-failed'; readonly failure: Failure }
	| {
			readonly type: 'files-restored';
			readonly setId: string;
			readonly direction: RestoreDirection;
			readonly report: RestoreReport;
	  }
	| { readonly type: 'restore-failed'; readonly failure: Failure };
