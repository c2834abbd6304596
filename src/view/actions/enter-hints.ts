import { isWaitingToStart } from '../../core/session/recovery/waiting.js';
import { isRetrying } from '../../core/session/retry/pause.js';
import { isAwaitingSignIn } from '../../core/session/sign-in/sign-in-state.js';
import { canSteer } from '../../core/session/steering/steering-of.js';
import { isShellDraft } from '../composer/shell-mode.js';
import { isDraftAnswer } from '../questions/give-answer.js';
import type { ScreenContext } from '../state/context.js';
import { isDraftEmpty } from '../state/ui-state.js';
import { ENTER } from './messages.js';

/** Fewer columns have no room for both in the footer. */
const NARROW = 60;

/** What enter does with the draft now, in a word for the footer; null where it does nothing. */
export function submitHint(context: ScreenContext): string | null {
	const { session, ui } = context;
	if (isDraftEmpty(ui)) return emptyHint(context);
	const { draft } = ui.composer;
	if (isShellDraft(draft)) return ENTER.runs;
	if (draft.text.startsWith('/')) return ENTER.runs;
	const [question] = session.questions;
	if (question?.kind === 'exit-plan') return ENTER.comments;
	if (question !== undefined && isDraftAnswer(context)) return ENTER.rejects;
	const { phase } = session.connection;
	const isGoneOrComing = phase !== 'ready' || session.isRestoring === true || isWaitingToStart(session);
	const isBusy = session.turn !== null || isRetrying(session) || isAwaitingSignIn(session) || isGoneOrComing;
	return isBusy ? ENTER.queues : ENTER.sends;
}

/** Enter on an empty draft goes on where something waits; the status line says so too, where there is room. */
function emptyHint({ session, ui }: ScreenContext): string | null {
	if (ui.question?.isFeedback === true) return ENTER.comments;
	const isHeld = session.isQueuePaused && session.queue.length > 0;
	return isHeld && session.turn === null && session.connection.phase === 'ready' ? ENTER.sendsNext : null;
}

/** What the key for the running turn does with the draft now; null while there is nothing to send. */
export function steerHint({ session, ui }: ScreenContext): string | null {
	const { turn } = session;
	if (isDraftEmpty(ui) || isShellDraft(ui.composer.draft) || ui.composer.draft.text.startsWith('/')) return null;
	if (turn === null) return ENTER.newLine;
	if (turn.cancelledAt !== undefined) return ENTER.queues;
	if (canSteer(session)) return ENTER.steers;
	return ui.columns < NARROW ? ENTER.asksShort : ENTER.asks;
}
