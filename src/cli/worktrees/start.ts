import { isAbsolute, join, relative, resolve } from 'node:path';
import { isWithin } from '../../services/files/inside.js';
import { createProcessGuard } from '../../services/guard/process-guard.js';
import { copyIgnored, findIgnored, INCLUDE_FILE } from '../../services/worktrees/copy-ignored.js';
import type { GitOptions } from '../../services/worktrees/git.js';
import { type OpenedWorktree, openWorktree } from '../../services/worktrees/open.js';
import { cleanUp } from '../../services/worktrees/remove.js';
import { takeAlong, uncommittedIn } from '../../services/worktrees/take-along.js';
import type { RunOptions } from '../command.js';
import { CommandFailure } from '../command-failure.js';
import { type PreparedRun, prepareRun } from '../prepare.js';
import { UsageError } from '../usage-error.js';
import type { World } from '../world.js';
import * as messages from './worktree-messages.js';

export type WorktreeDialogue = {
	readonly signal: AbortSignal;
	say(words: string): void;
	/** Asks with yes or no; null where nobody can be asked. */
	confirm(question: string): Promise<boolean | null>;
};

/**
 * Makes or opens the worktree that `--worktree` asks for, and prepares the run in it. `first` is the run as it would
 * be without: what is wrong with it was told before anything is made. Throws a UsageError or a CommandFailure.
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
			additionalDirectories: options.additionalDirectories.map((path) => movedFolder(path, first.cwd, worktree)),
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
			dialogue.say(taken.ok ? messages.takenAlong(changed.count) : taken.failure.message);
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
	if (isAgreed === null) dialogue.say(messages.notCopied);
	if (isAgreed !== true) return;
	const copied = await copyIgnored(paths, top, to);
	if (!copied.ok) return dialogue.say(copied.failure.message);
	dialogue.say(messages.copied(paths.length - copied.value.length, copied.value));
}
