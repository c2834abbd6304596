import type { FormElicitationQuestion } from '../../core/session/questions/question.js';
import { expandDraft } from '../composer/chips.js';
import { reduceComposer } from '../composer/composer.js';
import { formsIn } from '../state/loaded-forms.js';
import { show, toast, type UiStep } from '../state/step.js';
import type { FormUi } from './form-ui.js';
import * as messages from './messages.js';

/** After a form is gone, keys that follow one another within so many ms were meant for it. */
export const STILL_TYPING = 600;
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

/** A form is gone that nobody answered: what was typed in it is kept, and keys that follow are not taken for others. */
export function lost(
	{ ui, requests }: UiStep,
	{ typed, isAnswered, focus, secrets }: FormUi,
	isInFront: boolean,
	now: number,
): UiStep {
	if (isAnswered === true) return { ui, requests };
	const texts = [...typed].filter(
		([
			name,
			{
				draft,
				draft: { past },
			},
		]) => !secrets.has(name) && past.edits.length > 0 && expandDraft(draft).trim().length >= WORTH_KEEPING,
	);
	const composer = texts.reduce(
		(state, [, { draft }]) => reduceComposer(state, { type: 'put-aside', draft }),
		ui.composer,
	);
	const forms = formsIn(ui);
	const wasTyping = isInFront && focus === 'form' && forms !== null;
	const kept = { ...ui, composer, ...(wasTyping ? { forms: forms.swallowing(now + STILL_TYPING) } : {}) };
	if (texts.length > 0) return { ...show(toast(kept, messages.WORDS_ASIDE, now, 6000)), requests };
	return { ...show(wasTyping ? toast(kept, messages.TAKEN_BACK, now) : kept), requests };
}
