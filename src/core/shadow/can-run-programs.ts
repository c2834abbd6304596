import { autoRunPart } from '../policy/auto-run-files.js';
import type { ShadowChange } from './change.js';
import { gitFolderOf } from './git-folder.js';
import { isHarmlessLink } from './link-facts.js';

/**
 * True for a change that can make programs run later once it is applied: git's control files, and files that some
 * program reads by itself (an editor's tasks, `.envrc`, installed packages), where it was or where it goes; and a link to
 * any of them, or out of the workspace.
 */
export function canRunPrograms({ path, from, isProtected, link }: ShadowChange): boolean {
	const isNamed = isProtected === true || isAutoRun(path) || (from !== undefined && isAutoRun(from));
	return isNamed || (link !== undefined && !isHarmlessLink(link));
}

/** Of git's own files the change itself says which are run: most hold versions. */
function isAutoRun(path: string): boolean {
	return gitFolderOf(path) === null && autoRunPart(path) !== null;
}
