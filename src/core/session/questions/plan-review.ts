import type { StopReason } from '../../agent-info.js';
import { refusesAll } from '../../policy/own-mode.js';
import { note } from '../entries/append.js';
import { lastMessage } from '../entries/entry-list.js';
import { withMode } from '../modes/agent-mode.js';
import { clientPlanReview } from '../question.js';
import type { SessionState, Turn } from '../state.js';
import { only, type Step } from '../step.js';

/** Offers a review when a turn ends with a plan and the agent never asks; once it says that `/plan done` does. */
export function offerPlanReview(state: SessionState, turn: Turn, reason: StopReason, at: number): Step {
	const hasOwnRequest = state.mode.hasAskedToLeavePlan === true;
	if (
		state.mode.mode !== 'plan' ||
		refusesAll(state.rules) ||
		reason !== 'end_turn' ||
		hasOwnRequest ||
		state.queue.length > 0
	)
		return only(state);
	const plan = lastMessage(state, turn.firstEntry);
	if (plan === '') return only(state);
	if (!isPlanShaped(plan)) return only(hintAtPlanDone(state, at));
	const question = clientPlanReview({
		id: `plan-${turn.id}`,
		because: 'this agent has no request of its own for leaving plan mode',
		plan,
		askedAt: at,
	});
	return only({ ...state, questions: [...state.questions, question] });
}

/** Whether the user is asked about a plan already. */
export function isPlanAsked({ questions }: Pick<SessionState, 'questions'>): boolean {
	return questions.some(({ kind }) => kind === 'exit-plan');
}

export function requestPlanReview(state: SessionState, at: number): SessionState {
	if (state.mode.mode !== 'plan' || state.turn !== null || isPlanAsked(state)) return state;
	const plan = lastMessage(state);
	const question = clientPlanReview({ id: `plan-done-${at}`, because: 'you asked for it', plan, askedAt: at });
	return { ...state, questions: [...state.questions, question] };
}

function hintAtPlanDone(state: SessionState, at: number): SessionState {
	if (state.mode.isPlanDoneMentioned === true) return state;
	return note(
		withMode(state, { isPlanDoneMentioned: true }),
		at,
		'info',
		'/plan done approves the last answer as the plan.',
	);
}

/** A mark is taken whole: a long line of them would be tried from each on. */
const FENCE = /^ {0,3}(`{3,}(?!`)|~{3,}(?!~))[^\n]*\n[\s\S]*?(?:^ {0,3}\1[`~]*[ \t]*$|$(?![\s\S]))/gm;

const HEADING = /^ {0,3}(?:#{1,6}\s+\S|(?:\*\*|__)[^*_]+(?:\*\*|__):?\s*$)/;
const STEP = /^\s{0,3}(?:\d{1,3}[.)]|[-*+]\s+\[[ xX]\])\s+\S/;
/** Question marks of all scripts that have one, behind which emphasis or a bracket may close. */
const QUESTION = /[?？؟⁇⸮;՞]["'”’»)\]*_`\s]*$/u;

/** Whether an answer looks like a plan: a heading with steps, or boxes. One that asks something is none. */
export function isPlanShaped(text: string): boolean {
	const lines = text.replaceAll(FENCE, '').split('\n');
	if (lines.some(isQuestion)) return false;
	const steps = lines.filter((line) => STEP.test(line));
	if (steps.length < 2) return false;
	return steps.every((line) => line.includes('[')) || lines.some((line) => HEADING.test(line));
}

/** The Greek question mark is a semicolon, which ends much else in Latin text. */
function isQuestion(line: string): boolean {
	if (!QUESTION.test(line)) return false;
	return !/[;;]["'”’»)\]*_`\s]*$/u.test(line) || /\p{Script=Greek}/u.test(line);
}
