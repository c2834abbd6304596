import type { Failure } from '../../failure.js';
import type { RetryPolicy } from '../../retry-event.js';
import type { SessionState } from '../state.js';

/** A failed prompt that goes again as soon as its service can be tried again: what else is sent waits behind it. */
export function isRetrying({ failed }: Pick<SessionState, 'failed'>): boolean {
	return failed?.wait?.kind === 'service';
}

/** Longest pause that is waited without a word of the user (ms). */
export const MOST_WAIT = 30 * 60_000;

/** Longest pause that nobody asked for (ms). */
const MOST_BACKOFF = 60_000;

/** By how much chance makes a pause longer, so that not everybody comes back at once. */
const JITTER = 0.25;

/**
 * How long to wait before a prompt goes again for the `count`-th time (from 1), in ms; null where the service asks for
 * more than is waited unasked. `chance` is from 0 to 1.
 */
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
