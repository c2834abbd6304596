import type { StopReason } from '../../agent-info.js';
import { defined } from '../../defined.js';
import type { Failure } from '../../failure.js';
import type { RetryChance } from '../../retry-event.js';
import { append, settleStreaming } from '../entries/append.js';
import type { TurnEndEntry } from '../entries/entry.js';
import { askedTime } from '../entries/question-time.js';
import { showUnnamedTerminals } from '../entries/reduce-terminals.js';
import { settleCalls } from '../entries/reduce-tools.js';
import { setShare } from '../entries/user-commands.js';
import { leavePlanLate } from '../modes/mode.js';
import { comparePlanLater } from '../plan/approved-plan.js';
import type { Question } from '../question.js';
import { withdrawQuestions } from '../questions/answers.js';
import { offerPlanReview } from '../questions/plan-review.js';
import { instructedBefore, rememberFailed, retryAfter, takeBackAlong } from '../retry/failed-prompt.js';
import { explainedBySandbox, lookUpRefusedBy } from '../sandbox/refused-by-sandbox.js';
import { PROMPT_QUEUED } from '../session-messages.js';
import { askToSignIn, settleSignIn } from '../sign-in/settle-sign-in.js';
import type { PlanHalt, RetryWait, SessionState, Turn } from '../state.js';
import { andThen, only, type Step } from '../step.js';
import { startNext } from './submit-prompt.js';
import { endSettings } from './turn-settings.js';

const PROMPT_AGAIN = 'Your prompt is sent again as soon as the agent is back.';
const GO_ON = 'Say "continue" to let it go on.';

/** Changes the running turn where it has this id. */
export function changeTurn(state: SessionState, turnId: string, change: Partial<Turn>): SessionState {
	return state.turn?.id === turnId ? { ...state, turn: { ...state.turn, ...change } } : state;
}

export function reduceTurnEnd(
	state: SessionState,
	end: { readonly turnId: string; readonly reason: StopReason; readonly word?: string; readonly failure?: Failure },
	at: number,
): Step {
	const { turn } = state;
	if (turn === null || turn.id !== end.turnId) return only(state);
	const { failure } = end;
	const more = defined({ word: end.word, failure });
	const ended = closeTurn(settleSignIn(state), at, (next) =>
		append(next, { ...endOf(turn, at), ...byAgent(turn, end.reason), reason: end.reason, ...more }),
	);
	// An agent that ends its turn at a rejection may not have read the words that were sent into it.
	const isCutShort = end.reason === 'cancelled' && turn.cancelledAt === undefined;
	const unanswered = isCutShort ? (turn.unanswered ?? []).map((prompt) => ({ ...prompt, isShown: true as const })) : [];
	const closed: Step = { ...ended, state: { ...ended.state, queue: [...unanswered, ...ended.state.queue] } };
	// The client decides whether a turn was stopped: an agent may answer `cancelled` to a rejection, or `end_turn` to a
	// cancel.
	const isStopped = turn.cancelledAt !== undefined && turn.isInterrupted !== true;
	const isHeld = isStopped || failure !== undefined || turn.prompt.isAlone === true;
	const isPaused = isHeld && closed.state.queue.length > 0;
	const held: Step = { ...closed, state: { ...closed.state, isQueuePaused: isPaused } };
	const paused = failure === undefined ? held : andThen(held, (next) => rememberFailed(next, turn, failure, null, at));
	return andThen(
		andThen(andThen(paused, leavePlanLate), (next) =>
			turn.cancelledAt === undefined && failure === undefined
				? offerPlanReview(next, turn, end.reason, at)
				: only(next),
		),
		(next) => {
			const started = startNext(next, at);
			return isHeld || end.reason === 'cancelled'
				? started
				: andThen(started, (last) => comparePlanLater(last, turn.id));
		},
	);
}

