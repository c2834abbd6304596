import { autoRunPart } from '../policy/auto-run-files.js';
import { gitFolderOf } from './git-folder.js';
import { isHarmlessLink } from './link-facts.js';
import type { ShadowChange } from './shadow-change.js';

/** Whether a change, once applied, can make a program run later: git's control files, auto-run files, links to them. */
export function canRunPrograms({ path, from, isProtected, link }: ShadowChange): boolean {
	const isNamed = isProtected === true || isAutoRun(path) || (from !== undefined && isAutoRun(from));
	return isNamed || (link !== undefined && !isHarmlessLink(link));
}

/** Git's own files are judged by `isProtected`: most hold versions. */
function isAutoRun(path: string): boolean {
	return gitFolderOf(path) === null && autoRunPart(path) !== null;
}
