/** A second press counts this long after the first (ms). */
const AGAIN_WITHIN = 5000;
/** And no sooner than this (ms): a key that is held down repeats faster. */
export const LEAST_PAUSE = 300;

/** Whether a press `now` confirms a first one `at`, both in ms since the epoch. */
export function isConfirmedBy(now: number, at: number): boolean {
	return now - at >= LEAST_PAUSE && now - at < AGAIN_WITHIN;
}

/** Whether the first press `at` still waits for a second. */
export function isStillAsked(now: number, at: number): boolean {
	return now - at < AGAIN_WITHIN;
}

/** Until when the first press `at` waits. */
export function lapsesAt(at: number): number {
	return at + AGAIN_WITHIN;
}
