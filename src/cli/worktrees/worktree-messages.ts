import { counted } from '../../core/text/counted.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import type { Worktree, WorktreeEnd } from '../../core/worktrees/worktree.js';

export const opened = ({ name, path, branch }: Worktree, isNew: boolean): string =>
	`${isNew ? 'New worktree' : 'Worktree'} ${name}: ${sanitizeLine(path)} (branch ${branch}).`;

export const takeAlong = (count: number): string =>
	`Your ${counted(count, 'uncommitted change')} here ${count === 1 ? 'is' : 'are'} not in it. Copy ${count === 1 ? 'it' : 'them'} there? [y/N] `;
export const leftBehind = (count: number): string =>
	`It begins at the last commit: ${counted(count, 'uncommitted change')} of the work tree ${count === 1 ? 'is' : 'are'} not in it.`;
export const takenAlong = (count: number): string => `Copied ${counted(count, 'uncommitted change')}.`;

const MOST_SHOWN = 20;

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

export const nothingHappened = ({ name }: Worktree): string =>
	`Nothing happened in the worktree ${name}; it was removed.`;
export const kept = ({ name }: Worktree): string =>
	`Kept. To go on there: acp-tui --worktree ${name} (acp-tui worktrees lists all).`;

export const endQuestion = (worktree: Worktree, held: string, choices: readonly WorktreeEnd[]): string => {
	const { name, branch, base, project } = worktree;
	const words: Readonly<Record<WorktreeEnd, string>> = {
		keep: 'keep it',
		merge: `merge it into ${base.branch ?? ''} and remove it; what is not committed is committed first`,
		patch: `copy its changes to ${sanitizeLine(project)}, uncommitted, and keep it`,
		discard: held === '' ? 'remove it' : 'discard it with all that is in it',
	};
	return [
		`Worktree ${name} (branch ${branch}): ${held === '' ? 'no changes' : held}.`,
		...choices.map((choice, index) => `  ${index + 1}  ${words[choice]}`),
	].join('\n');
};
export const endPrompt = (count: number): string => `1–${count}, enter keeps it: `;
export const discardQuestion = ({ name }: Worktree, held: string): string =>
	`Discard ${held} of ${name} for good? [y/N] `;

export const noWorktrees = 'This repository has no worktrees of sessions; acp-tui --worktree makes one.';
export const needsYes = ({ name }: Worktree, held: string): string =>
	`the worktree ${name} has ${held} that would be lost; --yes removes it all the same`;
