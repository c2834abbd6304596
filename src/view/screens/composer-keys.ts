import { mentionsIn } from '../../core/mention.js';
import { wantsWholeTerminal } from '../../core/whole-terminal.js';
import { type ComposerAction, reduceComposer } from '../composer/composer.js';
import type { Draft } from '../composer/draft.js';
import { type ShellLine, shellLine } from '../composer/shell-mode.js';
import { parseSlash } from '../composer/slash.js';
import type { ComposerOutcome } from '../composer/state.js';
import type { ActionId } from '../keys/bindings.js';
import { END } from '../transcript/position.js';
import { SHOWN_FOR } from './ask-guard.js';
import { isDraftAnswer, rejectionOf } from './ask-keys.js';
import { localCommands } from './commands.js';
import type { ScreenContext } from './context.js';
import { runCommand } from './run-command.js';
import { show, tell, toast, type UiRequest, type UiStep, want, withoutToast } from './step.js';
import { isDraftEmpty, type UiState } from './ui-state.js';

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
	if (outcome === null) return show(next);
	const remember: UiRequest = { type: 'remember', text: outcome.text };
	const step = send({ ...context, ui: withoutToast(next) }, outcome);
	return { ui: step.ui, requests: [remember, ...step.requests] };
}

function send(context: ScreenContext, outcome: ComposerOutcome): UiStep {
	const { text, images, draft } = outcome;
	const { session, ui, now } = context;
	const ask = session.asks[0];
	const line = ui.ask?.isFeedback === true ? null : shellLine(text, outcome.shown);
	if (line !== null) return runLine(context, line, draft);
	const command = parseSlash(text, localCommands, session.commands);
	if (command?.kind === 'local') return runCommand(context, command.name, command.args);
	// What is written under a plan that the person has seen is about the plan.
	const isSeen = ui.ask !== null && (ui.ask.isFeedback || now >= ui.ask.shownAt + SHOWN_FOR);
	if (ask?.kind === 'exit-plan' && isSeen && command === null) {
		if (images.length > 0 || mentionsIn(outcome.shown).length > 0) {
			const words = { text, written: outcome.shown, images, draft };
			return want(ui, { type: 'send', ...words, interrupts: false, planAskId: ask.id });
		}
		return tell(ui, { type: 'answer-plan', askId: ask.id, choice: 'keep-planning', feedback: text });
	}
	if (ask !== undefined && command === null && !outcome.isNow && isDraftAnswer(context)) {
		if (MEANS_YES.test(text)) {
			const back = reduceComposer(ui.composer, { type: 'set-text', text });
			return show(toast({ ...ui, composer: back }, 'words reject: esc puts them aside, then y allows', now));
		}
		const words = { text, written: outcome.shown, images, draft, interrupts: false };
		const rejects = { askId: ask.id, outcome: rejectionOf(ask) };
		return want({ ...ui, anchor: END }, { type: 'send', ...words, rejects });
	}
	// Agents announce their commands some time after the session is open, or never: until then any may exist.
	if (command?.kind === 'unknown' && session.commands.length > 0) {
		const back = reduceComposer(ui.composer, { type: 'set-text', text });
		return show(
			toast({ ...ui, composer: back }, `there is no command /${command.name}; a space before it sends it as text`, now),
		);
	}
	// What is sent is looked at: the transcript follows its end again.
	return want(
		{ ...ui, anchor: END },
		{
			type: 'send',
			text: command?.text ?? text,
			interrupts: outcome.isNow,
			written: outcome.shown,
			images,
			draft,
		},
	);
}

/** Whoever writes this wants no rejection. */
const MEANS_YES = /^\s*(?:y|yes|yep|ok|okay|sure|allow)\W*$/i;

/** The person's own act: no policy is asked, whatever the mode. */
function runLine(context: ScreenContext, { line, isPrivate }: ShellLine, draft: Draft): UiStep {
	const { ui, now } = context;
	if (line === '') {
		const composer = reduceComposer(ui.composer, { type: 'give-back', draft });
		return show(toast({ ...ui, composer }, 'a command follows the !', now));
	}
	return tell({ ...ui, anchor: END }, { type: 'run-command', line, isPrivate, isWhole: wantsWholeTerminal(line) });
}

/** Enter on an empty draft: goes on where something waits for a word of the person. */
function submitNothing(context: ScreenContext): UiStep {
	const { session, ui } = context;
	const ask = session.asks[0];
	if (ui.ask?.isFeedback === true && ask !== undefined) {
		return tell(ui, { type: 'answer-plan', askId: ask.id, choice: 'keep-planning' });
	}
	const { phase } = session.connection;
	if (phase === 'failed' || phase === 'exited') return tell(ui, { type: 'restart-agent' });
	if (session.isQueueHeld) return tell(ui, { type: 'queue-resume' });
	return show(ui);
}

/** The last queued prompt comes back into the draft. */
function takeBack(context: ScreenContext): UiStep {
	const { session, ui, now } = context;
	const last = session.queue.at(-1);
	if (last === undefined) return show(toast(ui, 'nothing is queued', now));
	if (!isDraftEmpty(ui)) return show(toast(ui, 'the draft comes first', now));
	const images = last.blocks.filter((block) => block.type === 'image');
	const composer = reduceComposer(ui.composer, { type: 'set-text', text: last.text, images });
	return tell({ ...ui, composer }, { type: 'queue-remove', promptId: last.id });
}
