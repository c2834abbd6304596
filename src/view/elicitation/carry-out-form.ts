import type { FormAnswer } from '../../core/elicitation/form.js';
import type { FormElicitationQuestion } from '../../core/session/question.js';
import { act as editDraft } from '../actions/draft-actions.js';
import { scrollPage } from '../actions/scroll-transcript.js';
import { expandDraft } from '../composer/chips.js';
import { reduceComposer } from '../composer/composer.js';
import { TOO_FAST } from '../panel/panel-messages.js';
import { formsIn } from '../state/loaded-forms.js';
import type { ScreenLayout } from '../state/screen-layout.js';
import type { UiState } from '../state/ui-state.js';
import { show, toast, type UiStep, withoutToast, withRequests } from '../state/ui-step.js';
import { drawForm, scrolled } from './draw-form.js';
import * as messages from './elicitation-messages.js';
import type { FormStep } from './form-keys.js';
import { draftsOf, FORM_ROWS, type FormUi, problemsOf, reviewRows } from './form-ui.js';
import type { FormScene } from './scene.js';

export type FormsState = {
	/** Work of the user in each form, by the ids of the questions. */
	readonly views: ReadonlyMap<string, FormUi>;
	readonly opened: string | null;
	/** Keys until then were meant for a form that is gone (ms since the epoch). */
	readonly goneUntil: number;
	/** The draft had nothing in it when this was last brought up to it. */
	readonly isDraftEmpty: boolean;
	readonly said: number;
	/** The form that was in front, by its question's id. */
	readonly front: string | null;
	/** The form that waits beside the turn first, by its question's id. */
	readonly nonblocking: string | null;
};

/** The forms after something happened to one of them; `ui` still holds those before. */
export type FormOutcome = UiStep & { readonly state: FormsState };

/** esc that comes again so soon (ms) is held down. */
const HELD = 150;

export function carryOut(state: FormsState, scene: FormScene, step: FormStep, layout?: ScreenLayout): FormOutcome {
	if (step.scroll !== undefined) return scrollForm(state, scene, step.scroll, layout);
	if (step.go !== undefined && 'row' in step.go) return takeRow(state, scene, step.view, step.go.row);
	if (step.go !== undefined && 'leave' in step.go) return leaveForm(state, scene);
	return changeForm(state, scene, step);
}

function changeForm(state: FormsState, scene: FormScene, step: FormStep): FormOutcome {
	const { context, question, asked } = scene;
	const { now } = context;
	const focused: FormUi = { ...step.view, focus: step.view.focus === 'draft' ? 'draft' : 'form' };
	const to = step.go !== undefined && 'to' in step.go ? step.go.to : null;
	const view = movedView(focused, to, now);
	const isSaid = to !== null || step.isSaid === true;
	let { ui }: { ui: UiState } = context;
	// The rows are another question: keys answer them only when they could be read.
	if (to === question.form.fields.length)
		ui = { ...ui, question: { ...asked, visibleAt: now, selected: null, pendingKey: null } };
	if (step.marked !== undefined) ui = { ...ui, question: { ...asked, selected: step.marked } };
	return {
		...show(step.word === undefined ? withoutToast(ui) : toast(ui, step.word, now)),
		state: { ...withView(state, question.id, view), said: state.said + (isSaid ? 1 : 0) },
	};
}

function movedView(view: FormUi, to: number | null, movedAt: number): FormUi {
	if (to === null) return view;
	return { ...view, at: to, marked: null, hasMoved: false, scroll: null, finder: null, movedAt };
}

export function withView(state: FormsState, questionId: string, view: FormUi): FormsState {
	return { ...state, views: new Map(state.views).set(questionId, view) };
}

function scrollForm(state: FormsState, scene: FormScene, by: -1 | 1, layout: ScreenLayout | undefined): FormOutcome {
	const { context, view } = scene;
	const drawn = drawForm(scene, layout?.overlayRoom ?? context.ui.rows);
	if (drawn.lastScroll === 0) {
		// The key was for the form, which keeps the keys from then on.
		const kept = withView(state, scene.question.id, { ...view, focus: 'form' });
		return { ...(layout === undefined ? show(context.ui) : scrollPage(by)(context, layout)), state: kept };
	}
	const lines = by * Math.max(1, drawn.page - 1);
	return changeForm(state, scene, { view: { ...view, scroll: scrolled(drawn, lines) } });
}

