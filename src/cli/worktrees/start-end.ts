import { isAbsolute, join, relative, resolve } from 'node:path';
import { counted } from '../../core/text/counted.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import type { Worktree, WorktreeEnd } from '../../core/worktrees/worktree.js';
import { heldChanges, UNKNOWN_CHANGES } from '../../core/worktrees/worktree-words.js';
import { isWithin } from '../../services/files/path-inside.js';
import type { GitOptions } from '../../services/git/open-git.js';
import { createProcessGuard } from '../../services/guard/process-guard.js';
import { copyIgnored, findIgnored, INCLUDE_FILE } from '../../services/worktrees/copy-ignored.js';
import { type OpenedWorktree, openWorktree } from '../../services/worktrees/open-worktree.js';
import { cleanUp } from '../../services/worktrees/remove-worktree.js';
import { takeAlong, uncommittedIn } from '../../services/worktrees/worktree-changes.js';
import { changesOf, endWorktree, type WorktreesOptions } from '../../services/worktrees/worktrees.js';
import type { RunOptions } from '../command.js';
import { askLine } from '../confirm.js';
import { CommandFailure, UsageError } from '../errors.js';
import { prepareRun } from '../prepare-run.js';
import type { PreparedRun } from '../prepared-run.js';
import type { World } from '../world.js';

type WorktreeDialogue = {
	readonly signal: AbortSignal;
	say(words: string): void;
	/** Asks with yes or no; null where nobody can be asked. */
	confirm(question: string): Promise<boolean | null>;
};

/**
 * Makes or opens the worktree that `--worktree` asks for, and prepares the run in it. `first` is the run as it would
 * be without: what is wrong with it was reported before anything is made. Throws a UsageError or a CommandFailure.
 */
export async function prepareInWorktree(
	options: RunOptions,
	first: PreparedRun,
	world: World,
	dialogue: WorktreeDialogue,
): Promise<PreparedRun> {
	const wanted = options.worktree;
	if (wanted === null) return first;
	const guard = createProcessGuard();
	const git: GitOptions = { env: world.env, signal: dialogue.signal, guard };
	try {
		return await makeAndPrepare(options, first, world, { wanted, git, dialogue });
	} finally {
		guard.close();
	}
}

type Making = {
	readonly wanted: NonNullable<RunOptions['worktree']>;
	readonly git: GitOptions;
	readonly dialogue: WorktreeDialogue;
};

async function makeAndPrepare(
	options: RunOptions,
	first: PreparedRun,
	world: World,
	{ wanted, git, dialogue }: Making,
): Promise<PreparedRun> {
	await cleanUp(world.paths.dataDir, git);
	const opened = await openWorktree({ ...git, dataDir: world.paths.dataDir, cwd: first.cwd, name: wanted.name });
	if (!opened.ok) {
		const { code, message, hint } = opened.failure;
		const words = [message, hint ?? ''].join(' ').trim();
		throw code === 'usage' ? new UsageError(words) : new CommandFailure(opened.failure);
	}
	const worktree = opened.value;
	try {
		const { record } = worktree;
		dialogue.say(messages.opened(record, worktree.isNew));
		for (const notice of worktree.notices) dialogue.say(notice);
		const top = worktree.isNew ? await offerChanges(worktree, first, git, dialogue) : record.project;
		if (worktree.isNew || wanted.isCopying) await offerIgnored(top, record.path, wanted.isCopying, git, dialogue);
		const inside: RunOptions = {
			...options,
			worktree: null,
			cwd: worktree.cwd,
			addDir: (options.addDir ?? []).map((path) => movedFolder(path, first.cwd, worktree)),
		};
		return { ...(await prepareRun(inside, world)), worktreeUse: worktree.use, isWorktreeNew: worktree.isNew };
	} catch (error) {
		await worktree.use.release();
		throw error;
	}
}

/** A folder of the command line counts from where the session would work; one of the project is that of the worktree. */
function movedFolder(path: string, cwd: string, { record }: OpenedWorktree): string {
	const absolute = isAbsolute(path) ? path : resolve(cwd, path);
	return isWithin(record.project, absolute) ? join(record.path, relative(record.project, absolute)) : absolute;
}

/** Copies what is not committed when the user says so. Returns the top of the work tree that it was looked for in. */
async function offerChanges(
	{ record }: OpenedWorktree,
	{ cwd }: PreparedRun,
	git: GitOptions,
	dialogue: WorktreeDialogue,
): Promise<string> {
	const changed = await uncommittedIn(cwd, git);
	if (changed !== null && changed.count > 0) {
		const isWanted = await dialogue.confirm(messages.takeAlong(changed.count));
		if (isWanted === null) dialogue.say(messages.leftBehind(changed.count));
		else if (isWanted) {
			const taken = await takeAlong(changed.top, record, git);
			dialogue.say(taken.ok ? `Copied ${counted(changed.count, 'uncommitted change')}.` : taken.failure.message);
		}
	}
	return changed?.top ?? record.project;
}

