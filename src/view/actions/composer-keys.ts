import { mentionsIn } from '../../core/mention.js';
import { wantsWholeTerminal } from '../../core/whole-terminal.js';
import { type ComposerAction, reduceComposer } from '../composer/composer.js';
import type { Draft } from '../composer/draft.js';
import { moveCursor } from '../composer/motions.js';
import { type ShellLine, shellLine } from '../composer/shell-mode.js';
import { parseSlash } from '../composer/slash.js';
import type { ComposerOutcome } from '../composer/state.js';
import type { ActionId } from '../keys/bindings.js';
import { wordsAnswer } from '../questions/agent-question.js';
import { SHOWN_FOR } from '../questions/answer-guard.js';
import { isDraftAnswer, rejectionOf } from '../questions/question-keys.js';
import { refuse } from '../slash-commands/command-words.js';
import { localCommands } from '../slash-commands/commands.js';
import { runCommand, unknownCommand } from '../slash-commands/run-command.js';
import type { ScreenContext } from '../state/context.js';
import { pastesOf } from '../state/send-request.js';
import { show, tell, toast, type UiRequest, type UiStep, want, withoutToast } from '../state/step.js';
import { isDraftEmpty, type UiState } from '../state/ui-state.js';
import { END } from '../transcript/position.js';
import { isQueued, takeBack, walkQueue } from './queue-draft.js';

/** A key of the draft. What the composer wants sent is sent, run or queued. */
export function onComposerAction(context: ScreenContext, action: ActionId): UiStep {
	const { ui } = context;
	switch (action) {
		case 'submit':
			return isDraftEmpty(ui) ? submitNothing(context) : act(context, { type: 'action', id: action });
		case 'edit-in-editor':
			return want(ui, { type: 'edit-draft' });
		case 'paste-image':
			return want(ui, { type: 'paste-image', isQuiet: false });
		case 'edit-queued':
			return takeBack(context);
		case 'move-up':
			return walkUp(context);
		case 'move-down':
			return walkDown(context);
		default:
			return act(context, { type: 'action', id: action });
	}
}

/** Puts an action to the composer and carries out what comes of it. */
export function act(context: ScreenContext, action: ComposerAction): UiStep {
	const { ui } = context;
	const composer = reduceComposer(ui.composer, action);
	const next: UiState = composer === ui.composer ? ui : { ...ui, composer };
	const { outcome } = composer;
	if (outcome === null) return show(isTypedOver(ui, next) ? toast(next, TYPED_OVER, context.now) : next);
	const remember: UiRequest = { type: 'remember', text: outcome.text };
	const step = send({ ...context, ui: withoutToast(next) }, outcome);
	return { ui: step.ui, requests: [remember, ...step.requests] };
}

const TYPED_OVER = 'Your earlier draft is put aside; ctrl+s on an empty one brings it back';

/** A restored draft gave way to what was typed. */
function isTypedOver(before: UiState, after: UiState): boolean {
	const isAside = after.composer.stash.length > before.composer.stash.length;
	return before.composer.isRestored && isAside && after.composer.draft.text !== '';
}

function send(context: ScreenContext, outcome: ComposerOutcome): UiStep {
	const { text, images, draft } = outcome;
	const { session, ui, now } = context;
	const question = session.questions[0];
	const line = ui.question?.isFeedback === true ? null : shellLine(text, outcome.shown);
	if (line !== null) return runLine(context, line, draft);
	// A slash that only a pasted block holds is no command that anybody saw.
	const command = outcome.shown.startsWith('/') ? parseSlash(text, localCommands, session.commands) : null;
	if (command?.kind === 'local') return runCommand(context, { command, outcome });
	// What is written under a plan that the person has seen is about the plan.
	const isSeen = ui.question !== null && (ui.question.isFeedback || now >= ui.question.shownAt + SHOWN_FOR);
	if (question?.kind === 'exit-plan' && isSeen && command === null) {
		if (images.length > 0 || mentionsIn(outcome.shown).length > 0) {
			const words = { text, written: outcome.shown, images, draft, ...pastesOf(text, outcome) };
			return want(ui, { type: 'send', ...words, interrupts: false, planQuestionId: question.id });
		}
		return tell(ui, { type: 'answer-plan', questionId: question.id, choice: 'keep-planning', feedback: text });
	}
	if (question !== undefined && command === null && !outcome.isNow && isDraftAnswer(context)) {
		const answer = wordsAnswer(question, text);
		if (answer !== null) return tell(ui, answer);
		if (MEANS_YES.test(text)) {
			const back = reduceComposer(ui.composer, { type: 'give-back', draft });
			const key = question.kind === 'agent-question' ? 'a number' : 'y';
			const words = `Words reject. To allow: esc puts them aside, then press ${key}`;
			return show(toast({ ...ui, composer: back }, words, now));
		}
		const pasted = pastesOf(text, outcome);
		const words = { text, written: outcome.shown, images, draft, interrupts: false, ...pasted };
		const rejects = { questionId: question.id, outcome: rejectionOf(question) };
		return want({ ...ui, anchor: END }, { type: 'send', ...words, rejects });
	}
	// Agents announce their commands some time after the session is open, or never: until then any may exist.
	if (command?.kind === 'unknown' && session.commands.length > 0) {
		return refuse(context, { command, outcome }, unknownCommand(command.name, session));
	}
	const { isNow: interrupts, shown: written, place } = outcome;
	const whole = command?.text ?? text;
	const words = { text: whole, interrupts, written, images, draft, ...pastesOf(whole, outcome) };
	// What is sent is looked at: the transcript follows its end again.
	return want({ ...ui, anchor: END }, { type: 'send', ...words, ...(place === null ? {} : { place }) });
}

