import type { PlanChoice } from '../event.js';
import { chooseOption, withOwnId } from '../policy/choose-option.js';
import { decide } from '../policy/decide.js';
import { planAnswers } from '../policy/exit-plan.js';
import type { PermissionOutcome } from '../policy/types.js';
import type { ToolVerdict } from '../tool-call.js';
import { note } from './append.js';
import { changeMode } from './mode.js';
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

/** The person's answer; one for a question that is gone changes nothing. */
export function reduceAnswer(state: SessionState, event: AnswerEvent, at: number): Step {
	const { askId, outcome } = event;
	const ask = state.asks.find((candidate) => candidate.id === askId);
	if (ask === undefined) return only(state);
	const remembered = rememberAnswer(state, ask, event, at);
	if (remembered === null) {
		const answered = markAnswer(reduceWithdrawn(state, askId), ask, outcome, at);
		return withEffects(answered, { type: 'answer-ask', askId, outcome });
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

/** Questions that wait behind this one and that the rules now answer are not put to the person. */
function settleByRules(state: SessionState, at: number): Step {
	return state.asks.reduce<Step>((step, ask) => {
		if (ask.kind !== 'permission') return step;
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
	const isKept = option?.kind === 'allow_always' && ask.from === 'agent';
	return countDecision(isKept ? keepGrant(state, option.name) : state, verdict, ask.toolCallId, at);
}

/** So many are listed; an agent that has more of them shows the newest. */
const MOST_GRANTS = 50;

function keepGrant(state: SessionState, name: string): SessionState {
	const others = (state.agentGrants ?? []).filter((known) => known !== name);
	return { ...state, agentGrants: [...others, name].slice(-MOST_GRANTS) };
}

/** Counts a decision in its turn and marks the tool call's card with it. */
export function countDecision(
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
