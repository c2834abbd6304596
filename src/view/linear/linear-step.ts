import type { Key } from '../../terminal/key.js';
import { ACTIONS, runAction } from '../actions/actions.js';
import { pressChord } from '../actions/chords.js';
import { act } from '../actions/draft-actions.js';
import { expandDraft } from '../composer/chips.js';
import { composerContexts, reduceComposer } from '../composer/composer.js';
import { parseSlash } from '../composer/slash.js';
import type { ActionId } from '../keys/action-ids.js';
import { resolveKey } from '../keys/keymap.js';
import { panelIn } from '../panel/loaded-panel.js';
import { typeInto } from '../panel/text-line.js';
import { mayAnswer } from '../questions/early-keys.js';
import { isCurrent } from '../questions/follow-question.js';
import { answerRow, rowOfLetter } from '../questions/give-answer.js';
import { questionDetails } from '../questions/question-details.js';
import { canRun } from '../questions/questions-messages.js';
import { panelOfSignIn, visibleSignIn } from '../sign-in/in-front.js';
import { localCommands } from '../slash-commands/commands.js';
import { oneLine, sentence } from '../spoken-text.js';
import type { ScreenContext } from '../state/context.js';
import { formsIn } from '../state/loaded-forms.js';
import { emptyLayout } from '../state/screen-layout.js';
import { isDraftEmpty, type QuestionUi, type UiState } from '../state/ui-state.js';
import { show, toast, type UiStep } from '../state/ui-step.js';
import { spokenQuestion } from './linear-question.js';

export type LinearStep = UiStep & { readonly say: readonly string[] };

export type LinearTimes = { readonly since: number; readonly goneAt: number };

/** In ms; the user may still be answering a question that is gone. */
const STILL_ANSWERING = 700;

const NEEDS_SCREEN = 'This key needs the full screen; it does nothing here.';
const begunBefore = (what: 'it' | 'the number'): string =>
	`You began that before the question came. Type ${what} again.`;

/** Pure. A number begun before a question came does not answer it; one for a question that is gone is not sent. */
export function linearKey(context: ScreenContext, key: Key, times: LinearTimes): LinearStep {
	const line = panelOfSignIn(context)?.line(context);
	if (line?.apart !== undefined) return fieldKey(context, key);
	const focus = [...composerContexts(context.ui.composer), 'global'] as const;
	const chord = pressChord(context, focus, key, (free, id) => boundKey(free, id, times));
	if (chord !== null) return 'say' in chord ? chord : aloud(context, chord);
	const id = resolveKey(key, focus, context.table);
	if (id !== null) return boundKey(context, id, times);
	const seen: ScreenContext = { ...context, ui: { ...context.ui, lastKeyAt: context.now } };
	const text = key.typed;
	if (text === null) return aloud(context, show(seen.ui));
	return aloud(context, act(seen, { type: key.name === 'paste' ? 'paste' : 'text', text }));
}

function boundKey(context: ScreenContext, id: ActionId, times: LinearTimes): LinearStep {
	const seen: ScreenContext = { ...context, ui: { ...context.ui, lastKeyAt: context.now } };
	if (ACTIONS[id].needsScreen === true) return { ...aloud(context, show(seen.ui)), say: [NEEDS_SCREEN] };
	// Questions and lists are answered in the draft.
	if (id === 'submit') return submit(seen, times);
	if (id === 'dismiss') return dismiss(seen, context.ui.lastKeyAt);
	const { ui, requests } = runAction(context, emptyLayout, id);
	return aloud(context, { ui: { ...ui, lastKeyAt: context.now }, requests });
}

/** Text typed for a sign-in goes nowhere else. */
function fieldKey(context: ScreenContext, key: Key): LinearStep {
	const seen: ScreenContext = { ...context, ui: { ...context.ui, lastKeyAt: context.now } };
	const id = resolveKey(key, ['sign-in-field', 'line', 'picker', 'global'], context.table);
	if (id === null) {
		const line = panelOfSignIn(seen)?.line(seen) ?? null;
		return aloud(context, line === null ? show(seen.ui) : typeInto(line, key.typed ?? ''));
	}
	if (ACTIONS[id].needsScreen === true) return say(seen.ui, NEEDS_SCREEN);
	return aloud(context, runAction(seen, emptyLayout, id));
}

