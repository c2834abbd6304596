import { findCall } from '../../core/session/entries/entry-list.js';
import type { FormElicitationQuestion, Question } from '../../core/session/question.js';
import { innerWidth } from '../panel/box.js';
import { mayAnswer } from '../questions/answer-guard.js';
import { isDraftFree } from '../questions/early-keys.js';
import type { ScreenContext } from '../state/context.js';
import type { QuestionUi } from '../state/ui-state.js';
import { toolTitle } from '../transcript/tool/title.js';
import type { KeyPlace } from './form-keys.js';
import type { FormUi } from './form-ui.js';

export type FormScene = {
	readonly context: ScreenContext;
	readonly question: FormElicitationQuestion;
	readonly view: FormUi;
	readonly asked: QuestionUi;
};

/** Name of the tool call that a form is for; empty where none is known. */
export function calledFor({ context: { session }, question }: Pick<FormScene, 'context' | 'question'>): string {
	if (question.toolCallId === undefined) return '';
	const call = findCall(session, question.toolCallId);
	return call === null ? '' : toolTitle(call, session.cwd);
}

export function isForm(question: Question): question is FormElicitationQuestion {
	return question.kind === 'elicitation-form';
}

/** Whether keys are for the form: the user said so, or nobody can mean them for the draft. */
export function hasKeys({ context, view, asked }: FormScene): boolean {
	const { ui, now, isReadOut } = context;
	if (isReadOut === true || ui.search !== null) return false;
	return view.focus === 'form' || (view.focus === 'auto' && mayAnswer(asked, isDraftFree(ui), ui, now));
}

/** Whether the rows have the keys. */
export function isReview({ view, question }: Pick<FormScene, 'view' | 'question'>): boolean {
	return view.at >= question.form.fields.length;
}

/** Whether the rows were seen long enough to be taken. */
export function isReady({ context: { ui, now }, asked }: Pick<FormScene, 'context' | 'asked'>): boolean {
	return mayAnswer(asked, true, ui, now);
}

export function placeOf(scene: FormScene): KeyPlace {
	const { context, question, view, asked } = scene;
	return {
		view,
		question,
		selected: asked.selected,
		isReady: isReady(scene),
		columns: innerWidth(context.ui.columns),
		cwd: context.session.cwd,
	};
}
