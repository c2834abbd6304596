import { autoRunPart } from '../policy/auto-run-files.js';
import type { ShadowChange } from './change.js';
import { gitFolderOf } from './git-folder.js';

/**
 * True for a change that can make programs run later once it is applied: git's control files, and files that some
 * program reads by itself (an editor's tasks, `.envrc`, installed packages), where it was or where it goes.
 */
export function canRunPrograms({ path, from, isProtected }: ShadowChange): boolean {
	return isProtected === true || isAutoRun(path) || (from !== undefined && isAutoRun(from));
}

/** Of git's own files the change itself says which are run: most hold versions. */
function isAutoRun(path: string): boolean {
	return gitFolderOf(path) === null && autoRunPart(path) !== null;
}
