import type { PlanChoice } from '../event.js';
import { chooseOption, withOwnId } from '../policy/choose-option.js';
import { decide } from '../policy/decide.js';
import { planAnswers } from '../policy/exit-plan.js';
import type { PermissionOutcome } from '../policy/types.js';
import type { ToolVerdict } from '../tool-call.js';
import { keepGrant } from './agent-grants.js';
import { note } from './append.js';
import { mayAnswer } from './changing-ask.js';
import { changeMode, leavePlanByAgent } from './mode.js';
import { noQuirks } from './quirks.js';
import { type AnswerEvent, rememberAnswer } from './rules.js';
import type { Ask, SessionState } from './state.js';
import { andThen, only, type Step, withEffects } from './step.js';
import { setVerdict } from './tools.js';

/** A question for the person. A permission request may be the first news of its tool call. */
export function reduceAsked(state: SessionState, ask: Ask): SessionState {
	return { ...state, asks: [...state.asks, ask] };
}

/**
 * All open questions are answered `cancelled`: the turn is over, stopped, or its agent is gone. What the
 * person is to confirm of their own stays.
 */
export function withdrawAsks(state: SessionState): Step {
	const asks = state.asks.filter((ask) => ask.kind !== 'confirm');
	if (asks.length === 0) return only(state);
	return {
		state: { ...state, asks: state.asks.filter((ask) => ask.kind === 'confirm') },
		effects: asks.map((ask) => ({ type: 'answer-ask', askId: ask.id, outcome: { type: 'cancelled' } })),
	};
}

/** The agent took a question back. */
export function reduceWithdrawn(state: SessionState, askId: string): SessionState {
	return { ...state, asks: state.asks.filter((ask) => ask.id !== askId) };
}

/** The person's answer; one for a question that is gone, or was just changed, changes nothing. */
export function reduceAnswer(state: SessionState, event: AnswerEvent, at: number): Step {
	const { askId, outcome } = event;
	const ask = state.asks.find((candidate) => candidate.id === askId);
	if (ask === undefined || !mayAnswer(ask, outcome)) return only(state);
	const remembered = rememberAnswer(state, ask, event, at);
	if (remembered === null) {
		const answered = withEffects(markAnswer(reduceWithdrawn(state, askId), ask, outcome, at), {
			type: 'answer-ask',
			askId,
			outcome,
		});
		return isApproval(ask, outcome) ? andThen(answered, leavePlanByAgent) : answered;
	}
	const counted = countDecision(
		reduceWithdrawn(remembered.state, askId),
		{ decision: 'allowed', because: remembered.because },
		ask.toolCallId,
		at,
	);
	const answered = withEffects(counted, { type: 'answer-ask', askId, outcome }, ...remembered.effects);
	return andThen(answered, (next) => settleByRules(next, at));
}

/** An option of the agent's own that approves its plan: the person said so, whatever it does beyond. */
function isApproval(ask: Ask, outcome: PermissionOutcome): boolean {
	if (ask.kind !== 'exit-plan' || outcome.type !== 'selected') return false;
	const kind = withOwnId(ask.options).find((option) => option.id === outcome.optionId)?.kind;
	return kind === 'allow_once' || kind === 'allow_always';
}

/** Questions that wait behind this one and that the rules now answer are not put to the person. */
function settleByRules(state: SessionState, at: number): Step {
	return state.asks.reduce<Step>((step, ask) => {
		if (ask.kind !== 'permission' || ask.isChanging === true) return step;
		const { mode, rules } = step.state;
		const verdict = decide(ask.request, { mode: mode.mode, rules });
		const option = chooseOption(ask.options, 'allow');
		if (verdict.decision !== 'allow' || option === null) return step;
		const outcome: PermissionOutcome = { type: 'selected', optionId: option.id };
		return andThen(step, (next) =>
			withEffects(
				countDecision(
					reduceWithdrawn(next, ask.id),
					{ decision: 'allowed', because: verdict.because },
					ask.toolCallId,
					at,
				),
				{ type: 'answer-ask', askId: ask.id, outcome },
			),
		);
	}, only(state));
}

