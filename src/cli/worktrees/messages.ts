import { sanitizeLine } from '../../core/text/sanitize.js';
import type { Worktree, WorktreeChanges } from '../../core/worktrees/worktree.js';

/** `1 file`, `2 files`. */
export const counted = (count: number, one: string): string => `${count} ${one}${count === 1 ? '' : 's'}`;

/** Path and branch of the worktree that the session works in. */
export const opened = ({ name, path, branch }: Worktree, isNew: boolean): string =>
	`${isNew ? 'New worktree' : 'Worktree'} ${name}: ${sanitizeLine(path)} (branch ${branch}).`;

export const takeAlong = (count: number): string =>
	`Your ${counted(count, 'uncommitted change')} here ${count === 1 ? 'is' : 'are'} not in it. Copy ${count === 1 ? 'it' : 'them'} there? [y/N] `;
export const leftBehind = (count: number): string =>
	`It begins at the last commit: ${counted(count, 'uncommitted change')} of the work tree ${count === 1 ? 'is' : 'are'} not in it.`;
export const takenAlong = (count: number): string => `Copied ${counted(count, 'uncommitted change')}.`;

const MOST_SHOWN = 20;

/** The files that would be copied, a line each. */
export const ignoredFiles = (
	{ paths, bytes }: { readonly paths: readonly string[]; readonly bytes: number },
	list: string,
): string =>
	[
		`${list} lists ${counted(paths.length, 'file')} that git ignores (${size(bytes)}):`,
		...paths.slice(0, MOST_SHOWN).map((path) => `  ${sanitizeLine(path)}`),
		...(paths.length > MOST_SHOWN ? [`  and ${paths.length - MOST_SHOWN} more`] : []),
	].join('\n');
export const copyQuestion = (count: number): string => `Copy ${count === 1 ? 'it' : 'them'} into the worktree? [y/N] `;
export const notCopied = 'They were not copied; --worktree-copy copies them.';
export const tooMuchToCopy = (list: string, why: string): string =>
	`${list} lists ${why} that git ignores; nothing of it was copied.`;
export const copied = (count: number, left: readonly string[]): string =>
	[
		`Copied ${counted(count, 'file')}.`,
		...(left.length === 0
			? []
			: ['Not copied:', ...left.slice(0, MOST_SHOWN).map((each) => `  ${sanitizeLine(each)}`)]),
	].join('\n');

function size(bytes: number): string {
	const units = ['bytes', 'KB', 'MB', 'GB'];
	const step = Math.min(units.length - 1, bytes < 1024 ? 0 : Math.floor(Math.log2(bytes) / 10));
	return `${Number((bytes / 1024 ** step).toFixed(step === 0 ? 0 : 1))} ${units[step] ?? ''}`;
}

/** What a worktree holds that is nowhere else, in words; empty for nothing. */
export const heldChanges = ({ uncommitted, unmerged }: WorktreeChanges): string =>
	[
		...(uncommitted === 0 ? [] : [counted(uncommitted, 'uncommitted file')]),
		...(unmerged === 0 ? [] : [counted(unmerged, 'unmerged commit')]),
	].join(' and ');
