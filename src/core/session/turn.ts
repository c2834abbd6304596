import type { StopReason } from '../agent-info.js';
import { defined } from '../defined.js';
import type { Failure } from '../failure.js';
import { withdrawQuestions } from './answers.js';
import { append, settleStreaming } from './append.js';
import type { TurnEndEntry } from './entry.js';
import { entryAt } from './entry-list.js';
import { leavePlanLate, offerPlanReview } from './mode.js';
import { offerAgain } from './person.js';
import { isClientPlanReview } from './question.js';
import { askedTime } from './question-time.js';
import { insertAt } from './queue.js';
import type { PlanHalt, Prompt, SessionState, Turn } from './state.js';
import { andThen, only, type Step, withEffects } from './step.js';
import { showUnnamedTerminals } from './terminals.js';
import { settleCalls, stopCalls } from './tools.js';

/**
 * A prompt of the person: sent at once when the agent is idle, otherwise queued, at `place` (from 0) where it stood
 * before. A held queue does not stop it: it goes first, and the queue goes on after it, in a session that is only
 * being opened as well.
 */
export function reducePrompt(
	state: SessionState,
	prompt: Prompt,
	isFirst: boolean,
	at: number,
	place = state.queue.length,
): Step {
	const { phase } = state.connection;
	const isIdle = state.turn === null && phase === 'ready';
	if (isIdle && (state.queue.length === 0 || state.isQueueHeld || isFirst)) return startTurn(state, prompt, at);
	const isHeldForIt = state.isQueueHeld && (phase === 'starting' || phase === 'opening');
	const queue = insertAt(state.queue, prompt, isFirst || isHeldForIt ? 0 : place);
	return only({ ...state, queue, isQueueHeld: state.isQueueHeld && !isHeldForIt });
}

/** A prompt that stops the running turn and goes next; without a turn it is an ordinary one. */
export function reduceInterruption(state: SessionState, prompt: Prompt, at: number): Step {
	const queued = reducePrompt(state, prompt, true, at);
	const { turn } = queued.state;
	if (turn === null || turn.prompt === prompt) return queued;
	return andThen(
		andThen(queued, (next) => reduceCancel(next, at)),
		(next) => only(next.turn === null ? next : { ...next, turn: { ...next.turn, isInterrupted: true } }),
	);
}

/** Starts the next queued prompt when nothing stands in its way. */
export function startNext(state: SessionState, at: number): Step {
	const [next, ...rest] = state.queue;
	if (next === undefined || state.turn !== null || state.isQueueHeld || state.connection.phase !== 'ready') {
		return only(state);
	}
	return startTurn({ ...state, queue: rest }, next, at);
}

function startTurn(state: SessionState, prompt: Prompt, at: number): Step {
	const { sessionId } = state;
	if (sessionId === null) return only({ ...state, queue: [prompt, ...state.queue] });
	const firstEntry = state.entries.size;
	// Going on with words of one's own is an answer to the review that this client put at the last turn's end.
	const shown = append(
		{ ...state, questions: state.questions.filter((question) => !isClientPlanReview(question)) },
		{
			kind: 'user',
			at,
			text: prompt.text,
			...defined({ pastes: prompt.pastes }),
			blocks: prompt.blocks.filter((block) => block.type !== 'text'),
		},
	);
	const turnId = `turn-${state.nextEntry}`;
	return withEffects(
		{
			...shown,
			isQueueHeld: false,
			// The words after a stop may be about anything: the plan is back when the agent goes on with it.
			planHalt: shown.planHalt === 'stopped' ? 'set-aside' : shown.planHalt,
			turn: {
				id: turnId,
				prompt,
				startedAt: at,
				lastWordAt: at,
				isStuck: false,
				firstEntry,
				denied: 0,
				allowed: 0,
			},
		},
		{ type: 'send-prompt', turnId, sessionId, prompt },
	);
}

/** The person stops the turn: open questions are answered `cancelled` at once, open calls are being stopped. */
export function reduceCancel(state: SessionState, at: number): Step {
	const { turn, sessionId } = state;
	if (turn === null || sessionId === null || turn.cancelledAt !== undefined) return only(state);
	const cancelled = stopCalls(state, turn.firstEntry, at);
	return andThen(withdrawQuestions(cancelled), (next) =>
		withEffects({ ...next, turn: { ...turn, cancelledAt: at } }, { type: 'cancel-turn', turnId: turn.id, sessionId }),
	);
}

/** The agent did not end a cancelled turn in time. */
export function reduceCancelIgnored(state: SessionState, turnId: string): SessionState {
	return state.turn?.id === turnId ? { ...state, turn: { ...state.turn, isStuck: true } } : state;
}

