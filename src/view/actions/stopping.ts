import { agentChangeOf } from '../../core/session/agents/choose-agent.js';
import { findLastEntry } from '../../core/session/entries/entry-list.js';
import { runningCommand } from '../../core/session/entries/user-commands.js';
import { isWaitingToStart } from '../../core/session/recovery-state.js';
import { isRetrying } from '../../core/session/retry/failed-prompt.js';
import { showAnew } from '../../core/session/sign-in/settle-sign-in.js';
import type { SessionState } from '../../core/session/state.js';
import { expandDraft } from '../composer/chips.js';
import { reduceComposer } from '../composer/composer.js';
import { clearIntoHistory } from '../composer/composer-commands.js';
import { leaveHandOver } from '../hand-over/hand-over-draft.js';
import { afterKey, isHeld } from '../panel/guard.js';
import { TOO_FAST } from '../panel/panel-messages.js';
import { workInTheWay } from '../pickers/end-turn-panel.js';
import { othersWork } from '../pickers/pickers-messages.js';
import { openRewind } from '../pickers/rewind-panel.js';
import type { ScreenContext } from '../state/context.js';
import { othersAtWork } from '../state/open-sessions.js';
import { isDraftEmpty, type UiState } from '../state/ui-state.js';
import { show, toast, type UiStep, withEvent, withRequests } from '../state/ui-step.js';
import { CLEAR_AGAIN, LEAVE_AGAIN, LEAVE_AGAIN_AT_ONCE, REWIND_AGAIN, STOPPING } from './actions-messages.js';
import { putBack } from './queue-draft.js';

/** A second ctrl+c within this leaves; a second esc within the other clears the draft. In ms. */
const LEAVE_WITHIN = 2000;
const CLEAR_WITHIN = 600;
/** A second esc on an empty draft within this goes back. In ms. */
const REWIND_WITHIN = 1500;

/** Stops the turn; else the user's command; else clears the draft; else leaves, the second time. */
export function interrupt(context: ScreenContext): UiStep {
	const step = interruptTopmost(context);
	return { ...step, ui: { ...step.ui, interrupts: afterKey(context.ui.interrupts, context.now) } };
}

function interruptTopmost(context: ScreenContext): UiStep {
	const { session, ui, now } = context;
	const { turn } = session;
	if (turn?.isStuck === true) return withEvent(ui, { type: 'kill-agent' });
	if (turn !== null && turn.cancelledAt === undefined) return withEvent(ui, { type: 'cancel' });
	if (turn !== null) return show(toast(ui, STOPPING, now));
	if (session.reopening?.wait !== undefined) return withEvent(ui, { type: 'open-stop' });
	if (isBeingResumed(session) && isDraftEmpty(ui)) return withEvent(ui, { type: 'stop-resuming' });
	if (agentChangeOf(session).installing !== null) return withEvent(ui, { type: 'stop-install' });
	if (isWaitingToStart(session)) return stopRestart(ui, now);
	const waiting = isRetrying(session) ? stopRetry(context) : null;
	if (waiting !== null) return waiting;
	const running = runningCommand(session);
	if (running !== null) return withEvent(ui, { type: 'end-command', commandId: running.id });
	if (ui.handOver !== undefined) return show(leaveHandOver(ui));
	if (!isDraftEmpty(ui)) return putBack(context) ?? clearDraft(ui);
	if (now < ui.leaveUntil && !isHeldSinceBefore(ui, now)) return withRequests(ui, { type: 'leave' });
	const others = othersAtWork(ui.sessions);
	const words = others === 0 ? LEAVE_AGAIN : `${othersWork(others)} · ${LEAVE_AGAIN}`;
	return show(toast({ ...ui, leaveUntil: now + LEAVE_WITHIN }, words, now, LEAVE_WITHIN));
}

/** Whether the key is held down since it did something else than ask whether to leave. */
function isHeldSinceBefore({ interrupts, leaveUntil }: UiState, now: number): boolean {
	return isHeld(now, interrupts.lastKeyAt) && interrupts.keysSince < leaveUntil - LEAVE_WITHIN;
}

/** ctrl+d leaves at once where nothing runs that would end with it. */
export function leave({ session, ui, now }: ScreenContext): UiStep {
	const work = workInTheWay({ session, ui }, 'leave');
	if (work === null || now < ui.leaveUntil) return withRequests(ui, { type: 'leave' });
	return show(toast({ ...ui, leaveUntil: now + LEAVE_WITHIN }, `${work} · ${LEAVE_AGAIN_AT_ONCE}`, now, LEAVE_WITHIN));
}

