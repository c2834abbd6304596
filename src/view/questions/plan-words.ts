import { defined } from '../../core/defined.js';
import { mentionsIn } from '../../core/mention.js';
import type { PlanQuestion, Question } from '../../core/session/question.js';
import { editedPlan, planReply } from '../../core/session/questions/plan-choice.js';
import { reduceComposer } from '../composer/composer.js';
import type { ComposerOutcome } from '../composer/composer-state.js';
import { emptyDraft } from '../composer/draft.js';
import type { ScreenContext } from '../state/context.js';
import type { AnswerRow } from '../state/screen-layout.js';
import { type PlanAnswer, pastesOf } from '../state/send-request.js';
import type { QuestionUi, UiState } from '../state/ui-state.js';
import { show, toast, type UiRequest, type UiStep, withEvent, withRequests } from '../state/ui-step.js';
import { planRows } from './answer-rows.js';
import { isDraftFree } from './early-keys.js';
import { isCurrent } from './follow-question.js';
import { FOOTER, PLAN_CHANGES, stepsTaken, YOUR_EDITS } from './questions-messages.js';

/** The plan in front, where words below it are about it. */
function planInFront({
	session,
	ui,
}: ScreenContext): { readonly question: PlanQuestion; readonly view: QuestionUi } | null {
	const [question] = session.questions;
	const view = ui.question;
	return question?.kind === 'exit-plan' && isCurrent(view, question) ? { question, view } : null;
}

type PlanRow = AnswerRow & { readonly answer: Extract<AnswerRow['answer'], { type: 'event' }> };

function isGiven(row: AnswerRow): row is PlanRow {
	return row.answer?.type === 'event';
}

/** The answer that typed words belong to: the one chosen for them, else «keep planning». */
function rowOfWords(context: ScreenContext): { readonly row: PlanRow; readonly at: number } | null {
	const front = planInFront(context);
	if (front === null) return null;
	const rows = planRows(front.question, context.session);
	const chosen = rows[front.view.selected ?? -1];
	const row =
		chosen !== undefined && isGiven(chosen) ? chosen : rows.filter(isGiven).find((each) => !approvesPlan(each.answer));
	return row === undefined ? null : { row, at: rows.indexOf(row) };
}

/** Whether words that are written below a plan would approve it. */
export function wordsApprove(context: ScreenContext): boolean {
	const found = rowOfWords(context);
	return found !== null && approvesPlan(found.row.answer);
}

/** Whether words can be written below a plan. */
export function takesWordsOfPlan(context: ScreenContext): boolean {
	return planInFront(context) !== null && !context.ui.isTranscriptView;
}

/** Footer word of the key that takes the next answer; null before words are written. */
export function nextAnswerHint(context: ScreenContext): string | null {
	if (!areWritten(context)) return null;
	return wordsApprove(context) ? 'other answer' : FOOTER.approve;
}

/** Takes the next answer for the words below a plan. */
export function nextAnswerForWords(context: ScreenContext): UiStep | null {
	const front = planInFront(context);
	const found = rowOfWords(context);
	if (front === null || found === null) return null;
	if (!areWritten(context))
		return show(toast(context.ui, 'Write first: tab then chooses the answer for your words', context.now));
	const rows = planRows(front.question, context.session);
	const places = rows.flatMap((row, at) => (isGiven(row) ? [at] : []));
	const next = places[front.view.selected === null ? 0 : (places.indexOf(found.at) + 1) % places.length] ?? found.at;
	return show({ ...context.ui, toast: null, question: { ...front.view, selected: next } });
}

/** Whether there are words below a plan, or are about to be. */
function areWritten({ ui }: ScreenContext): boolean {
	return ui.question?.isFeedback === true || !isDraftFree(ui);
}

const SOUNDS_LIKE_YES = /^\s*(?:y|yes|yep|ok|okay|sure|approved?|lgtm|go (?:ahead|on)|do it)\b/i;