/** Entered line; `emptied` is the state without it. */
type Entered = LinearTimes & { readonly text: string; readonly number: number | null; readonly emptied: UiState };

function submit(context: ScreenContext, times: LinearTimes): LinearStep {
	const { ui } = context;
	if (ui.composer.search !== null) return aloud(context, runAction(context, emptyLayout, 'submit'));
	const text = ui.composer.draft.text.trim();
	const number = /^\d{1,2}$/.test(text) ? Number(text) : null;
	const emptied = { ...ui, composer: reduceComposer(ui.composer, { type: 'set-text', text: '' }) };
	const entered: Entered = { ...times, text, number, emptied };
	return (
		submitToPanel(context, entered) ??
		submitToSignIn(context, entered) ??
		submitToForm(context, entered) ??
		submitToQuestion(context, entered) ??
		submitWords(context, entered)
	);
}

function submitToForm(context: ScreenContext, { emptied, since }: Entered): LinearStep | null {
	const { ui, session, now } = context;
	const forms = formsIn(ui);
	if (forms === null || session.questions[0]?.kind !== 'elicitation-form' || ui.question === null) return null;
	const text = expandDraft(ui.composer.draft);
	if (parseSlash(text, localCommands, [])?.kind === 'local') return null;
	const isTooEarly = text !== '' && since <= ui.question.visibleAt;
	const step = isTooEarly
		? show(toast(emptied, begunBefore('it'), now))
		: forms.enter({ ...context, ui: emptied }, text);
	return step === null ? null : aloud({ ...context, ui: { ...ui, toast: null } }, step);
}

function submitToPanel(context: ScreenContext, { text, emptied }: Entered): LinearStep | null {
	const panel = panelIn(context.ui);
	if (panel === null || text.startsWith('/')) return null;
	const step = panel.enter({ ...context, ui: emptied }, text);
	return step === null ? null : aloud(context, step);
}

/** Chooses a row of the sign-in by its number; enter alone reads it out again; null for other words. */
function submitToSignIn(context: ScreenContext, { text, number, emptied, since }: Entered): LinearStep | null {
	const visible = visibleSignIn(context);
	const panel = panelOfSignIn(context);
	if (visible === null || panel === null) return null;
	if (text === '') return say(context.ui, ...panel.again().said.lines(context));
	if (number === null) return null;
	if (since <= visible.view.visibleAt) return say(emptied, begunBefore('the number'));
	const step = panel.enter({ ...context, ui: emptied }, text);
	return step === null ? null : aloud(context, step);
}

function submitToQuestion(context: ScreenContext, { text, number, emptied, since }: Entered): LinearStep | null {
	const { ui, session } = context;
	const spoken = spokenQuestion(context);
	const [question] = session.questions;
	if (spoken === null || question === undefined || ui.question === null) return null;
	const added = question.kind === 'exit-plan' ? WITH_WORDS.exec(text) : null;
	if (added !== null && since > ui.question.visibleAt) {
		const [, number = '', words = ''] = added;
		const at = Number(number) - 1;
		if (spoken.rows[at]?.answer != null) return submitWith(context, ui.question, at, words);
	}
	if (text === '') return say(ui, ...spoken.lines);
	const open = { ...emptied, question: { ...ui.question, isOpen: true } };
	const opened = (...first: readonly string[]): LinearStep =>
		say(open, ...first, ...(spokenQuestion({ ...context, ui: open })?.lines ?? []));
	if (text === 'o' && spoken.isCut) return opened();
	const answering = { ...context, ui: emptied };
	const unsaid: ScreenContext = { ...context, ui: { ...context.ui, toast: null } };
	const isTooEarly = since <= ui.question.visibleAt || !isCurrent(ui.question, question);
	const chosen = number === null ? rowOfLetter(question, spoken.rows, text) : spoken.rows[number - 1];
	if (chosen?.isUnread === true && !isTooEarly) {
		const { runs } = questionDetails(question, session.cwd);
		return opened(...(runs.length > 0 ? [`${canRun(runs)}.`] : []));
	}
	if (chosen === undefined && number === null) return null;
	if (isTooEarly) return say(emptied, begunBefore(number === null ? 'it' : 'the number'));
	if (chosen === undefined)
		return say(emptied, `There is no answer ${Number(text)}. Type a number from 1 to ${spoken.rows.length}.`);
	return aloud(unsaid, answerRow(answering, question, chosen));
}