/** The agent ended the turn by itself: some do so after a refusal. */
function byAgent(turn: Turn, reason: StopReason): Pick<TurnEndEntry, 'endedBy'> {
	if (reason !== 'cancelled' || turn.cancelledAt !== undefined) return {};
	return { endedBy: turn.denied > 0 ? 'agent-after-refusal' : 'agent' };
}

export type TurnFailure = {
	readonly turnId: string;
	readonly failure: Failure;
	readonly retry?: RetryChance;
	readonly isGivenUp?: true;
	readonly isRestarted?: boolean;
};

/** Ends a turn whose prompt failed. It is sent again if that may help, else the queue waits, an unsent prompt first. */
export function reduceTurnFailure(state: SessionState, failed: TurnFailure, at: number): Step {
	const { turn } = state;
	const { turnId, retry, isGivenUp, isRestarted = false } = failed;
	const failure = explainedBySandbox(state, failed.failure);
	if (turn === null || turn.id !== turnId) return only(state);
	const reason = failure.code === 'agent-exit' ? 'agent-exit' : 'failed';
	const isNowhere = reason === 'agent-exit' || failure.isUnsent === true;
	const isWanted = isGivenUp !== true && turn.cancelledAt === undefined;
	if (isWanted && failure.code === 'auth-required') return refuseTurn(state, turn, failure, at);
	const wait = isWanted && !isNowhere ? retryAfter(state, turn, failure, retry, at) : null;
	if (wait !== null) return retryTurn(state, turn, failure, wait, at);
	const isLost = isNowhere && isWanted && turn.hasAnswer !== true;
	const unanswered = isNowhere && isWanted ? (turn.unanswered ?? []) : [];
	const isKept = isLost || unanswered.length > 0;
	const closed = closeTurn(settleSignIn(state), at, (next) =>
		append(next, {
			...endOf(turn, at),
			reason,
			failure: withHint(failure, [
				...(isKept ? [isLost && isRestarted ? PROMPT_AGAIN : PROMPT_QUEUED] : []),
				...(reason === 'agent-exit' && isWanted && isRestarted && !isLost ? [GO_ON] : []),
			]),
		}),
	);
	const { state: ended, effects } = andThen(closed, (next) => lookUpRefusedBy(next, failure));
	const kept = isLost ? takeBackAlong(ended, turn) : ended;
	// The prompt is sent again after the turn's end, and not shown a second time.
	const lost = [...(isLost ? [turn.prompt] : []), ...unanswered];
	const shown = isLost && isRestarted ? lost.map((prompt) => ({ ...prompt, isShown: true as const })) : lost;
	const queue = [...shown, ...kept.queue];
	const planHalt = kept.planHalt === 'ended' ? 'stopped' : kept.planHalt;
	const held: Step = { effects, state: { ...kept, planHalt, queue, isQueuePaused: queue.length > 0 } };
	if (isNowhere || !isWanted) return held;
	return andThen(held, (next) =>
		rememberFailed(turn.hasAnswer === true ? next : takeBackAlong(next, turn), turn, failure, null, at),
	);
}

/** Repeats the prompt after a pause, with its additions; until then nothing else is sent. */
function retryTurn(state: SessionState, turn: Turn, failure: Failure, wait: RetryWait, at: number): Step {
	const retry = { count: (turn.sent ?? 0) + 1, limit: wait.limit, pauseMs: wait.until - at };
	const closed = closeTurn(settleSignIn(state), at, (next) =>
		append(next, { ...endOf(turn, at), reason: 'failed', failure, retry }),
	);
	return andThen(closed, (next) => rememberFailed(takeBackAlong(next, turn), turn, failure, wait, at));
}

