import type { PermissionOutcome } from '../policy/types.js';
import type { ToolVerdict } from '../tool-call.js';
import { changeMode } from './mode.js';
import type { Question, SessionState } from './state.js';
import { only, type Step } from './step.js';
import { reduceCancel } from './turn.js';

/** Refusals by plan mode in one turn after which the person is asked what to do. */
const REFUSALS_BEFORE_ASKING = 5;

/** Counts what plan mode refused in the running turn. */
export function countRefusal(
	state: SessionState,
	event: { readonly verdict: ToolVerdict; readonly source: 'policy' | 'person' },
): SessionState {
	const { turn } = state;
	if (turn === null || state.mode.mode !== 'plan') return state;
	if (event.source !== 'policy' || event.verdict.decision !== 'denied') return state;
	return { ...state, turn: { ...turn, refusedInPlan: (turn.refusedInPlan ?? 0) + 1 } };
}

/** The question that is due when an agent keeps trying, once a turn; null as long as it is not. */
export function refusalsQuestion(state: SessionState, id: string, at: number): Question | null {
	const { turn } = state;
	if (state.mode.mode !== 'plan' || turn === null || turn.cancelledAt !== undefined) return null;
	if (turn.refusedInPlan !== REFUSALS_BEFORE_ASKING) return null;
	return {
		id,
		kind: 'refusals',
		from: 'client',
		request: {
			source: 'permission',
			kind: 'switch_mode',
			title: `Plan mode refused ${REFUSALS_BEFORE_ASKING} requests in this turn, and the agent goes on trying`,
			paths: [],
			diffs: [],
		},
		options: [
			{ id: 'refuse', name: 'Go on refusing', kind: 'reject_once' },
			{ id: 'stop', name: 'Stop the turn', kind: 'reject_always' },
			{ id: 'leave', name: 'Leave plan mode (asks before each change)', kind: 'unknown' },
		],
		because: 'the agent may not understand that it should only plan',
		askedAt: at,
	};
}

/** The person's word on an agent that keeps trying; null when the question is another one. */
export function reduceRefusalsAnswer(
	state: SessionState,
	questionId: string,
	outcome: PermissionOutcome,
	at: number,
): Step | null {
	const question = state.questions.find((candidate) => candidate.id === questionId);
	if (question?.kind !== 'refusals') return null;
	const next = { ...state, questions: state.questions.filter((candidate) => candidate !== question) };
	const choice = outcome.type === 'selected' ? outcome.optionId : 'refuse';
	if (choice === 'stop') return reduceCancel(next, at);
	return choice === 'leave' ? changeMode(next, 'default', { isAgentTold: true }) : only(next);
}

/** Outside plan mode nothing is refused for it, so the question is void. */
export function dropRefusalsQuestion(step: Step): Step {
	const { questions, mode } = step.state;
	if (mode.mode === 'plan' || !questions.some((question) => question.kind === 'refusals')) return step;
	return { ...step, state: { ...step.state, questions: questions.filter((question) => question.kind !== 'refusals') } };
}
