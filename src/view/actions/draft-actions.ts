import { isCommandPrompt, typedText } from '../../core/session/prompts/command-prompt.js';
import { isWaitingToStart } from '../../core/session/recovery-state.js';
import { canOpenAgain } from '../../core/session/resuming/open-again.js';
import { isRetrying } from '../../core/session/retry/failed-prompt.js';
import { canSteer } from '../../core/session/steering/steering-of.js';
import { isAwaitingSignIn } from '../../core/sign-in/sign-in-state.js';
import { wantsWholeTerminal } from '../../core/whole-terminal.js';
import { insert } from '../composer/buffer.js';
import { type ComposerAction, reduceComposer } from '../composer/composer.js';
import {
	type ComposerCommand,
	complete,
	editing,
	enterIntoTurn,
	runChoice,
	sendDraft,
	sendDraftIntoTurn,
	walkDown,
	walkUp,
} from '../composer/composer-commands.js';
import type { ComposerOutcome } from '../composer/composer-state.js';
import type { Draft } from '../composer/draft.js';
import { moveCursor } from '../composer/motions.js';
import { isShellDraft, type ShellLine, shellLine } from '../composer/shell-mode.js';
import { parseSlash } from '../composer/slash.js';
import { sendHandOver } from '../hand-over/hand-over-draft.js';
import { SHOWN_FOR } from '../panel/guard.js';
import { memoryLine, rememberDraft } from '../pickers/memory-panel.js';
import { steerWords } from '../pickers/steering-panel.js';
import { holdsEarlyKeys, isDraftFree } from '../questions/early-keys.js';
import { isDraftAnswer, rejectionOf } from '../questions/give-answer.js';
import { sendToPlan, wordsApprove } from '../questions/plan-words.js';
import { localCommands } from '../slash-commands/commands.js';
import { otherCommand } from '../slash-commands/other-commands.js';
import { mayBeOwn, ownChoices } from '../slash-commands/own-commands.js';
import { runCommand, runUnknown } from '../slash-commands/run-slash-command.js';
import type { ScreenContext } from '../state/context.js';
import { pastesOf, type SendRequest } from '../state/send-request.js';
import { suggestedPrompt } from '../state/suggested-prompt.js';
import { isDraftEmpty, type UiState, withDraftBack } from '../state/ui-state.js';
import { show, toast, type UiRequest, type UiStep, withEvent, withoutToast, withRequests } from '../state/ui-step.js';
import { END } from '../transcript/position.js';
import { ANSWER_AGAIN, COMMAND_MISSING, ENTER, NOTHING_TO_STEER } from './actions-messages.js';
import { clipboardRequests } from './clipboard-requests.js';
import { walkQueue } from './queue-draft.js';

/** Sends the draft; on an empty one goes on where something waits for the user. */
export function submit(context: ScreenContext): UiStep {
	// An answer that came too early is no message, and enter is no answer.
	if (holdsEarlyKeys(context.ui)) return show(toast(context.ui, ANSWER_AGAIN, context.now));
	if (!isDraftEmpty(context.ui)) return command(context, entersTurn(context) ? enterIntoTurn : sendDraft);
	return context.ui.handOver === undefined ? submitNothing(context) : show(context.ui);
}

function command(context: ScreenContext, edit: ComposerCommand): UiStep {
	return act(context, { type: 'command', command: edit });
}

