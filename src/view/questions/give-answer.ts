import type { OptionKind, PermissionOutcome } from '../../core/policy/policy-types.js';
import type { Question } from '../../core/session/question.js';
import { QUIET_FOR, SHOWN_FOR } from '../panel/guard.js';
import type { ScreenContext } from '../state/context.js';
import type { AnswerRow } from '../state/screen-layout.js';
import { show, toast, type UiRequest, type UiStep, withRequests } from '../state/ui-step.js';
import { LETTERS, permissionRows } from './answer-rows.js';
import { answerWithEdits, approvesPlan, withoutEdits } from './plan-words.js';
import { NO_OTHER_RULE, PLAN_CHANGES } from './questions-messages.js';

/** Row of a letter key: for an agent's «always» a second step says what it means, a letter alone does not choose it. */
export function byLetter(question: Question, row: AnswerRow): AnswerRow {
	const isTheirs = row.keys === LETTERS.allow_always && row.answer?.type === 'event' && isFromAgent(question);
	return isTheirs ? { ...row, answer: { type: 'always', offer: 0 } } : row;
}

/**
 * Shows the rule of an «always» before it is saved. It is a question of its own, whose keys count after a pause, so
 * that it can be read.
 */
function showAlways({ ui, now }: ScreenContext, offer: number): UiStep {
	const visibleAt = now - (SHOWN_FOR - QUIET_FOR);
	return show(
		ui.question === null ? ui : { ...ui, question: { ...ui.question, always: offer, selected: null, visibleAt } },
	);
}

/** The row that bears the letter of this kind; one that is out of reach still answers to it, with the reason. */
export function rowOfKind(answers: readonly AnswerRow[], kind: OptionKind): AnswerRow | undefined {
	return answers.find((row) => row.keys !== '' && row.keys === LETTERS[kind]);
}

/** The row that a letter or its word means, written and sent with enter; undefined where none bears it. */
export function rowOfLetter(question: Question, answers: readonly AnswerRow[], text: string): AnswerRow | undefined {
	const hasLetters = question.kind === 'permission' || question.kind === 'exit-plan';
	const kind = hasLetters ? LETTER_KINDS[text.toLowerCase()] : undefined;
	const row = kind === undefined ? undefined : rowOfKind(answers, kind);
	return row === undefined ? undefined : byLetter(question, row);
}

const LETTER_KINDS: Readonly<Partial<Record<string, OptionKind>>> = {
	y: 'allow_once',
	yes: 'allow_once',
	a: 'allow_always',
	always: 'allow_always',
	n: 'reject_once',
	no: 'reject_once',
};

export function answerRow(context: ScreenContext, question: Question, row: AnswerRow | undefined): UiStep {
	const { ui, now } = context;
	if (row === undefined) {
		const isRule = ui.question !== null && ui.question.always !== null;
		return show(
			toast(
				ui,
				isRule ? NO_OTHER_RULE : isOurs(question) ? 'There is no such answer here' : 'The agent offers no such answer',
				now,
			),
		);
	}
	const { answer, because } = row;
	if (answer === null) return show(toast(ui, because, now));
	if (answer.type === 'form') return show(ui);
	if (answer.type === 'always') return showAlways(context, answer.offer);
	const edits = answerWithEdits(question, ui.question, answer);
	if (edits !== null && question.isChanging === true && approvesPlan(answer)) return show(toast(ui, PLAN_CHANGES, now));
	if (edits !== null) return withRequests(withoutEdits(ui), ...edits);
	const { event, opens } = answer;
	const opening: readonly UiRequest[] = opens === undefined ? [] : [{ type: 'open-address', url: opens }];
	return withRequests(ui, { type: 'dispatch', event }, ...opening);
}

function isFromAgent(question: Question): boolean {
	return (question.kind === 'permission' || question.kind === 'exit-plan') && question.from === 'agent';
}

/** Whether the answers of a question are ours, and not the agent's. */
function isOurs(question: Question): boolean {
	return question.kind === 'confirm' || question.kind === 'refusals' || ('from' in question && !isFromAgent(question));
}

/** The safe answer: reject once, where the agent offers it; else the question is dismissed. */
export function rejectionOf(question: Question): PermissionOutcome {
	for (const { answer } of permissionRows(question, true, 'plan')) {
		if (answer?.type !== 'event' || answer.kind !== 'reject_once') continue;
		if (answer.event.type === 'answer') return answer.event.outcome;
	}
	return { type: 'cancelled' };
}

/** Whether what is written is an answer to this question: words that reject it, and say why. */
export function isDraftAnswer({ session, ui, now }: ScreenContext): boolean {
	const question = session.questions[0];
	return (
		(question?.kind === 'permission' || question?.kind === 'agent-question') &&
		ui.question?.questionId === question.id &&
		!ui.question.isDraftOlder &&
		now >= ui.question.visibleAt + SHOWN_FOR
	);
}
