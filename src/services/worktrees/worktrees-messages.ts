import { fail } from '../../core/failure.js';
import { counted } from '../../core/text/counted.js';

export const WORKTREES = {
	noGit: (why: string) =>
		fail('could-not-start', `A worktree needs git: ${why}`, { hint: 'Install git, or work without a worktree.' }),
	notARepository: (folder: string) =>
		fail('usage', `${folder} is not in a git repository, so it can have no worktree.`, {
			hint: 'Run “git init” there and commit first, or work without a worktree.',
		}),
	bare: (folder: string) =>
		fail('usage', `${folder} is a bare repository, without files to work in.`, {
			hint: 'Start in a clone of it, or in one of its work trees.',
		}),
	elsewhere: 'no worktree is made',
	noCommit: () =>
		fail('usage', 'This repository has no commit yet, so a worktree would have nothing to begin with.', {
			hint: 'Commit something first.',
		}),
	badName: (name: string, problem: string) =>
		fail('usage', `“${name}” is not a name for a worktree: a name ${problem}.`),
	nearlyTaken: (name: string, taken: string) =>
		fail('usage', `There is a worktree or branch “${taken}” already, which differs from “${name}” in case alone.`, {
			hint: `Use ${taken}, or another name.`,
		}),
	noFreeName: () => fail('internal', 'No free name for a worktree was found.', { hint: 'Choose one yourself.' }),
	folderTaken: (path: string) =>
		fail('usage', `${path} exists, but is not a worktree of this repository.`, {
			hint: 'Choose another name, or remove that folder.',
		}),
	beingMade: (name: string) =>
		fail('timed-out', `Another acp-tui is still at work on the worktree ${name}.`, {
			hint: 'Try again when it is done.',
		}),
	notMade: (why: string) => fail('could-not-start', `The worktree could not be made: ${why}`),
	noRoom: (folder: string, why: string) => fail('disk-full', `The worktree could not be made in ${folder}: ${why}.`),
	unknown: (name: string) =>
		fail('not-found', `There is no worktree “${name}” of this repository.`, {
			hint: '“acp-tui worktrees” lists them.',
		}),
	inUse: (name: string, users: number) =>
		fail('denied', `The worktree ${name} is in use by ${counted(users, 'other session')}.`, {
			hint: 'Leave it there first.',
		}),
	locked: (name: string, path: string) =>
		fail('denied', `The worktree ${name} is locked.`, { hint: `Unlock it: git worktree unlock ${path}` }),
	notRemoved: (path: string, why: string) =>
		fail('no-permission', `${path} could not be removed: ${why}.`, { hint: 'Correct that, then remove it again.' }),
	conflictsInside: (name: string) =>
		fail('invalid', `The worktree ${name} has conflicts that are not resolved; nothing was merged.`, {
			hint: 'Resolve them there first.',
		}),
	noBase: (name: string) =>
		fail('invalid', `The worktree ${name} began at a commit without a branch, so there is none to merge into.`, {
			hint: 'Take it as a patch, or merge its branch yourself.',
		}),
	baseGone: (branch: string) =>
		fail('invalid', `The branch ${branch} is gone, so nothing was merged.`, { hint: 'Merge it yourself.' }),
	notCheckedOut: (branch: string) =>
		fail(
			'invalid',
			`The branch ${branch} is not checked out anywhere and cannot be moved forward; nothing was merged.`,
			{ hint: `Check out ${branch} first.` },
		),
	conflicts: (branch: string, files: readonly string[]) =>
		fail(
			'invalid',
			`It conflicts with ${branch}${files.length === 0 ? '' : ` in ${some(files)}`}; nothing was merged, both are as they were.`,
			{ hint: 'Let the agent merge that branch into the worktree and resolve the conflicts there, then merge again.' },
		),
	notMerged: (branch: string, why: string) =>
		fail('invalid', `It was not merged into ${branch}, which is as it was: ${why}`),
	projectGone: (project: string) => fail('not-found', `${project} is gone, so there is nothing to put a patch into.`),
	doesNotFit: (project: string, why: string) =>
		fail('invalid', `The changes do not fit into ${project}, which was left as it was: ${why}`, {
			hint: 'Commit or undo what differs there, or merge instead.',
		}),
	patchTooLarge: () => fail('too-large', 'The changes are too large for a patch.', { hint: 'Merge instead.' }),
	merged: (branch: string, commits: number, rest: string) =>
		`Merged ${counted(commits, 'commit')} into ${branch}${rest === '' ? '; the worktree is gone' : `. ${rest}`}.`,
	mergedAndKept: (branch: string, commits: number) =>
		`Merged ${counted(commits, 'commit')} into ${branch}; the worktree is kept.`,
	nothingToMerge: (branch: string) => `There is nothing that ${branch} does not have.`,
	patched: (files: number, project: string, name: string) =>
		`${counted(files, 'changed file')} put into ${project}, uncommitted. The worktree ${name} is kept.`,
	nothingToPatch: (project: string) => `There is nothing that ${project} does not have.`,
	removed: (name: string, branch: string) => `The worktree ${name} and its branch ${branch} are gone.`,
	copyLater: (why: string) => fail('internal', `The ignored files were not copied: ${why}.`),
	submodules: 'Submodules are empty in a new worktree: git submodule update --init fills them.',
	unfiltered: (names: readonly string[]) =>
		`Filters of the repository’s own settings are not run (${some(names)}): files that they convert are as git keeps them.`,
	noSubfolder: (folder: string) =>
		`${folder} is not in the last commit, so the session works at the top of the worktree.`,
} as const;

function some(names: readonly string[]): string {
	const most = 5;
	const shown = names.slice(0, most).join(', ');
	return names.length > most ? `${shown} and ${names.length - most} more` : shown;
}