export function act(context: ScreenContext, action: ComposerAction): UiStep {
	const { ui } = context;
	const composer = reduceComposer(ui.composer, action);
	const next: UiState = composer === ui.composer ? ui : { ...ui, composer };
	const { outcome } = composer;
	const asked = clipboardRequests(composer);
	if (asked.length > 0) return withRequests(next, ...asked);
	if (outcome === null) {
		if (isTypedOver(ui, next))
			return show(toast(next, 'Your earlier draft is put aside; ctrl+s on an empty one brings it back', context.now));
		// The toast that names a waiting draft has done its work.
		return show(composer.stash.length < ui.composer.stash.length ? withoutToast(next) : next);
	}
	if (ui.handOver !== undefined) return sendHandOver(context, ui.handOver, outcome.text);
	const step = send({ ...context, ui: withoutToast(next) }, outcome);
	// Side questions are not kept in the history.
	const isKept = !step.requests.some((request) => request.type === 'send' && request.isSideQuestion === true);
	const remember: UiRequest[] = isKept ? [{ type: 'remember', text: outcome.text }] : [];
	return { ui: step.ui, requests: [...remember, ...step.requests] };
}

/** A restored draft gave way to what was typed. */
function isTypedOver(before: UiState, after: UiState): boolean {
	const isStashed = after.composer.stash.length > before.composer.stash.length;
	return before.composer.isRestored && isStashed && after.composer.draft.text !== '';
}

function send(context: ScreenContext, outcome: ComposerOutcome): UiStep {
	const { text, images, draft } = outcome;
	const { session, ui, now } = context;
	const question = session.questions[0];
	const line = ui.question?.isFeedback === true ? null : shellLine(text, outcome.shown);
	if (line !== null) return runLine(context, line, draft);
	// A slash that only a pasted block holds is no command that anybody saw.
	const command = outcome.shown.startsWith('/')
		? parseSlash(text, localCommands, session.commands, ownChoices(context))
		: null;
	const isOwn = command?.kind === 'own' || (command?.kind === 'unknown' && mayBeOwn(context, command.name));
	if (command?.kind === 'local') return runCommand(context, { command, outcome });
	// Words under a plan that the user has seen are feedback on it.
	const isSeen = ui.question !== null && (ui.question.isFeedback || now >= ui.question.visibleAt + SHOWN_FOR);
	// A command with settings needs a turn of its own.
	const isForTurn = outcome.isSteering === true && session.turn !== null && !isOwn;
	if (question?.kind === 'exit-plan' && isSeen && command === null && !isForTurn) {
		return sendToPlan(context, question, outcome);
	}
	if (question !== undefined && command === null && !outcome.isNow && !isForTurn && isDraftAnswer(context)) {
		if (MEANS_YES.test(text)) {
			const key = question.kind === 'agent-question' ? 'a number' : 'y';
			return show(
				toast(withDraftBack(ui, draft), `Words reject. To allow: esc puts them aside, then press ${key}`, now),
			);
		}
		const pasted = pastesOf(text, outcome);
		const words = { text, written: outcome.shown, images, draft, interrupts: false, ...pasted };
		const rejects = { questionId: question.id, outcome: rejectionOf(question) };
		return withRequests({ ...ui, anchor: END }, { type: 'send', ...words, rejects });
	}
	if (question === undefined && !isForTurn) {
		const asked = rememberDraft(context, outcome);
		if (asked !== null) return asked;
	}
	// Agents announce their commands some time after the session is open, or never: until then any may exist. Who has
	// announced none by the second prompt has none.
	const areKnown = session.commands.length > 0 || (session.entries.size > 0 && session.connection.phase === 'ready');
	const isUnknown = command?.kind === 'unknown' && areKnown && !isOwn;
	if (isUnknown && (session.commands.length > 0 || otherCommand(command.name) !== undefined)) {
		return runUnknown(context, { command, outcome });
	}
	const { isNow: interrupts, shown: written, place } = outcome;
	const whole = command?.text ?? text;
	const words = { text: whole, interrupts, written, images, draft, ...pastesOf(whole, outcome) };
	// After sending, the transcript follows its end again.
	const request: SendRequest = {
		...{ type: 'send', ...words, ...(place === null ? {} : { place }) },
		...(isOwn ? { isOwnCommand: true as const } : {}),
	};
	const shown: UiState = { ...ui, anchor: END };
	if (isForTurn) return steerWords({ ...context, ui: shown }, { send: request, typed: draft });
	return withRequests(shown, request);
}