/** esc acts on the topmost thing; menus, questions and panels have bindings of their own before this one. */
export function dismiss(context: ScreenContext): UiStep {
	const { session, ui, now } = context;
	const isEmpty = isDraftEmpty(ui);
	if (ui.question?.isFeedback === true) return show({ ...ui, question: { ...ui.question, isFeedback: false } });
	if (ui.handOver !== undefined) return show(leaveHandOver(ui));
	const back = putBack(context);
	if (back !== null) return back;
	if (!isEmpty && now < ui.clearUntil) return clearDraft(ui);
	// Going back answers nothing, so it need not wait until the second step could be read.
	if (isEmpty && ui.question !== null && ui.question.always !== null) {
		return show({ ...ui, question: { ...ui.question, always: null, selected: null, visibleAt: now } });
	}
	if (session.questions.length > 0) {
		if (isEmpty) return show(toast(ui, TOO_FAST, now, 1500));
		// A question takes keys only on an empty draft. The draft can be brought back, so esc once is enough.
		const cleared = clearDraft(ui);
		return { ...cleared, ui: toast(cleared.ui, 'Words put aside (↑); keys answer now', now) };
	}
	const { turn } = session;
	// Stopping the agent is not quitting: the toast about quitting goes.
	const stays = now < ui.leaveUntil ? { ...ui, leaveUntil: 0, toast: null } : ui;
	if (turn !== null && turn.cancelledAt === undefined) return withEvent(stays, { type: 'cancel' });
	if (session.reopening?.wait !== undefined) return withEvent(stays, { type: 'open-stop' });
	if (turn === null && isBeingResumed(session)) return withEvent(stays, { type: 'stop-resuming' });
	if (turn === null && agentChangeOf(session).installing !== null) return withEvent(stays, { type: 'stop-install' });
	if (isWaitingToStart(session)) return stopRestart(stays, now);
	const waiting = isEmpty || isRetrying(session) ? stopRetry({ ...context, ui: stays }) : null;
	if (waiting !== null) return waiting;
	const running = turn === null ? runningCommand(session) : null;
	if (running !== null) return withEvent(stays, { type: 'end-command', commandId: running.id });
	if (turn !== null) return show(ui);
	if (isEmpty) return rewindWithEscape(context);
	// In vim esc is pressed without need.
	if (ui.composer.vim !== null) return show(ui);
	return show(toast({ ...ui, clearUntil: now + CLEAR_WITHIN }, CLEAR_AGAIN, now, CLEAR_WITHIN));
}

/** On an empty draft, with nothing to stop: the second esc goes back to an earlier prompt. */
function rewindWithEscape(context: ScreenContext): UiStep {
	const { session, ui, now } = context;
	if (findLastEntry(session.entries, ({ kind }) => kind === 'user') < 0) return show(ui);
	if (now < ui.rewindUntil) return openRewind({ ...context, ui: { ...ui, rewindUntil: 0, toast: null } });
	return show(toast({ ...ui, rewindUntil: now + REWIND_WITHIN }, REWIND_AGAIN, now, REWIND_WITHIN));
}

/** The agent is asked for an older session, and may be long about it. */
function isBeingResumed({ connection, resuming }: SessionState): boolean {
	return connection.phase === 'opening' && resuming?.strategy !== undefined && resuming.strategy !== 'new';
}

/** An agent that crashed stays ended until the user starts it. */
function stopRestart(ui: UiState, now: number): UiStep {
	return withEvent(toast(ui, 'The agent is not started again by itself', now), { type: 'restart-stop' });
}

function clearDraft(ui: UiState): UiStep {
	const text = expandDraft(ui.composer.draft);
	const composer = reduceComposer(ui.composer, { type: 'command', command: clearIntoHistory });
	return withRequests({ ...ui, composer, clearUntil: 0, toast: null }, { type: 'remember', text });
}

/**
 * Stops the wait of a failed prompt: it comes back into an empty draft, with all that belongs to it; beside other words it
 * is held in the queue. Null where nothing waits.
 */
function stopRetry({ session, ui, now }: ScreenContext): UiStep | null {
	const { failed, turn } = session;
	if (failed?.wait === undefined || turn !== null) return null;
	if (failed.wait.kind === 'reset')
		return withEvent(toast(ui, 'It is no longer sent automatically', now), { type: 'retry-stop' });
	if (!isDraftEmpty(ui)) return withEvent(toast(ui, 'Not sent again: it is on hold', now), { type: 'retry-stop' });
	const prompt = showAnew(failed.prompt);
	const composer = reduceComposer(ui.composer, { type: 'take-back', taken: { prompt, place: 0 } });
	return withRequests(
		toast({ ...ui, composer }, 'Not sent again: back in the draft', now),
		{ type: 'dispatch', event: { type: 'retry-stop' } },
		{ type: 'dispatch', event: { type: 'queue-remove', promptId: prompt.id } },
	);
}