function takeRow(state: FormsState, scene: FormScene, view: FormUi, row: number): FormOutcome {
	const { question } = scene;
	const { form } = question;
	switch (FORM_ROWS[row]) {
		case 'send': {
			const why = reviewRows(question, view)[row]?.because ?? '';
			if (why !== '') return changeForm(state, scene, { view, word: why });
			return answerForm(state, scene, { action: 'accept', drafts: draftsOf(form, view) });
		}
		case 'change': {
			if (form.fields.length === 0) return changeForm(state, scene, { view, word: messages.NOTHING_TO_FILL });
			return changeForm(state, scene, { view, go: { to: problemsOf(form, view)[0]?.at ?? 0 } });
		}
		case 'decline':
			return answerForm(state, scene, { action: 'decline' });
		case 'cancel':
			return answerForm(state, scene, { action: 'cancel' });
		default:
			return { ...show(scene.context.ui), state };
	}
}

function answerForm(state: FormsState, { context, question, view }: FormScene, answer: FormAnswer): FormOutcome {
	const next = { ...withView(state, question.id, { ...view, isAnswered: true }), opened: null };
	const event = { type: 'answer-form', questionId: question.id, answer } as const;
	const plain = withoutToast(context.ui);
	const ui = answer.action === 'cancel' ? stashWords(plain, view, context.now) : plain;
	return { ...withRequests(ui, { type: 'dispatch', event }), state: next };
}

/** esc on the first field cancels. */
function leaveForm(state: FormsState, scene: FormScene): FormOutcome {
	const { context, view } = scene;
	if (context.now < view.movedAt + HELD) return changeForm(state, scene, { view, word: TOO_FAST });
	return answerForm(state, scene, { action: 'cancel' });
}

/** Puts what waits beside the turn back to waiting, with what was done in it. */
export function postponeForm(state: FormsState, { context, question, view }: FormScene): FormOutcome {
	const next = withView(state, question.id, { ...view, focus: 'draft' });
	return { ...show(withoutToast(context.ui)), state: { ...next, opened: null } };
}

/** Words that the form has no place for are a message. */
export function writeToDraft(
	state: FormsState,
	{ context, question, view }: FormScene,
	text: string,
	isPaste: boolean,
): FormOutcome {
	const next = { ...withView(state, question.id, { ...view, focus: 'draft' }), isDraftEmpty: false };
	return { ...editDraft(context, { type: isPaste ? 'paste' : 'text', text }), state: next };
}

/** After a form is gone, keys that follow one another within so many ms were meant for it. */
export const STILL_TYPING = 600;
/** Time for which it says what became of words, in ms. */
const LONG_WORD = 6000;
/** Words of so many characters are worth being kept when their form goes. */
const WORTH_STASHING = 20;

/** The form after the draft changed: words in it have the keys, and where it is empty again the form may have them. */
export function withDraft(
	view: FormUi,
	{ blocksTurn }: FormElicitationQuestion,
	wasEmpty: boolean,
	isEmpty: boolean,
): FormUi {
	if (wasEmpty === isEmpty) return view;
	if (wasEmpty && view.focus === 'form') return { ...view, focus: 'draft' };
	return isEmpty && blocksTurn && view.focus === 'draft' ? { ...view, focus: 'auto' } : view;
}

/** The screen with the longer words of a form put aside, as drafts are: nobody reads them any more. Secrets are not kept. */
function stashWords(ui: UiState, { typed, fields }: FormUi, now: number): UiState {
	const worth = [...typed].filter(([name, { draft }]) => {
		const isSecret = fields.some((field) => field.name === name && field.secretWord !== undefined);
		return !isSecret && draft.past.edits.length > 0 && expandDraft(draft).trim().length >= WORTH_STASHING;
	});
	if (worth.length === 0) return ui;
	const composer = worth.reduce(
		(state, [, { draft }]) => reduceComposer(state, { type: 'put-aside', draft }),
		ui.composer,
	);
	return toast(
		{ ...ui, composer },
		'Your words are put aside: ctrl+s on an empty draft brings them back',
		now,
		LONG_WORD,
	);
}

/** A form is gone that nobody answered: what was typed in it is kept, and keys that follow are not taken for others. */
export function lost({ ui, requests }: UiStep, view: FormUi, isInFront: boolean, now: number): UiStep {
	const forms = formsIn(ui);
	if (view.isAnswered === true || forms === null) return { ui, requests };
	const kept = stashWords(ui, view, now);
	if (!isInFront || view.focus !== 'form') return { ui: kept, requests };
	const said = kept === ui ? toast(kept, messages.TAKEN_BACK, now, LONG_WORD) : kept;
	return { ui: { ...said, forms: forms.swallowing(now + STILL_TYPING) }, requests };
}