/** Words that nobody writes who wants to reject. */
const MEANS_YES = /^\s*(?:y|yes|yep|ok|okay|sure|allow)\W*$/i;

/** The user's own act: no policy is asked, whatever the mode. */
function runLine(context: ScreenContext, { line, isPrivate }: ShellLine, draft: Draft): UiStep {
	const { ui, now } = context;
	if (line === '') return show(toast(withDraftBack(ui, draft), COMMAND_MISSING, now));
	return withEvent({ ...ui, anchor: END }, { type: 'run-command', line, isPrivate, isWhole: wantsWholeTerminal(line) });
}

function submitNothing(context: ScreenContext): UiStep {
	const { session, ui } = context;
	const question = session.questions[0];
	if (ui.question?.isFeedback === true && question !== undefined) {
		return withEvent(ui, { type: 'answer-plan', questionId: question.id, choice: 'keep-planning' });
	}
	const { phase } = session.connection;
	if (session.reopening?.wait !== undefined || canOpenAgain(session)) return withEvent(ui, { type: 'open-again' });
	if (phase === 'failed' || phase === 'exited') return withEvent(ui, { type: 'restart-agent' });
	if (phase === 'signed-out') return withEvent(ui, { type: 'sign-in' });
	if (session.failed?.wait !== undefined && session.turn === null) return withEvent(ui, { type: 'retry-now' });
	if (session.isQueuePaused) return withEvent(ui, { type: 'queue-resume' });
	return show(ui);
}

/** Over the rows, then back through the queue, then through the history, past what still waits in the queue. */
export function moveUp(context: ScreenContext): UiStep {
	const { session } = context;
	if (isAtEdge(context, 'up')) return show(context.ui);
	const { taken } = context.ui.composer;
	const walked = hasRow(context, 'up') ? null : walkQueue(context, -1);
	if (walked === null) return pastQueued(context, walkUp);
	if (taken === null || walked.ui.composer.taken !== null) return walked;
	// The prompt was the first of the queue: the next `↑` goes into the history.
	const full = { ...session, queue: [taken.prompt, ...session.queue] };
	const recalled = pastQueued({ ...context, session: full, ui: walked.ui }, walkUp);
	return { ui: recalled.ui, requests: [...walked.requests, ...recalled.requests] };
}

export function moveDown(context: ScreenContext): UiStep {
	if (isAtEdge(context, 'down')) return show(context.ui);
	return (hasRow(context, 'down') ? null : walkQueue(context, 1)) ?? pastQueued(context, walkDown);
}

/** No key goes from a hand-over into the history. */
function isAtEdge(context: ScreenContext, motion: 'up' | 'down'): boolean {
	return context.ui.handOver !== undefined && !hasRow(context, motion);
}

function hasRow({ ui: { composer } }: ScreenContext, motion: 'up' | 'down'): boolean {
	return moveCursor(composer.draft, motion, { columns: composer.columns }) !== null;
}

/** Goes on in the history until what is recalled does not wait in the queue as well; stays where all of it does. */
function pastQueued(context: ScreenContext, walk: ComposerCommand): UiStep {
	let step = command(context, walk);
	for (let tries = context.session.queue.length; tries >= 0; tries -= 1) {
		const { composer } = step.ui;
		if (!composer.isBrowsing || !context.session.queue.some((prompt) => typedText(prompt) === composer.draft.text))
			return step;
		const next = command({ ...context, ui: step.ui }, walk);
		if (next.ui.composer.draft.text === composer.draft.text) return show(context.ui);
		step = next;
	}
	return show(context.ui);
}

export const newLine = editing((draft) => insert(draft, '\n'));

/** Sends the draft into the turn that runs; without one the key makes a new line. */
export function steerDraft(context: ScreenContext): UiStep {
	const { session, ui, now } = context;
	if (session.turn === null) return act(context, { type: 'command', command: newLine });
	if (isDraftEmpty(ui)) return show(toast(ui, NOTHING_TO_STEER, now));
	return act(context, { type: 'command', command: sendDraftIntoTurn });
}

