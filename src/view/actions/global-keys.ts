import { cycleMode } from '../../core/policy/modes.js';
import { runningCommand } from '../../core/session/user-commands.js';
import { expandDraft } from '../composer/chips.js';
import { reduceComposer } from '../composer/composer.js';
import { transcriptContext } from '../frame/transcript-context.js';
import type { ActionId } from '../keys/bindings.js';
import { runUndo } from '../slash-commands/undo.js';
import type { ScreenContext } from '../state/context.js';
import type { ScreenLayout } from '../state/screen-layout.js';
import { show, tell, toast, type UiStep, want } from '../state/step.js';
import { isDraftEmpty, type UiState } from '../state/ui-state.js';
import { END } from '../transcript/position.js';
import { scroll, scrollToStart } from '../transcript/scroll.js';
import { workInTheWay } from './end-turn.js';
import { enterTranscript, leaveTranscript } from './leave-transcript.js';
import { putBack } from './queue-draft.js';
import { onOwnCommand } from './user-command-keys.js';

/** What is said to a key that may have been meant for something else. */
export const TOO_FAST = 'Too fast: press it again';
/** A second ctrl+c within this leaves; a second esc within the other clears the draft. In ms. */
const LEAVE_WITHIN = 2000;
const CLEAR_WITHIN = 600;

/** Keys that work everywhere; null when the action is none of them. */
export function onGlobalAction(context: ScreenContext, layout: ScreenLayout, action: ActionId): UiStep | null {
	const { session, ui } = context;
	switch (action) {
		case 'interrupt':
			return interrupt(context);
		case 'dismiss':
			return dismiss(context);
		case 'cycle-mode':
			return tell(ui, { type: 'set-mode', mode: cycleMode(session.mode.mode, session.mode.isBypassAllowed) });
		case 'undo-turn':
			return runUndo(context, '');
		case 'end-command':
		case 'share-command':
		case 'attach-command':
			return onOwnCommand(context, action);
		case 'suspend':
			return want(ui, { type: 'suspend' });
		case 'toggle-transcript':
			return show(ui.isTranscriptView ? leaveTranscript(context, layout) : enterTranscript(ui));
		case 'toggle-plan':
			return session.plan === null
				? show(toast(ui, 'The agent has no to-do list', context.now))
				: show({ ...ui, isPlanFolded: !ui.isPlanFolded });
		case 'toggle-mouse':
			return want(
				toast(
					{ ...ui, isMouseOn: !ui.isMouseOn },
					ui.isMouseOn ? 'Mouse off: select with your terminal' : 'Mouse on',
					context.now,
				),
				{ type: 'mouse', isOn: !ui.isMouseOn },
			);
		case 'redraw':
			return want(ui, { type: 'redraw' });
		case 'help':
			return show({ ...ui, panel: { kind: 'help', scroll: 0, filter: '' } });
		case 'leave':
			return leave(context);
		case 'scroll-top':
		case 'transcript-top':
			return show({ ...ui, anchor: scrollToStart() });
		case 'scroll-bottom':
		case 'transcript-bottom':
			return show({ ...ui, anchor: END });
		default: {
			const lines = scrollLines(action, Math.max(1, layout.transcriptRows - 2));
			return lines === null ? null : show(scrollTranscript(context, layout, lines));
		}
	}
}

function scrollLines(action: ActionId, page: number): number | null {
	switch (action) {
		case 'scroll-page-up':
		case 'transcript-page-up':
			return -page;
		case 'scroll-page-down':
		case 'transcript-page-down':
			return page;
		case 'scroll-line-up':
		case 'transcript-up':
			return -1;
		case 'scroll-line-down':
		case 'transcript-down':
			return 1;
		default:
			return null;
	}
}

/** The screen with the transcript moved by `lines` (negative: up). */
export function scrollTranscript(context: ScreenContext, layout: ScreenLayout, lines: number): UiState {
	const { session, ui } = context;
	const transcript = transcriptContext(context);
	return { ...ui, anchor: scroll(session.entries, transcript, ui.anchor, layout.transcriptRows, lines) };
}

function interrupt(context: ScreenContext): UiStep {
	const { session, ui, now } = context;
	const { turn } = session;
	if (turn?.isStuck === true) return tell(ui, { type: 'kill-agent' });
	if (turn !== null && turn.cancelledAt === undefined) return tell(ui, { type: 'cancel' });
	if (turn !== null) return show(toast(ui, 'The agent is stopping', now));
	const running = runningCommand(session);
	if (running !== null) return tell(ui, { type: 'end-command', commandId: running.id });
	if (!isDraftEmpty(ui)) return putBack(context) ?? clearDraft(ui);
	if (now < ui.leaveUntil) return want(ui, { type: 'leave' });
	return show(toast({ ...ui, leaveUntil: now + LEAVE_WITHIN }, 'ctrl+c again to quit', now, LEAVE_WITHIN));
}

/** ctrl+d leaves at once where nothing runs that would end with it. */
function leave({ session, ui, now }: ScreenContext): UiStep {
	const work = workInTheWay(session, 'leave');
	if (work === null || now < ui.leaveUntil) return want(ui, { type: 'leave' });
	return show(toast({ ...ui, leaveUntil: now + LEAVE_WITHIN }, `${work} · ctrl+d again to quit`, now, LEAVE_WITHIN));
}

/** esc acts on the topmost thing; menus, questions and panels have bindings of their own before this one. */
function dismiss(context: ScreenContext): UiStep {
	const { session, ui, now } = context;
	const isEmpty = isDraftEmpty(ui);
	if (ui.question?.isFeedback === true) return show({ ...ui, question: { ...ui.question, isFeedback: false } });
	const back = putBack(context);
	if (back !== null) return back;
	if (!isEmpty && now < ui.clearUntil) return clearDraft(ui);
	// Going back answers nothing, so it need not wait until the second step could be read.
	if (isEmpty && ui.question !== null && ui.question.always !== null) {
		return show({ ...ui, question: { ...ui.question, always: null, selected: null, shownAt: now } });
	}
	if (session.questions.length > 0) {
		if (isEmpty) return show(toast(ui, TOO_FAST, now, 1500));
		// What was typed stands between the question and its keys. It can be had back, so once is enough.
		const aside = clearDraft(ui);
		return { ...aside, ui: toast(aside.ui, 'Your words are in the history (↑); keys answer now', now) };
	}
	const { turn } = session;
	// Whoever stops the agent does not quit, and what was said about quitting is no longer true.
	const stays = now < ui.leaveUntil ? { ...ui, leaveUntil: 0, toast: null } : ui;
	if (turn !== null && turn.cancelledAt === undefined) return tell(stays, { type: 'cancel' });
	const running = turn === null ? runningCommand(session) : null;
	if (running !== null) return tell(stays, { type: 'end-command', commandId: running.id });
	if (isEmpty || turn !== null) return show(ui);
	return show(toast({ ...ui, clearUntil: now + CLEAR_WITHIN }, 'esc again to clear the draft', now, CLEAR_WITHIN));
}

function clearDraft(ui: UiState): UiStep {
	const text = expandDraft(ui.composer.draft);
	return want(
		{ ...ui, composer: reduceComposer(ui.composer, { type: 'action', id: 'clear-draft' }), clearUntil: 0, toast: null },
		{ type: 'remember', text },
	);
}
