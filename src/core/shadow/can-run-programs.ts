import { autoRunPart } from '../policy/auto-run-files.js';
import type { ShadowChange } from './change.js';
import { gitFolderOf } from './git-folder.js';
import { isHarmlessLink } from './link-facts.js';

/**
 * Whether a change can make programs run later once it is applied: git's control files, and files that some program
 * reads by itself (an editor's tasks, `.envrc`, installed packages), at its old or new place; and a link to any of
 * them, or out of the workspace.
 */
export function canRunPrograms({ path, from, isProtected, link }: ShadowChange): boolean {
	const isNamed = isProtected === true || isAutoRun(path) || (from !== undefined && isAutoRun(from));
	return isNamed || (link !== undefined && !isHarmlessLink(link));
}

/** Git's own files are judged by `isProtected`: most hold versions. */
function isAutoRun(path: string): boolean {
	return gitFolderOf(path) === null && autoRunPart(path) !== null;
}
