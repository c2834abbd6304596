import type { ClockPort } from '../core/ports.js';

/** Milliseconds; the longest delay of the platform's timers, where a longer one would fire at once. */
const LONGEST_DELAY = 2 ** 31 - 1;

/**
 * The machine's clock and timers. Never goes back: when the system's clock is set back, time goes on from where it was,
 * so that nothing waits for a time that has passed already.
 */
export function createClock(wall: () => number = Date.now): ClockPort {
	let last = wall();
	let ahead = 0;
	return {
		now() {
			const now = wall();
			if (now < last) ahead += last - now;
			last = now;
			return now + ahead;
		},
		after(milliseconds, run) {
			const timer = setTimeout(run, Math.min(Math.max(0, milliseconds), LONGEST_DELAY));
			return () => clearTimeout(timer);
		},
	};
}
