import { heldChanges, UNKNOWN_CHANGES } from '../../core/worktrees/words.js';
import type { WorktreeEnd } from '../../core/worktrees/worktree.js';
import { changesOf, endWorktree, type WorktreesOptions } from '../../services/worktrees/worktrees.js';
import { askLine } from '../confirm.js';
import type { PreparedRun } from '../prepare.js';
import type { World } from '../world.js';
import * as messages from './worktree-messages.js';

type Left = {
	readonly isPrompted: boolean;
	readonly stop: AbortSignal;
	say(words: string): void;
};

/**
 * Asks what becomes of the session's worktree, once the session is closed. One in which nothing happened goes without
 * a question when this run made it; where nobody can be asked it is kept.
 */
export async function askHowToEnd(
	{ worktree, isWorktreeNew }: PreparedRun,
	{ env, paths }: World,
	{ isPrompted, stop, say }: Left,
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
		// What is no answer repeats the prompt alone.
		if (!isAsked) say(messages.endQuestion(worktree, held, choices));
		isAsked = true;
		const answer = await askLine(messages.endPrompt(choices.length), stop);
		if (answer === null || stop.aborted) return;
		const choice = answer === '' ? 'keep' : choices[Number(answer) - 1];
		if (choice === undefined) continue;
		if (choice === 'keep') return say(messages.kept(worktree));
		if (choice === 'discard' && held !== '') {
			const sure = await askLine(messages.discardQuestion(worktree, held), stop);
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