/** A number and words that go with the answer to a plan: `1 + use tabs`. */
const WITH_WORDS = /^(\d)\s*\+\s*(\S.*)$/s;

function submitWith(context: ScreenContext, question: QuestionUi, selected: number, words: string): LinearStep {
	const { ui } = context;
	const composer = reduceComposer(ui.composer, { type: 'set-text', text: words });
	const asked: UiState = { ...ui, composer, question: { ...question, selected, isFeedback: true } };
	return aloud(context, runAction({ ...context, ui: asked }, emptyLayout, 'submit'));
}

function submitWords(context: ScreenContext, { number, emptied, since, goneAt }: Entered): LinearStep {
	const { ui, session } = context;
	const [question] = session.questions;
	// Withdrawn, and not announced yet; or a moment ago.
	const isGone = question === undefined && (ui.question !== null || since <= goneAt + STILL_ANSWERING);
	if (number !== null && isGone)
		return say(emptied, 'The question is gone, so the number was not sent. Type it again to send it.');
	// Without a screen words answer nothing: they wait until the turn is over.
	const later = ui.question === null ? null : { ...ui.question, isDraftOlder: true };
	const panel: UiState['panel'] = panelIn(ui)?.isNonmodal === true ? ui.panel : { kind: 'none' };
	const closed: UiState = { ...ui, panel, question: later };
	const step = runAction({ ...context, ui: closed }, emptyLayout, 'submit');
	const left = panelIn(ui);
	if (left === null || left.isNonmodal === true) return aloud(context, step);
	const after = left.leave(step.ui);
	return aloud(context, { ui: after.ui, requests: [...after.requests, ...step.requests] });
}

function say(ui: UiState, ...lines: readonly string[]): LinearStep {
	return { ui, requests: [], say: lines };
}

/** esc: the list, then the second step of a question, then the question by its safe answer, then the turn. */
function dismiss(context: ScreenContext, lastKeyAt: number): LinearStep {
	const { ui, session } = context;
	if (ui.panel.kind === 'loaded') return aloud(context, runAction(context, emptyLayout, 'picker-close'));
	if (ui.panel.kind !== 'none') return aloud(context, show({ ...ui, panel: { kind: 'none' } }));
	const signIn = panelOfSignIn(context);
	if (signIn !== null && isDraftEmpty(ui)) return aloud(context, signIn.act(context, 'picker-close', 1));
	const [question] = session.questions;
	const layout = { ...emptyLayout, answers: spokenQuestion(context)?.rows ?? [] };
	const isAsked = question !== undefined && ui.question?.questionId === question.id;
	if (isAsked && ui.question !== null && mayAnswer(ui.question, isDraftEmpty(ui), { ...ui, lastKeyAt }, context.now)) {
		const left = question.kind === 'elicitation-form' ? formsIn(ui)?.enter(context, null) : null;
		if (left != null) return aloud(context, left);
		const closed: UiState = { ...ui, question: { ...ui.question, isOpen: false } };
		return aloud(context, runAction({ ...context, ui: closed }, layout, 'answer-dismiss'));
	}
	return aloud(context, runAction(context, layout, 'dismiss'));
}

function aloud(context: ScreenContext, { ui, requests }: UiStep): LinearStep {
	const { ui: before } = context;
	const lines: string[] = [];
	if (ui.toast !== null && ui.toast !== before.toast) lines.push(sentence(oneLine(ui.toast.text)));
	if (
		ui.question !== null &&
		before.question?.questionId === ui.question.questionId &&
		before.question.always !== ui.question.always
	) {
		lines.push(...(spokenQuestion({ ...context, ui })?.lines ?? []));
	}
	return { ui, requests, say: lines };
}
