import type { Failure } from '../../failure.js';
import { mayPass } from '../../failure-class.js';
import type { RetryChance, RetryPolicy } from '../../retry-event.js';
import { setShare } from '../entries/user-commands.js';
import { showAnew } from '../sign-in/settle-sign-in.js';
import type { FailedPrompt, RetryWait, SessionState, Turn } from '../state.js';
import { only, type Step, withEffects } from '../step.js';

export function forgetFailed(state: SessionState): SessionState {
	const { failed: _failed, ...rest } = state;
	return rest;
}

/** Puts a failed prompt that was to be repeated in front of the queue; others are forgotten. */
export function holdWaiting(state: SessionState): SessionState {
	const { failed } = state;
	if (failed === undefined) return state;
	const forgotten = forgetFailed(state);
	return failed.wait === undefined ? forgotten : { ...forgotten, queue: [showAnew(failed.prompt), ...state.queue] };
}

/** Puts a failed prompt that waits for its service into the queue; one that waits for a limit's end goes on doing so. */
export function holdRetrying(state: SessionState): SessionState {
	return state.failed?.wait?.kind === 'service' ? holdWaiting(state) : state;
}

export function holdFailed(state: SessionState): SessionState {
	const { failed } = state;
	if (failed === undefined) return state;
	return {
		...forgetFailed(state),
		queue: [showAnew(failed.prompt), ...state.queue],
		isQueuePaused: state.turn === null,
	};
}

/** Stops timers of a resumed session: nothing goes by itself. A prompt to be repeated waits in the queue. */
export function withoutTimer<Kept extends Pick<SessionState, 'failed' | 'queue'>>(kept: Kept): Kept {
	const { failed } = kept;
	if (failed?.wait === undefined) return kept;
	const { wait, ...rest } = failed;
	if (wait.kind === 'reset') return { ...kept, failed: rest };
	const { failed: _failed, ...others } = kept;
	return { ...(others as Kept), queue: [showAnew(failed.prompt), ...kept.queue] };
}

export function retryAfter(
	state: SessionState,
	turn: Turn,
	failure: Failure,
	policy: RetryChance | undefined,
	at: number,
): RetryWait | null {
	if (policy === undefined || turn.cancelledAt !== undefined || turn.hasAnswer === true || !mayPass(failure))
		return null;
	const count = (turn.sent ?? 0) + 1;
	const pause = count > policy.limit ? null : pauseBefore(count, failure, policy, policy.chance);
	if (pause === null) return null;
	return { id: `retry-${state.nextEntry}`, until: at + pause, kind: 'service', limit: policy.limit };
}

/** The additions of a prompt without an answer are sent again. */
export function takeBackAlong(state: SessionState, turn: Turn): SessionState {
	const offered = setShare(state, turn.sentCommands ?? [], 'offered');
	const { changes } = offered;
	return {
		...offered,
		changes: { ...changes, unreported: [...(turn.sentRestored ?? []), ...changes.unreported] },
		areInstructionsDue: offered.areInstructionsDue === true || turn.hasInstructions === true,
		briefing: offered.briefing ?? turn.briefing,
		instructedMode: instructedBefore(offered, turn),
	};
}

/** Name of the mode whose instructions the agent has where a turn's prompt did not reach it. */
export function instructedBefore({ instructedMode }: SessionState, turn: Turn): string | undefined {
	return turn.instructedBefore === undefined ? instructedMode : (turn.instructedBefore ?? undefined);
}

export function rememberFailed(
	state: SessionState,
	turn: Turn,
	failure: Failure,
	wait: RetryWait | null,
	at: number,
): Step {
	const { prompt, sent = 0 } = turn;
	const failed: FailedPrompt = { prompt, failure: resetOf(failure, at), at, sent: sent + 1 };
	if (wait === null) return only({ ...state, failed });
	const waiting: SessionState = { ...state, failed: { ...failed, wait } };
	return withEffects(waiting, { type: 'wait-retry', retryId: wait.id, until: wait.until });
}

/** A pause that is too long to be waited unasked is offered like the end of a usage limit. */
function resetOf(failure: Failure, at: number): Failure {
	const { retryAfterMs, resetsAt } = failure;
	if (retryAfterMs === undefined || retryAfterMs <= MOST_WAIT || resetsAt !== undefined) return failure;
	return { ...failure, resetsAt: at + retryAfterMs };
}

/** Whether a failed prompt is repeated as soon as its service is available: later prompts wait behind it. */
export function isRetrying({ failed }: Pick<SessionState, 'failed'>): boolean {
	return failed?.wait?.kind === 'service';
}

/** Longest automatic wait that the service asked for (ms). */
const MOST_WAIT = 30 * 60_000;

/** Longest pause without a request of the service (ms). */
const MOST_BACKOFF = 60_000;

/** Random lengthening of a pause, so that not all clients come back at once. */
const JITTER = 0.25;

/** Null where the service asks for more than is waited unasked. `count` is from 1, `chance` from 0 to 1. */
export function pauseBefore(
	count: number,
	{ retryAfterMs }: Failure,
	{ seconds }: RetryPolicy,
	chance: number,
): number | null {
	if (retryAfterMs !== undefined) {
		return retryAfterMs > MOST_WAIT ? null : Math.round(retryAfterMs + Math.min(1000, retryAfterMs * JITTER) * chance);
	}
	const pause = Math.min(Math.max(MOST_BACKOFF, seconds * 1000), seconds * 1000 * 2 ** Math.min(20, count - 1));
	return Math.round(pause * (1 + JITTER * chance));
}
