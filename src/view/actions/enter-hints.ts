import { isCommandPrompt } from '../../core/session/prompts/command-prompt.js';
import { isWaitingToStart } from '../../core/session/recovery/recovery.js';
import { isRetrying } from '../../core/session/retry/failed-prompt.js';
import { isAwaitingSignIn } from '../../core/session/sign-in/sign-in-state.js';
import { canSteer } from '../../core/session/steering/steering-of.js';
import { isShellDraft } from '../composer/shell-mode.js';
import { parseSlash } from '../composer/slash.js';
import { isDraftFree } from '../questions/early-keys.js';
import { isDraftAnswer } from '../questions/give-answer.js';
import { localCommands } from '../slash-commands/commands.js';
import type { ScreenContext } from '../state/context.js';
import { ENTER } from './actions-messages.js';

/** Fewer columns have no room for both in the footer. */
const NARROW = 60;

/** What enter does with the draft now, in a word for the footer; null where it does nothing. */
export function submitHint(context: ScreenContext): string | null {
	const { session, ui } = context;
	if (isDraftFree(ui)) return emptyHint(context);
	if (isCommand(context)) return ENTER.runs;
	const [question] = session.questions;
	// A command that is not ours answers no question.
	const isSlash = parseSlash(ui.composer.draft.text, localCommands, session.commands) !== null;
	if (question !== undefined && isSlash) return null;
	if (question?.kind === 'exit-plan') return ENTER.comments;
	if (question !== undefined && isDraftAnswer(context)) return ENTER.rejects;
	const { phase } = session.connection;
	const isGoneOrComing = phase !== 'ready' || session.isRestoring === true || isWaitingToStart(session);
	const isBusy = session.turn !== null || isRetrying(session) || isAwaitingSignIn(session) || isGoneOrComing;
	return isBusy ? ENTER.queues : ENTER.sends;
}

/** Whether the draft is a command line of the user, or a command of ours. */
function isCommand({ session, ui }: ScreenContext): boolean {
	const { draft } = ui.composer;
	if (isShellDraft(draft)) return true;
	return draft.text.startsWith('/') && parseSlash(draft.text, localCommands, session.commands)?.kind === 'local';
}

/** Enter on an empty draft goes on where something waits; the status line says so too, where there is room. */
function emptyHint({ session, ui }: ScreenContext): string | null {
	if (ui.question?.isFeedback === true) return ENTER.comments;
	const isHeld = session.isQueuePaused && session.queue.length > 0;
	return isHeld && session.turn === null && session.connection.phase === 'ready' ? ENTER.sendsNext : null;
}

/** What the key for the running turn does with the draft now; null while there is nothing to send. */
export function steerHint(context: ScreenContext): string | null {
	const { session, ui } = context;
	const { turn } = session;
	if (isDraftFree(ui)) return null;
	if (turn === null) return ENTER.newLine;
	if (isCommand(context)) return ENTER.runs;
	const { text } = ui.composer.draft;
	const isTheirs = isCommandPrompt({ id: '', text, blocks: [] }, session.commands);
	if (turn.cancelledAt !== undefined || isTheirs) return ENTER.queues;
	if (canSteer(session)) return ENTER.steers;
	return ui.columns < NARROW ? ENTER.asksShort : ENTER.asks;
}