/** Sends what is written below a plan with the answer that it goes with. */
export function sendToPlan(context: ScreenContext, question: PlanQuestion, outcome: ComposerOutcome): UiStep {
	const { ui, now } = context;
	const { text: typed, images, draft, shown: written } = outcome;
	const back = (words: string, view: Partial<QuestionUi> = {}): UiStep => {
		const composer = reduceComposer(ui.composer, { type: 'give-back', draft });
		const asked: Pick<UiState, 'question'> = { question: ui.question === null ? null : { ...ui.question, ...view } };
		return show(toast({ ...ui, composer, ...asked }, words, now));
	};
	const view = ui.question;
	const found = rowOfWords(context);
	if (view === null || found === null) return back(PLAN_CHANGES);
	const { row, at } = found;
	const isApproved = approvesPlan(row.answer);
	// Words of agreement do not mean "keep planning".
	if (!isApproved && view.selected === null && !view.isFeedback && SOUNDS_LIKE_YES.test(typed))
		return back('Enter sends this and keeps planning; tab takes another answer', { selected: at });
	if (isApproved && question.isChanging === true) return back(PLAN_CHANGES);
	const made = planAnswer(question, view, row.answer, typed);
	if (made === null) return back(PLAN_CHANGES);
	const { answer, text } = made;
	const sent = withoutEdits(ui);
	if (answer.type === 'answer-plan' && images.length === 0 && mentionsIn(written).length === 0)
		return withEvent(sent, { ...answer, feedback: text });
	const words = { text, written, images, draft, ...pastesOf(text, outcome) };
	return withRequests(sent, { type: 'send', ...words, interrupts: false, answers: answer });
}

/** The screen once the plan is answered: what was changed in it went along. */
export function withoutEdits(ui: UiState): UiState {
	if (ui.question === null) return ui;
	const { plan: _plan, edited: _edited, ...question } = ui.question;
	return { ...ui, question };
}

/** The choices of a plan review with what goes along with them, where the user changed something. */
export function withPlanEdits(rows: readonly AnswerRow[], { plan, edited }: QuestionUi): readonly AnswerRow[] {
	const steps = plan === undefined || plan.words === '' ? '' : ` ${stepsTaken(plan)}`;
	if (edited === undefined && steps === '') return rows;
	const words = edited === undefined ? [steps] : YOUR_EDITS.map((edits) => edits + (steps === '' ? '' : `,${steps}`));
	return rows.map(({ asksWords: _, ...row }) =>
		// The changes are the words.
		row.answer === null ? row : { ...row, ...defined({ remark: words[0] }), shortRemarks: words },
	);
}

type EventAnswer = Extract<NonNullable<AnswerRow['answer']>, { type: 'event' }>;

/** Whether an answer approves the plan; else planning goes on, or nobody knows. */
export function approvesPlan({ event, kind }: EventAnswer): boolean {
	return event.type === 'answer-plan' ? event.choice !== 'keep-planning' : kind?.startsWith('allow') === true;
}

/** An answer to a plan with all that goes along; `text`: its words for the agent, empty for none. */
function planAnswer(
	question: PlanQuestion,
	{ plan: choice, edited }: QuestionUi,
	answer: EventAnswer,
	typed = '',
): { readonly answer: PlanAnswer; readonly text: string } | null {
	const { event } = answer;
	if (event.type !== 'answer-plan' && event.type !== 'answer') return null;
	const edits = defined({ edited: editedPlan(question.plan, { edited, choice }) });
	const isStart = question.from === 'client';
	const text = planReply(approvesPlan(answer), { edited, choice }, { typed, isStart });
	return { answer: { ...event, ...edits }, text };
}

/** Answer to a plan with the user's edits and words; null: the plan is answered unchanged. */
export function answerWithEdits(
	question: Question,
	view: QuestionUi | null,
	given: EventAnswer,
): readonly UiRequest[] | null {
	const made = question.kind === 'exit-plan' && view !== null ? planAnswer(question, view, given) : null;
	if (made === null || made.text === '') return null;
	const { answer, text } = made;
	if (answer.type === 'answer-plan') return [{ type: 'dispatch', event: { ...answer, feedback: text } }];
	return [{ type: 'send', text, written: '', images: [], draft: emptyDraft, interrupts: false, answers: answer }];
}