/** Makes the agent's suggestion the draft; where there is none the key completes. */
export function takeSuggestion(context: ScreenContext): UiStep {
	const text = suggestedPrompt(context);
	return text === null ? command(context, complete) : act(context, { type: 'set-text', text });
}

/** Fewer columns have no room for both in the footer. */
const NARROW = 60;

/** Footer word for enter on the draft as it is; null: enter does nothing. */
export function submitHint(context: ScreenContext): string | null {
	const { session, ui } = context;
	if (isDraftFree(ui)) return emptyHint(context);
	if (isCommand(context)) return ENTER.runs;
	if (memoryLine(ui.composer.draft.text) !== null && session.questions.length === 0) return 'remember';
	const [question] = session.questions;
	// A command that is not ours answers no question.
	const isSlash = parseSlash(ui.composer.draft.text, localCommands, session.commands) !== null;
	if (question !== undefined && isSlash) return null;
	if (question?.kind === 'exit-plan') return wordsApprove(context) ? 'approve' : ENTER.comments;
	if (question !== undefined && isDraftAnswer(context)) return 'reject';
	const { phase } = session.connection;
	const isGoneOrComing = phase !== 'ready' || session.isRestoring === true || isWaitingToStart(session);
	const isBusy = session.turn !== null || isRetrying(session) || isAwaitingSignIn(session) || isGoneOrComing;
	return entersTurn(context) ? ENTER.steers : isBusy ? ENTER.queues : 'send';
}

function isCommand({ session, ui }: ScreenContext): boolean {
	const { draft } = ui.composer;
	if (isShellDraft(draft)) return true;
	return draft.text.startsWith('/') && parseSlash(draft.text, localCommands, session.commands)?.kind === 'local';
}

/** Enter on an empty draft goes on where something waits; the status line says so too, where there is room. */
function emptyHint({ session, ui }: ScreenContext): string | null {
	if (ui.question?.isFeedback === true) return ENTER.comments;
	const isHeld = session.isQueuePaused && session.queue.length > 0;
	return isHeld && session.turn === null && session.connection.phase === 'ready' ? 'send the next' : null;
}

/** Footer word for the steer key on the draft as it is; null: nothing to send. */
export function steerHint(context: ScreenContext): string | null {
	const { session, ui } = context;
	const { turn } = session;
	if (isDraftFree(ui)) return null;
	if (turn === null) return 'new line';
	// Enter does the same.
	if (isCommand(context)) return null;
	const isTheirs = isCommandPrompt({ id: '', text: ui.composer.draft.text, blocks: [] }, session.commands);
	if (turn.cancelledAt !== undefined || isTheirs) return ENTER.queues;
	if (canSteer(session)) return ENTER.steers;
	return ui.columns < NARROW ? 'stop…' : 'stop or queue';
}

/** Footer word for enter on the menu: the choice is run or completed, or what is typed is sent. */
export function choiceHint(context: ScreenContext): string | null {
	const { composer } = context.ui;
	const { outcome } = runChoice.apply(composer);
	if (outcome?.type !== 'submit') return 'complete';
	return submitHint({ ...context, ui: { ...context.ui, composer: { ...composer, draft: outcome.draft } } });
}

/** Whether enter sends the draft into the running turn, as some presets have it: words alone, where the agent takes them. */
function entersTurn({ table, session, ui }: ScreenContext): boolean {
	if (table.entersTurn !== true || !canSteer(session) || session.questions.length > 0) return false;
	const { draft, taken } = ui.composer;
	const { text } = draft;
	const isCommand = isShellDraft(draft) || isCommandPrompt({ id: '', text, blocks: [] }, session.commands);
	return taken === null && !isCommand && memoryLine(text) === null;
}
