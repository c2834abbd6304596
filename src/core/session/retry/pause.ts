import type { Failure } from '../../failure.js';
import type { RetryPolicy } from '../../retry-event.js';
import type { SessionState } from '../state.js';

/** Whether a failed prompt is repeated as soon as its service is available: later prompts wait behind it. */
export function isRetrying({ failed }: Pick<SessionState, 'failed'>): boolean {
	return failed?.wait?.kind === 'service';
}

/** Longest automatic wait that the service asked for (ms). */
export const MOST_WAIT = 30 * 60_000;

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
