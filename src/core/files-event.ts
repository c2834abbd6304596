import type { ChangeSet, RestoreDirection } from './changes.js';
import type { Failure } from './failure.js';
import type { RestoreReport } from './snapshots.js';

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
