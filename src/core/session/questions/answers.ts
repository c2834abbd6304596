import { defined } from '../../defined.js';
import type { FormAnswer } from '../../elicitation/form.js';
import type { AppEvent } from '../../event.js';
import { withOwnId } from '../../policy/choose-option.js';
import type { PermissionOutcome } from '../../policy/policy-types.js';
import type { ToolVerdict } from '../../tool-call.js';
import { note } from '../entries/append.js';
import { setVerdict } from '../entries/reduce-tools.js';
import { withMode } from '../modes/agent-mode.js';
import { changeMode, leavePlanByAgent } from '../modes/mode.js';
import { recordPlan } from '../plan/reviewed-plan.js';
import { isNonblocking, type PlanQuestion, type Question, type QuestionWithOptions } from '../question.js';
import { PLAN_APPROVED } from '../session-messages.js';
import type { SessionState } from '../state.js';
import { andThen, only, type Step, withEffects } from '../step.js';
import { recordGrant } from './agent-grants.js';
import { hasRun } from './client-questions.js';
import { planAnswers } from './exit-plan.js';
import { answerQuestion, reduceTakenBack, reduceUrlAnswer, withoutQuestion } from './reduce-elicitation.js';
import { type AnswerEvent, rememberAnswer } from './remember-answer.js';

export function addQuestion(state: SessionState, question: Question): SessionState {
	const first = isNonblocking(question) ? -1 : state.questions.findIndex(isNonblocking);
	const place = first < 0 ? state.questions.length : first;
	const isRequest = question.kind === 'exit-plan' && question.from === 'agent';
	const next = isRequest ? withMode(state, { hasAskedToLeavePlan: true }) : state;
	return { ...next, questions: state.questions.toSpliced(place, 0, question) };
}

/** Answers open questions `cancelled`, but for confirmations of the user's own actions and `staying` ones. */
export function withdrawQuestions(state: SessionState, staying: (question: Question) => boolean = () => false): Step {
	const isKept = (question: Question): boolean => question.kind === 'confirm' || staying(question);
	const questions = state.questions.filter((question) => !isKept(question));
	if (questions.length === 0) return only(state);
	return {
		state: { ...state, questions: state.questions.filter(isKept) },
		effects: questions.map((question) => ({
			type: 'answer-question',
			questionId: question.id,
			outcome: { type: 'cancelled' },
		})),
	};
}

export function reduceTakenBackByAgent(state: SessionState, questionId: string, at: number): SessionState {
	const question = state.questions.find((candidate) => candidate.id === questionId);
	return question?.kind === 'elicitation-url'
		? reduceTakenBack(state, question, at)
		: withoutQuestion(state, { id: questionId });
}

export function reduceAnswer(state: SessionState, event: AnswerEvent, at: number): Step {
	const { questionId, outcome } = event;
	const question = state.questions.find((candidate) => candidate.id === questionId);
	if (question === undefined) return only(state);
	// This question has choices of its own; dismissed, the turn goes on unchanged.
	if (question.kind === 'refusals') return only(withoutQuestion(state, question));
	if (question.kind === 'elicitation-form') {
		const isDeclined = outcome.type === 'selected' && outcome.optionId === 'decline';
		return reduceFormAnswer(state, questionId, { action: isDeclined ? 'decline' : 'cancel' });
	}
	if (question.kind === 'elicitation-url') return reduceUrlAnswer(state, question, outcome, at);
	if (!mayAnswer(question, outcome)) return only(state);
	const remembered = rememberAnswer(state, question, event, at);
	if (remembered === null) {
		const marked = markAnswer(withoutQuestion(state, question), question, outcome, at, event);
		const answered = answerQuestion(marked, questionId, outcome);
		return isApproval(question, outcome) ? andThen(answered, leavePlanByAgent) : answered;
	}
	const counted = countDecision(
		withoutQuestion(remembered.state, question),
		{ decision: 'allowed', because: remembered.because },
		question.toolCallId,
		at,
	);
	return withEffects(
		counted,
		{ type: 'answer-question', questionId, outcome },
		...remembered.effects,
		// Queued questions that the new rule answers are not shown.
		{ type: 'apply-rules' },
	);
}

/** Converted and sent by `app`, which also reports it. */
export function reduceFormAnswer(state: SessionState, questionId: string, outcome: FormAnswer): Step {
	const isOpen = state.questions.some(({ id, kind }) => id === questionId && kind === 'elicitation-form');
	if (!isOpen) return only(state);
	return answerQuestion(withoutQuestion(state, { id: questionId }), questionId, outcome);
}

function isApproval(question: QuestionWithOptions, outcome: PermissionOutcome): boolean {
	if (question.kind !== 'exit-plan' || outcome.type !== 'selected') return false;
	const kind = withOwnId(question.options).find((option) => option.id === outcome.optionId)?.kind;
	return kind === 'allow_once' || kind === 'allow_always';
}

