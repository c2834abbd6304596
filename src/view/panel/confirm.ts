/** A second press counts this long after the first (ms). */
const AGAIN_WITHIN = 5000;
/** And no sooner than this (ms), so that what it will do can have been seen. */
const SEEN_AFTER = 150;
/** A key that is held down comes again after at most about this long (ms); then much faster. */
export const REPEATS_WITHIN = 1000;
/** A key that is held down comes again within this (ms), once it repeats. */
export const HELD_WITHIN = 90;
/** Milliseconds in which the same key does not act again, nor on a change that it has just made. */
export const LEAST_PAUSE = 300;

/** Whether a press `now` confirms a first one `at`; `pressedAt`: the press before it. All in ms since the epoch. */
export function isConfirmedBy(now: number, at: number, pressedAt = at): boolean {
	return now - at >= SEEN_AFTER && !isHeld(now, pressedAt) && now - at < AGAIN_WITHIN;
}

/** Whether a key comes so soon after the one before it that it is held down. */
export function isHeld(now: number, pressedAt: number): boolean {
	return now - pressedAt < HELD_WITHIN;
}

/** Whether the first press `at` still waits for a second. */
export function isStillAsked(now: number, at: number): boolean {
	return now - at < AGAIN_WITHIN;
}

/** Until when the first press `at` waits. */
export function lapsesAt(at: number): number {
	return at + AGAIN_WITHIN;
}
