import type { Failure } from '../../failure.js';
import { mayPass } from '../../failure-class.js';
import type { RetryChance } from '../../retry-event.js';
import { setShare } from '../entries/user-commands.js';
import type { FailedPrompt, RetryWait, SessionState, Turn } from '../state.js';
import { only, type Step, withEffects } from '../step.js';
import { MOST_WAIT, pauseBefore } from './pause.js';

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
	};
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