function markAnswer(state: SessionState, ask: Ask, outcome: PermissionOutcome, at: number): SessionState {
	const option =
		outcome.type === 'selected' ? withOwnId(ask.options).find((one) => one.id === outcome.optionId) : undefined;
	const isAllowed = option?.kind === 'allow_once' || option?.kind === 'allow_always';
	const verdict: ToolVerdict = {
		decision: isAllowed ? 'allowed' : 'denied',
		because: option === undefined ? 'you dismissed the question' : `you chose “${option.name}”`,
	};
	// An option of a kind that nobody knows is neither: the agent says what came of it.
	if (option?.kind === 'unknown' || ask.kind === 'confirm') return state;
	// Words that answer a question refuse nothing.
	if (outcome.type === 'selected' && outcome.words !== undefined) return state;
	// A plan's approval leads to a mode, which is shown.
	const isKept = option?.kind === 'allow_always' && ask.from === 'agent' && ask.kind !== 'exit-plan';
	return countDecision(
		isKept ? keepGrant(state, option.name, ask.request.kind, at) : state,
		verdict,
		ask.toolCallId,
		at,
	);
}

/** Counts a decision in its turn and marks the tool call's card with it. */
function countDecision(
	state: SessionState,
	verdict: ToolVerdict,
	toolCallId: string | undefined,
	at: number,
): SessionState {
	const { turn } = state;
	const isDenied = verdict.decision === 'denied';
	const counted =
		turn === null
			? state
			: {
					...state,
					turn: {
						...turn,
						denied: turn.denied + (isDenied ? 1 : 0),
						allowed: turn.allowed + (isDenied ? 0 : 1),
					},
				};
	return toolCallId === undefined ? counted : setVerdict(counted, toolCallId, verdict, at);
}

/** The policy's decision. A refusal without a card is told in a line of its own. */
export function reduceDecided(
	state: SessionState,
	event: { readonly toolCallId?: string; readonly title: string; readonly verdict: ToolVerdict },
	at: number,
): SessionState {
	const counted = countDecision(state, event.verdict, event.toolCallId, at);
	if (event.toolCallId !== undefined || event.verdict.decision === 'allowed') return counted;
	return note(counted, at, 'warning', `Refused: ${event.title}`, { detail: event.verdict.because });
}

/** The choice on a plan: the agent's answer, then our mode, then the person's words as the next message. */
export function reducePlanAnswer(
	state: SessionState,
	event: { readonly askId: string; readonly choice: PlanChoice; readonly feedback?: string },
	sendNext: (state: SessionState, text: string) => Step,
	at: number,
): Step {
	const ask = state.asks.find((candidate) => candidate.id === event.askId);
	if (ask === undefined || ask.kind !== 'exit-plan') return only(state);
	const isApproved = event.choice !== 'keep-planning';
	if (isApproved && ask.isChanging === true) return only(state);
	const feedback = event.feedback?.trim() ?? '';
	const withoutAsk = reduceWithdrawn(state, ask.id);
	const step = ask.from === 'client' ? only(withoutAsk) : answerAgent(withoutAsk, ask, event.choice, at);
	if (step === null) return only(state);
	const moded = isApproved
		? andThen(step, (next) =>
				changeMode(next, event.choice === 'accept-edits' ? 'acceptEdits' : 'default', {
					// An agent that asked leaves its plan mode by itself once it is answered.
					isAgentTold: ask.from === 'client',
					isReview: event.choice === 'review-edits',
				}),
			)
		: step;
	const words = feedback !== '' ? feedback : isApproved && ask.from === 'client' ? PLAN_APPROVED : '';
	return words === '' ? moded : andThen(moded, (next) => sendNext(next, words));
}

/** What an agent without a request of its own is told when its plan is approved. */
export const PLAN_APPROVED = 'The plan is approved. Carry it out now.';

function answerAgent(state: SessionState, ask: Ask, choice: PlanChoice, at: number): Step | null {
	const answers = planAnswers(ask.options, state.agent?.quirks ?? noQuirks);
	const outcome = answers.choices.find((candidate) => candidate.choice === choice)?.outcome ?? null;
	// Nobody knows which option means this choice: the person has to pick one by its name.
	if (outcome === null) return null;
	return withEffects(markAnswer(state, ask, outcome, at), { type: 'answer-ask', askId: ask.id, outcome, choice });
}
