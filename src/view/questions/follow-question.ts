import type { Question } from '../../core/session/question.js';
import { reduceComposer } from '../composer/composer.js';
import { emptyDraft } from '../composer/draft.js';
import type { Keymap } from '../keys/keymap.js';
import { SHOWN_FOR } from '../panel/guard.js';
import type { QuestionUi, UiState } from '../state/ui-state.js';
import { toast } from '../state/ui-step.js';
import { earlyKeysIn, isDraftFree, withoutEarlyKeys } from './early-keys.js';

/** Whether the view is of the question as it stands: keys answer none that changed since it was drawn. */
export function isCurrent(view: QuestionUi | null, question: Question): view is QuestionUi {
	return view !== null && view.questionId === question.id && view.changedAt === (question.changedAt ?? null);
}

/**
 * The view of the question in front follows the session: a new one starts without a selection. Answer keys that came
 * too early go with the question that they were pressed for.
 */
export function followQuestion(before: UiState, question: Question | undefined, now: number, table: Keymap): UiState {
	const isAnother = question === undefined || !isCurrent(before.question, question);
	const given = isAnother ? stashEdits(before, before.question?.edited) : before;
	if (question === undefined) return given.question === null ? given : { ...withoutEarlyKeys(given), question: null };
	const isSame = given.question?.questionId === question.id;
	const ui = isSame ? given : withoutEarlyKeys(given);
	const isEmpty = isDraftFree(ui);
	const changedAt = question.changedAt ?? null;
	if (ui.question?.questionId === question.id && ui.question.changedAt !== changedAt) {
		const { hunks, plan } = ui.question;
		const lost =
			hunks !== undefined
				? 'The change is another one now: h chooses its hunks anew'
				: plan !== undefined
					? 'The agent changed the plan: s goes through its steps anew'
					: null;
		// Scrolling and opened parts belong to the former request.
		const anew: UiState = {
			...ui,
			question: {
				...newQuestionUi(ui, question.id, now, ui.question.isDraftOlder),
				earlyKeys: ui.question.earlyKeys,
				isFeedback: ui.question.isFeedback,
				changedAt,
			},
		};
		return lost === null ? anew : toast(anew, lost, now);
	}
	if (ui.question?.questionId === question.id) {
		if (ui.question.isUnseen === true && ui.panel.kind === 'none')
			return { ...ui, question: { ...ui.question, visibleAt: now, isUnseen: false } };
		const isEarly = now < ui.question.visibleAt + SHOWN_FOR;
		const isDraftOlder = !isEmpty && (ui.question.isDraftOlder || isEarly);
		// An answer chosen for the typed words lapses with them.
		const isOver = question.kind === 'exit-plan' && isEmpty && !ui.question.isFeedback;
		const selected = isOver ? null : ui.question.selected;
		return isDraftOlder === ui.question.isDraftOlder && selected === ui.question.selected
			? ui
			: { ...ui, question: { ...ui.question, isDraftOlder, selected } };
	}
	const fresh = { ...newQuestionUi(ui, question.id, now, false), changedAt };
	const earlyKeys = earlyKeysIn(ui.composer.draft.text, question, fresh, table);
	return { ...ui, question: { ...fresh, earlyKeys, isDraftOlder: !isEmpty && earlyKeys === '' } };
}

/** A plan that the user edited, and that is gone unanswered: their text is put aside as a draft. */
export function stashEdits(ui: UiState, edited: string | undefined): UiState {
	if (edited === undefined) return ui;
	const draft = { ...emptyDraft, text: edited, cursor: edited.length };
	return { ...ui, composer: reduceComposer(ui.composer, { type: 'put-aside', draft }) };
}

function newQuestionUi({ panel }: UiState, questionId: string, now: number, isDraftOlder: boolean): QuestionUi {
	return {
		questionId,
		visibleAt: now,
		...(panel.kind === 'none' ? {} : { isUnseen: true }),
		changedAt: null,
		selected: null,
		isOpen: false,
		wasOpen: false,
		scroll: 0,
		readTo: 0,
		always: null,
		isFeedback: false,
		isDraftOlder,
		earlyKeys: '',
		pendingKey: null,
	};
}
