import { findCall } from '../../core/session/entries/entry-list.js';
import type { FormElicitationQuestion, Question } from '../../core/session/question.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { cellWidth, truncate } from '../../core/text/width.js';
import { type Keymap, keyOf } from '../keys/keymap.js';
import { type Line, type Span, styled } from '../line.js';
import { innerWidth } from '../panel/box.js';
import { TWO_SENTENCES, waitWords } from '../questions/answer-row.js';
import { isDraftFree, mayAnswer } from '../questions/early-keys.js';
import { clipLine } from '../spans.js';
import type { ScreenContext } from '../state/context.js';
import type { QuestionUi } from '../state/ui-state.js';
import { toolTitle } from '../transcript/tool/tool-title.js';
import * as messages from './elicitation-messages.js';
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

/** The key that goes between a form and the draft; empty where it has none. */
export function answerKey(table: Keymap): string {
	return keyOf(table, 'answer-form') ?? '';
}

/** Words behind the name of who asks: how many questions there are, and where keys go. */
export function titleRemarks({ context, view, asked }: FormScene): readonly Span[] {
	const { session, ui, now, table, nonblocking = [] } = context;
	const count = session.questions.length + nonblocking.length;
	const others = count > 1 ? [styled(` · question 1 of ${count}`, { color: 'warning' as const })] : [];
	const isAuto = view.focus === 'auto' && isDraftFree(ui);
	if (isAuto && !mayAnswer(asked, true, ui, now))
		return [...others, ...waitWords(ui, count > 1 ? TWO_SENTENCES : undefined)];
	const key = answerKey(table);
	const isAtDraft = view.focus === 'draft' || (view.focus === 'auto' && !isDraftFree(ui));
	return isAtDraft && key !== ''
		? [...others, styled(` · keys go to your message · ${key} answers`, { color: 'info' })]
		: others;
}

/** Row for forms that wait beside the turn: who asks, the key, and the subject where there is room. */
export function nonblockingLine(
	waiting: readonly FormElicitationQuestion[],
	{ session, ui, table }: ScreenContext,
): Line {
	const [first] = waiting;
	if (first === undefined) return [];
	const { agent, message, form } = first;
	const isShort = session.turn === null || ui.columns < 70;
	const name = truncate(sanitizeLine(agent), 24);
	const more = waiting.length > 1 ? ` (and ${waiting.length - 1} more)` : '';
	const head = ` ◇ ${isShort ? messages.asks(name) : messages.asksAndGoesOn(name)}${more}`;
	const key = answerKey(table);
	const keys = key === '' ? '' : ` · ${key} answers`;
	const room = ui.columns - cellWidth(head) - cellWidth(keys) - 2;
	const what = room < 6 ? '' : `: ${truncate(sanitizeLine(form.fields[0]?.title ?? message), room - 2)}`;
	const line = [
		styled(head, { color: 'warning' as const }),
		styled(what, {}),
		styled(keys, { color: 'muted' as const }),
	];
	return clipLine(line, ui.columns);
}