/** Whoever writes this wants no rejection. */
const MEANS_YES = /^\s*(?:y|yes|yep|ok|okay|sure|allow)\W*$/i;

/** The person's own act: no policy is asked, whatever the mode. */
function runLine(context: ScreenContext, { line, isPrivate }: ShellLine, draft: Draft): UiStep {
	const { ui, now } = context;
	if (line === '') {
		const composer = reduceComposer(ui.composer, { type: 'give-back', draft });
		return show(toast({ ...ui, composer }, 'Type a command after !', now));
	}
	return tell({ ...ui, anchor: END }, { type: 'run-command', line, isPrivate, isWhole: wantsWholeTerminal(line) });
}

/** Enter on an empty draft: goes on where something waits for a word of the person. */
function submitNothing(context: ScreenContext): UiStep {
	const { session, ui } = context;
	const question = session.questions[0];
	if (ui.question?.isFeedback === true && question !== undefined) {
		return tell(ui, { type: 'answer-plan', questionId: question.id, choice: 'keep-planning' });
	}
	const { phase } = session.connection;
	if (phase === 'failed' || phase === 'exited') return tell(ui, { type: 'restart-agent' });
	if (session.isQueueHeld) return tell(ui, { type: 'queue-resume' });
	return show(ui);
}

/** Over the rows, then back through the queue, then through the history, past what still waits in the queue. */
function walkUp(context: ScreenContext): UiStep {
	const { session } = context;
	const { taken } = context.ui.composer;
	const walked = hasRow(context, 'up') ? null : walkQueue(context, -1);
	if (walked === null) return pastQueued(context, act(context, { type: 'action', id: 'move-up' }), 'move-up');
	if (taken === null || walked.ui.composer.taken !== null) return walked;
	// It was the first of the queue: the history comes next.
	const full = { ...session, queue: [taken.prompt, ...session.queue] };
	const beyond: ScreenContext = { ...context, session: full, ui: walked.ui };
	const recalled = pastQueued(beyond, act(beyond, { type: 'action', id: 'move-up' }), 'move-up');
	return { ui: recalled.ui, requests: [...walked.requests, ...recalled.requests] };
}

function walkDown(context: ScreenContext): UiStep {
	const walked = hasRow(context, 'down') ? null : walkQueue(context, 1);
	return walked ?? pastQueued(context, act(context, { type: 'action', id: 'move-down' }), 'move-down');
}

function hasRow({ ui: { composer } }: ScreenContext, motion: 'up' | 'down'): boolean {
	return moveCursor(composer.draft, motion, { columns: composer.columns }) !== null;
}

/** Goes on in the history until what is recalled does not wait in the queue as well; stays where all of it does. */
function pastQueued(context: ScreenContext, first: UiStep, id: 'move-up' | 'move-down'): UiStep {
	let step = first;
	for (let tries = context.session.queue.length; tries >= 0; tries -= 1) {
		const { composer } = step.ui;
		if (!composer.isBrowsing || !isQueued(context.session, composer.draft.text)) return step;
		const next = act({ ...context, ui: step.ui }, { type: 'action', id });
		if (next.ui.composer.draft.text === composer.draft.text) return show(context.ui);
		step = next;
	}
	return show(context.ui);
}