/** Copies what git ignores and the project lists for its worktrees; it is shown first, and only copied when the user says so. */
async function offerIgnored(
	top: string,
	to: string,
	isCopying: boolean,
	git: GitOptions,
	dialogue: WorktreeDialogue,
): Promise<void> {
	const found = await findIgnored(top, to, git);
	if (!found.ok) return dialogue.say(found.failure.message);
	const { paths, refusal } = found.value;
	if (paths.length === 0) return;
	if (refusal !== null) return dialogue.say(messages.tooMuchToCopy(INCLUDE_FILE, refusal));
	dialogue.say(messages.ignoredFiles(found.value, INCLUDE_FILE));
	const isAgreed = isCopying || (await dialogue.confirm(messages.copyQuestion(paths.length)));
	if (isAgreed === null) dialogue.say('They were not copied; --worktree-copy copies them.');
	if (isAgreed !== true) return;
	const copied = await copyIgnored(paths, top, to);
	if (!copied.ok) return dialogue.say(copied.failure.message);
	dialogue.say(messages.copied(paths.length - copied.value.length, copied.value));
}

/**
 * Asks what becomes of the session's worktree, once the session is closed. One in which nothing happened goes without
 * a question when this run made it; where nobody can be asked it is kept.
 */
export async function askHowToEnd(
	{ worktree, isWorktreeNew }: PreparedRun,
	{ env, paths }: World,
	{ isPrompted, stop, say }: { readonly isPrompted: boolean; readonly stop: AbortSignal; say(words: string): void },
): Promise<void> {
	if (worktree === null) return;
	const options: WorktreesOptions = { env, dataDir: paths.dataDir, ownUse: null, signal: stop };
	let isAsked = false;
	for (;;) {
		const changes = await changesOf(worktree, options);
		const held = changes === null ? UNKNOWN_CHANGES : heldChanges(changes);
		if (held === '' && isWorktreeNew && !isPrompted) {
			const removed = await endWorktree(worktree, 'discard', options);
			return say(removed.ok ? messages.nothingHappened(worktree) : removed.failure.message);
		}
		const choices = choicesFor(held !== '', worktree.base.branch !== null);
		// A wrong answer repeats the prompt alone.
		if (!isAsked) say(messages.endQuestion(worktree, held, choices));
		isAsked = true;
		const answer = await askLine(`1–${choices.length}, enter keeps it: `, stop);
		if (answer === null) return;
		// Below the line that was called off.
		if (stop.aborted) return say(`\n${messages.kept(worktree)}`);
		const choice = answer === '' ? 'keep' : choices[Number(answer) - 1];
		if (choice === undefined) continue;
		if (choice === 'keep') return say(messages.kept(worktree));
		if (choice === 'discard' && held !== '') {
			const sure = await askLine(discardQuestion(worktree, held), stop);
			if (sure === null || !/^y(?:es)?$/i.test(sure)) continue;
		}
		const ended = await endWorktree(worktree, choice, options);
		say(ended.ok ? ended.value : [ended.failure.message, ended.failure.hint ?? ''].join(' ').trim());
		if (ended.ok) return;
		isAsked = false;
	}
}

function choicesFor(hasChanges: boolean, hasBase: boolean): readonly WorktreeEnd[] {
	if (!hasChanges) return ['keep', 'discard'];
	return hasBase ? ['keep', 'merge', 'patch', 'discard'] : ['keep', 'patch', 'discard'];
}

const messages = {
	opened: ({ name, path, branch }: Worktree, isNew: boolean): string =>
		`${isNew ? 'New worktree' : 'Worktree'} ${name}: ${sanitizeLine(path)} (branch ${branch}).`,
	takeAlong: (count: number): string =>
		`Your ${counted(count, 'uncommitted change')} here ${count === 1 ? 'is' : 'are'} not in it. Copy ${count === 1 ? 'it' : 'them'} there? [y/N] `,
	leftBehind: (count: number): string =>
		`It begins at the last commit: ${counted(count, 'uncommitted change')} of the work tree ${count === 1 ? 'is' : 'are'} not in it.`,

	ignoredFiles: (
		{ paths, bytes }: { readonly paths: readonly string[]; readonly bytes: number },
		list: string,
	): string =>
		[
			`${list} lists ${counted(paths.length, 'file')} that git ignores (${size(bytes)}):`,
			...paths.slice(0, MOST_SHOWN).map((path) => `  ${sanitizeLine(path)}`),
			...(paths.length > MOST_SHOWN ? [`  and ${paths.length - MOST_SHOWN} more`] : []),
		].join('\n'),
	copyQuestion: (count: number): string => `Copy ${count === 1 ? 'it' : 'them'} into the worktree? [y/N] `,

	tooMuchToCopy: (list: string, why: string): string =>
		`${list} lists ${why} that git ignores; nothing of it was copied.`,
	copied: (count: number, left: readonly string[]): string =>
		[
			`Copied ${counted(count, 'file')}.`,
			...(left.length === 0
				? []
				: ['Not copied:', ...left.slice(0, MOST_SHOWN).map((each) => `  ${sanitizeLine(each)}`)]),
		].join('\n'),
	nothingHappened: ({ name }: Worktree): string => `Nothing happened in the worktree ${name}; it was removed.`,
	kept: ({ name }: Worktree): string =>
		`Kept. To go on there: acp-tui --worktree ${name} (acp-tui worktrees lists all).`,
	endQuestion: (worktree: Worktree, held: string, choices: readonly WorktreeEnd[]): string => {
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
	},
};

export const discardQuestion = ({ name }: Worktree, held: string): string =>
	`Discard ${held} of ${name} for good? [y/N] `;

const MOST_SHOWN = 20;

function size(bytes: number): string {
	const units = ['bytes', 'KB', 'MB', 'GB'];
	const step = Math.min(units.length - 1, bytes < 1024 ? 0 : Math.floor(Math.log2(bytes) / 10));
	return `${Number((bytes / 1024 ** step).toFixed(step === 0 ? 0 : 1))} ${units[step] ?? ''}`;
}