/** The program ended in the middle of the turn. An unanswered prompt becomes the first of the queue, which is held. */
export function interruptTurn(state: SessionState, at: number): SessionState {
	const { turn } = state;
	if (turn === null) return state;
	const isLost = turn.cancelledAt === undefined && turn.hasAnswer !== true;
	const { state: closed } = closeTurn(state, at, (next) =>
		append(next, {
			...endOf(turn, at),
			reason: 'interrupted',
			...(isLost ? { failure: { code: 'cancelled' as const, message: '', hint: PROMPT_QUEUED } } : {}),
		}),
	);
	const kept = isLost ? setShare(closed, turn.sentCommands ?? [], 'offered') : closed;
	const queue = [
		...(isLost ? [turn.prompt] : []),
		...(turn.cancelledAt === undefined ? (turn.unanswered ?? []) : []),
		...kept.queue,
	];
	return { ...kept, planHalt: kept.planHalt === 'ended' ? 'stopped' : kept.planHalt, queue };
}

/** The agent refused the prompt without a sign-in: it becomes the first of the queue, and is sent again afterwards. */
function refuseTurn(state: SessionState, turn: Turn, failure: Failure, at: number): Step {
	const waiting = { ...failure, hint: 'What you sent waits; it goes as soon as you are signed in.' };
	const closed = closeTurn(state, at, (next) =>
		append(next, { ...endOf(turn, at), reason: 'failed', failure: waiting }),
	);
	return andThen(closed, (next) => {
		const offered = takeBackAlong(next, turn);
		return only(
			askToSignIn(
				{
					...offered,
					planHalt: offered.planHalt === 'ended' ? 'stopped' : offered.planHalt,
					queue: [{ ...turn.prompt, isShown: true }, ...offered.queue],
					isQueuePaused: false,
				},
				failure,
			),
		);
	});
}

function endOf(turn: Turn, at: number): Pick<TurnEndEntry, 'kind' | 'at' | 'startedAt' | 'askedMs'> {
	const askedMs = askedTime(turn, at);
	return { kind: 'turn-end', at, startedAt: turn.startedAt, ...(askedMs === 0 ? {} : { askedMs }) };
}

function closeTurn(state: SessionState, at: number, addEnd: (state: SessionState) => SessionState): Step {
	const { turn } = state;
	if (turn === null) return only(state);
	const settled = showUnnamedTerminals(settleCalls(settleStreaming(state, at), turn.firstEntry, at));
	const closed = andThen(withdrawQuestions(settled, staysOpen), (next) =>
		only({
			...addEnd(next),
			planHalt: haltOf(next, turn),
			isPrompted: true,
			// The instructions were never sent.
			areInstructionsDue:
				next.areInstructionsDue === true || (turn.hasInstructions === true && turn.isPromptWaiting === true),
			briefing: next.briefing ?? (turn.isPromptWaiting === true ? turn.briefing : undefined),
			instructedMode: turn.isPromptWaiting === true ? instructedBefore(next, turn) : next.instructedMode,
			turn: null,
		}),
	);
	return andThen(closed, (next) => endSettings(next, turn));
}

/** A sub-agent may go on when the turn is over, and still wait for an answer. */
function staysOpen(question: Question): boolean {
	return question.kind.startsWith('elicitation') || question.subagentId !== undefined;
}

function haltOf({ planHalt }: SessionState, turn: Turn): PlanHalt {
	if (planHalt === 'set-aside') return planHalt;
	return turn.cancelledAt === undefined ? 'ended' : 'stopped';
}

/** The turn's prompt is sent: from here on the agent's words are the answer. */
export function promptSent(state: SessionState, turnId: string): SessionState {
	if (state.turn?.id !== turnId) return state;
	const { isPromptWaiting: _waiting, ...turn } = state.turn;
	return { ...state, isPrompted: true, turn };
}

/** Time of the agent's last word in a turn: silence is measured from here. */
export function withActivity(state: SessionState, at: number): SessionState {
	return state.turn === null ? state : { ...state, turn: { ...state.turn, lastWordAt: at } };
}

function withHint(failure: Failure, hints: readonly string[]): Failure {
	return hints.length === 0 ? failure : { ...failure, hint: [...hints, failure.hint].filter(Boolean).join(' ') };
}