/** The agent answered the prompt. An answer to a turn that is over already is no news. */
export function reduceTurnEnd(
	state: SessionState,
	end: { readonly turnId: string; readonly reason: StopReason; readonly word?: string },
	at: number,
): Step {
	const { turn } = state;
	if (turn === null || turn.id !== end.turnId) return only(state);
	const word = defined({ word: end.word });
	const closed = closeTurn(state, at, (next) =>
		append(next, { ...endOf(turn, at), ...byAgent(turn, end.reason), reason: end.reason, ...word }),
	);
	// What ended is decided by us: an agent may answer `cancelled` to a rejection, or `end_turn` to a cancel.
	const isHeld = turn.cancelledAt !== undefined && turn.isInterrupted !== true && closed.state.queue.length > 0;
	const held: Step = { ...closed, state: { ...closed.state, isQueueHeld: isHeld } };
	return andThen(
		andThen(andThen(held, leavePlanLate), (next) =>
			turn.cancelledAt === undefined ? offerPlanReview(next, turn, end.reason, at) : only(next),
		),
		(next) => startNext(next, at),
	);
}

/** Nobody here stopped the turn: some agents end it so when they are refused something. */
function byAgent(turn: Turn, reason: StopReason): Pick<TurnEndEntry, 'endedBy'> {
	if (reason !== 'cancelled' || turn.cancelledAt !== undefined) return {};
	return { endedBy: turn.denied > 0 ? 'agent-after-refusal' : 'agent' };
}

/**
 * The prompt failed; what waits is kept until the person says so. A prompt that went nowhere (it could not be
 * written, or its agent ended before any word on it) comes back as the first of what waits, unless the person gave it up.
 */
export function reduceTurnFailure(
	state: SessionState,
	turnId: string,
	failure: Failure,
	at: number,
	isGivenUp = false,
): Step {
	const { turn } = state;
	if (turn === null || turn.id !== turnId) return only(state);
	const reason = failure.code === 'agent-exit' ? 'agent-exit' : 'failed';
	const isNowhere = reason === 'agent-exit' || failure.isUnsent === true;
	const isLost = isNowhere && !isGivenUp && turn.cancelledAt === undefined && !isAnswered(state, turn);
	const closed = closeTurn(state, at, (next) =>
		append(next, {
			...endOf(turn, at),
			reason,
			failure: isLost ? { ...failure, hint: [KEPT, failure.hint].filter(Boolean).join(' ') } : failure,
		}),
	);
	const kept = isLost ? offerAgain(closed.state, turn.toldCommands ?? []) : closed.state;
	const queue = isLost ? [turn.prompt, ...kept.queue] : kept.queue;
	const planHalt = kept.planHalt === 'ended' ? 'stopped' : kept.planHalt;
	return { ...closed, state: { ...kept, planHalt, queue, isQueueHeld: queue.length > 0 } };
}

function endOf(turn: Turn, at: number): Pick<TurnEndEntry, 'kind' | 'at' | 'startedAt' | 'askedMs'> {
	const askedMs = askedTime(turn, at);
	return { kind: 'turn-end', at, startedAt: turn.startedAt, ...(askedMs === 0 ? {} : { askedMs }) };
}

const KEPT = 'What you sent waits in the queue.';

/** True when the agent has said or done anything that can be the answer to the turn's prompt. */
function isAnswered(state: SessionState, turn: Turn): boolean {
	for (let index = turn.firstEntry + 1; index < state.entries.size; index += 1) {
		const entry = entryAt(state.entries, index);
		if (entry?.kind === 'message' || entry?.kind === 'thought' || entry?.kind === 'block') return true;
		if (entry?.kind === 'tool' && entry.call.person === undefined) return true;
	}
	return false;
}

/** Everything that belongs to a turn ends with it: streaming text, questions, calls that never ended. */
function closeTurn(state: SessionState, at: number, addEnd: (state: SessionState) => SessionState): Step {
	const { turn } = state;
	if (turn === null) return only(state);
	const settled = showUnnamedTerminals(settleCalls(settleStreaming(state, at), turn.firstEntry, 'cancelled', at));
	return andThen(withdrawQuestions(settled), (next) =>
		only({ ...addEnd(next), planHalt: haltOf(next, turn), isPrompted: true, turn: null }),
	);
}

function haltOf({ planHalt }: SessionState, turn: Turn): PlanHalt {
	if (planHalt === 'set-aside') return planHalt;
	return turn.cancelledAt === undefined ? 'ended' : 'stopped';
}

/** The turn's prompt waits before it is sent. */
export function holdPrompt(state: SessionState, turnId: string): SessionState {
	return state.turn?.id === turnId ? { ...state, turn: { ...state.turn, isHeld: true } } : state;
}

/** The turn's prompt is sent: from here on the agent's words are the answer. */
export function promptSent(state: SessionState, turnId: string): SessionState {
	if (state.turn?.id !== turnId) return state;
	const { isHeld: _held, ...turn } = state.turn;
	return { ...state, isPrompted: true, turn };
}

/** Any word of the agent during a turn: silence is measured from here. */
export function heard(state: SessionState, at: number): SessionState {
	return state.turn === null ? state : { ...state, turn: { ...state.turn, lastWordAt: at } };
}
