import type { FilesEvent } from '../../files-event.js';
import { reduceChangeSet, reduceSnapshotFailed } from '../changes/changes.js';
import { onRestored, onRestoreFailed } from '../changes/undo-sets.js';
import type { Reducers } from './reducers.js';
import { only } from './step.js';

export const onFiles: Reducers<FilesEvent> = {
	'turn-changes': (state, event, at) => only(reduceChangeSet(state, event.set, true, at)),
	'plan-tampering': (state, event, at) => only(reduceChangeSet(state, event.set, false, at)),
	'snapshot-failed': (state, event, at) => only(reduceSnapshotFailed(state, event.failure, at)),
	'files-restored': onRestored,
	'restore-failed': onRestoreFailed,
};
