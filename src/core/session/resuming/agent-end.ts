import type { AgentExit } from '../../agent-info.js';
import { exitPhrase } from '../../exit-status-text.js';
import type { Failure } from '../../failure.js';
import type { LifecycleEvent } from '../../lifecycle-event.js';
import { startForSameSession } from '../connection.js';
import { note, settleStreaming } from '../entries/append.js';
import { reduceTurnFailure } from '../prompts/turn.js';
import { withdrawQuestions } from '../questions/answers.js';
import { countCrash, isStartedAgain, leaveAgent, mayGoOn, recover } from '../recovery/agent-crash.js';
import { reportEnd, withItsEnd, withoutUnreportedEnd, withUnreportedEnd } from '../recovery/report-end.js';
import { explainedBySandbox, isNeverStarted, lookUpRefusedBy } from '../sandbox/refused-by-sandbox.js';
import { cutOffSignIn, reduceRefusedSession, settleSignIn } from '../sign-in/settle-sign-in.js';
import type { SessionState } from '../state.js';
import { andThen, only, type Step } from '../step.js';
import { withoutReopening } from './open-again.js';
import { nextAfterExit } from './resuming-state.js';

type ExitedEvent = Extract<LifecycleEvent, { type: 'agent-exited' }>;

/** The queue is held. An agent that crashed and does not start counts as crashed once more. */
export function reduceFailed(before: SessionState, reported: Failure, at: number): Step {
	const failure = explainedBySandbox(before, reported);
	const isRefused = failure.code === 'auth-required' && before.connection.phase === 'opening';
	if (isRefused && before.turn === null)
		return reduceRefusedSession(withoutReopening(reportEnd(before, at)), failure, at);
	const isReturning = before.recovery?.isReturning !== undefined && before.connection.phase === 'starting';
	// An agent that cannot start has not crashed.
	const isCrash = isReturning && failure.isPermanent !== true;
	const settled = settleSignIn(before);
	const state = isCrash ? countCrash(settled, at) : settled;
	const { turn } = state;
	const ended =
		turn === null
			? withdrawQuestions(noteEnd(state, failure, at))
			: reduceTurnFailure(state, { turnId: turn.id, failure }, at);
	// Forms and questions of sub-agents outlive their turn, but nobody waits for the answer now.
	const left = andThen(andThen(ended, withdrawQuestions), (next) =>
		only({ ...leaveAgent(next, at), connection: { phase: 'failed', failure } }),
	);
	const seen = turn === null ? andThen(left, (next) => lookUpRefusedBy(next, failure)) : left;
	return isCrash ? andThen(seen, (next) => recover(next, mayGoOn(before), at)) : seen;
}

function noteEnd(state: SessionState, { message, hint, detail }: Failure, at: number): SessionState {
	const isTail = detail === undefined ? undefined : true;
	const words = withItsEnd(state, '; then: ', message);
	return note(withoutUnreportedEnd(state), at, 'error', words, { hint, detail, isTail });
}

/** A running turn ends with the process; so do its questions. After a crash it is restarted after a pause. */
export function reduceExit(known: SessionState, { exit, isRestarted }: ExitedEvent, at: number): Step {
	// There is nobody left to be asked for a session.
	const before = withoutReopening(reportEnd(known, at));
	if (before.connection.phase === 'failed') return only(before);
	const failure = exit.expected ? agentGone(exit) : explainedBySandbox(before, agentGone(exit));
	const state = exit.expected ? before : countCrash(before, at);
	const again = exit.expected ? null : nextAfterExit(state, failure);
	if (again !== null) return startForSameSession(again, { ended: failure.message, noted: null }, at);
	// During a sign-in the user decides what comes next.
	const isCrash =
		!exit.expected && isRestarted === true && before.signIn === undefined && !isNeverStarted(before, exit);
	const isBack = isCrash && isStartedAgain(state);
	const ended =
		state.turn === null
			? withdrawQuestions(
					exit.expected
						? settleStreaming(state, at)
						: isBack
							? withUnreportedEnd(settleStreaming(state, at), failure)
							: noteEnd(state, failure, at),
				)
			: reduceTurnFailure(state, { turnId: state.turn.id, failure, isRestarted: isBack }, at);
	const cutOff: Failure = { ...failure, message: `The sign-in was cut off: ${failure.message}` };
	const left = andThen(andThen(ended, withdrawQuestions), (next) =>
		only({ ...cutOffSignIn(leaveAgent(next, at), cutOff), connection: { phase: 'exited', exit } }),
	);
	const isIdle = state.turn === null && !exit.expected;
	const seen = isIdle ? andThen(left, (next) => lookUpRefusedBy(next, failure)) : left;
	return isCrash ? andThen(seen, (next) => recover(next, mayGoOn(before), at)) : seen;
}

export function agentGone(exit: AgentExit): Failure {
	return {
		code: 'agent-exit',
		message: exit.expected ? 'The agent was stopped.' : `The agent ${exitPhrase(exit)}.`,
		...(exit.stderrTail.length === 0 ? {} : { detail: stderrWords(exit) }),
	};
}

const FROM_OUTSIDE: ReadonlySet<string> = new Set(['SIGKILL', 'SIGTERM', 'SIGHUP', 'SIGINT']);

/** A process ended from outside did not end by what it wrote before. */
function stderrWords({ signal, stderrTail }: AgentExit): string {
	const lines = stderrTail.join('\n');
	return signal === null || !FROM_OUTSIDE.has(signal)
		? lines
		: `Its standard error before that, which does not say why:\n${lines}`;
}
