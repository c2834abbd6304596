import type { FormElicitationQuestion } from '../../core/session/question.js';
import { expandDraft } from '../composer/chips.js';
import { reduceComposer } from '../composer/composer.js';
import { formsIn } from '../state/loaded-forms.js';
import { toast, type UiStep } from '../state/step.js';
import type { UiState } from '../state/ui-state.js';
import * as messages from './elicitation-messages.js';
import type { FormUi } from './form-ui.js';

/** After a form is gone, keys that follow one another within so many ms were meant for it. */
export const STILL_TYPING = 600;
/** Time for which it says what became of words, in ms. */
const LONG_WORD = 6000;
/** Words of so many characters are worth being kept when their form goes. */
const WORTH_KEEPING = 20;

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
export function keepWords(ui: UiState, { typed, fields }: FormUi, now: number): UiState {
	const worth = [...typed].filter(([name, { draft }]) => {
		const isSecret = fields.some((field) => field.name === name && field.secretWord !== undefined);
		return !isSecret && draft.past.edits.length > 0 && expandDraft(draft).trim().length >= WORTH_KEEPING;
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
	const kept = keepWords(ui, view, now);
	if (!isInFront || view.focus !== 'form') return { ui: kept, requests };
	const said = kept === ui ? toast(kept, messages.TAKEN_BACK, now, LONG_WORD) : kept;
	return { ui: { ...said, forms: forms.swallowing(now + STILL_TYPING) }, requests };
}