function markAnswer(
	state: SessionState,
	question: QuestionWithOptions,
	outcome: PermissionOutcome,
	at: number,
	{ edited, because }: { readonly edited?: string; readonly because?: string },
): SessionState {
	const option =
		outcome.type === 'selected' ? withOwnId(question.options).find((one) => one.id === outcome.optionId) : undefined;
	const isAllowed = option?.kind === 'allow_once' || option?.kind === 'allow_always';
	const verdict: ToolVerdict = {
		decision: isAllowed ? 'allowed' : 'denied',
		because: because ?? (option === undefined ? 'you dismissed the question' : `you chose “${option.name}”`),
	};
	if (question.kind === 'exit-plan') {
		const isUnknown = option?.kind === 'unknown';
		const status = option === undefined ? 'rejected' : isUnknown ? 'answered' : isAllowed ? 'approved' : 'kept';
		const kept = recordPlan(state, question, status, at, edited);
		return isUnknown ? kept : countDecision(kept, verdict, question.toolCallId, at);
	}
	// An option of a kind that nobody knows is neither: the agent says what came of it.
	if (option?.kind === 'unknown' || question.kind === 'confirm') return state;
	// The command ran already: not running it again is no refusal.
	if (!isAllowed && question.kind === 'permission' && hasRun(question)) return state;
	// A plan's approval leads to a mode, which is shown.
	const isKept = option?.kind === 'allow_always' && question.kind === 'permission' && question.from === 'agent';
	return countDecision(
		isKept ? recordGrant(state, option.name, question.request.kind, at) : state,
		verdict,
		question.toolCallId,
		at,
	);
}

function countDecision(
	state: SessionState,
	verdict: ToolVerdict,
	toolCallId: string | undefined,
	at: number,
): SessionState {
	const { turn } = state;
	const count = verdict.decision === 'denied' ? 'denied' : 'allowed';
	const counted = turn === null ? state : { ...state, turn: { ...turn, [count]: turn[count] + 1 } };
	return toolCallId === undefined ? counted : setVerdict(counted, toolCallId, verdict, at);
}

export function reduceDecided(
	state: SessionState,
	event: { readonly toolCallId?: string; readonly title: string; readonly verdict: ToolVerdict },
	at: number,
): SessionState {
	const counted = countDecision(state, event.verdict, event.toolCallId, at);
	if (event.toolCallId !== undefined || event.verdict.decision === 'allowed') return counted;
	return note(counted, at, 'warning', `Refused: ${event.title}`, { detail: event.verdict.because });
}

/** Answer to a plan: the agent's answer first, then our mode, then the user's words as the next message. */
export function reducePlanAnswer(
	state: SessionState,
	event: Extract<AppEvent, { readonly type: 'answer-plan' }>,
	sendNext: (state: SessionState, text: string) => Step,
	at: number,
): Step {
	const question = state.questions.find((candidate) => candidate.id === event.questionId);
	if (question === undefined || question.kind !== 'exit-plan') return only(state);
	const isApproved = event.choice !== 'keep-planning';
	if (isApproved && question.isChanging === true) return only(state);
	const feedback = event.feedback?.trim() ?? '';
	const answered = withoutQuestion(state, question);
	const { edited } = event;
	const status = isApproved ? 'approved' : 'kept';
	const step =
		question.from === 'client'
			? only(recordPlan(answered, question, status, at, edited))
			: answerAgent(answered, question, event, at);
	if (step === null) return only(state);
	const moded = isApproved
		? andThen(step, (next) =>
				changeMode(next, event.choice === 'accept-edits' ? 'acceptEdits' : 'default', {
					// An agent that asked leaves its plan mode by itself once it is answered.
					isAgentNotified: question.from === 'client',
					isReview: event.choice === 'review-edits',
				}),
			)
		: step;
	const words = feedback !== '' ? feedback : isApproved && question.from === 'client' ? PLAN_APPROVED : '';
	return words === '' ? moded : andThen(moded, (next) => sendNext(next, words));
}

function answerAgent(
	state: SessionState,
	question: PlanQuestion,
	event: Extract<AppEvent, { readonly type: 'answer-plan' }>,
	at: number,
): Step | null {
	const { choice } = event;
	const answers = planAnswers(question.options);
	const outcome = answers.choices.find((candidate) => candidate.choice === choice)?.outcome ?? null;
	// Nobody knows which option means this choice: the user has to pick one by its name.
	if (outcome === null) return null;
	return withEffects(markAnswer(state, question, outcome, at, event), {
		type: 'answer-question',
		questionId: question.id,
		outcome,
		choice,
	});
}

export function changeQuestion(
	state: SessionState,
	id: string,
	change: (question: Question) => Question,
): SessionState {
	return { ...state, questions: state.questions.map((question) => (question.id === id ? change(question) : question)) };
}

export function reduceChanged(
	state: SessionState,
	event: Extract<AppEvent, { readonly type: 'question-changed' }>,
	at: number,
): SessionState {
	const { questionId, request, because, offers, inAcceptEdits, hold, waits, plan } = event;
	return changeQuestion(state, questionId, (question) => {
		const { isChanging: _, ...known } = question;
		if (request === undefined) return known;
		const changed = { ...defined({ because }), request, changedAt: at };
		if (known.kind === 'permission') {
			const { inAcceptEdits: _inAcceptEdits, hold: _hold, waits: _waits, ...others } = known;
			return { ...others, ...changed, ...defined({ offers, inAcceptEdits, hold, waits }) };
		}
		return known.kind === 'exit-plan' ? { ...known, ...changed, ...defined({ plan }) } : { ...known, ...changed };
	});
}

/** Whether an answer counts while its question is changing: a refusal does, whatever it was about. */
function mayAnswer(question: QuestionWithOptions, outcome: PermissionOutcome): boolean {
	if (question.isChanging !== true || outcome.type === 'cancelled') return true;
	const option = withOwnId(question.options).find((one) => one.id === outcome.optionId);
	return option?.kind === 'reject_once' || option?.kind === 'reject_always';
}
