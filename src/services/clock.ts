import type { ClockPort } from '../core/ports.js';

/** The longest delay that the platform's timers hold; a longer one would fire at once. */
const LONGEST_DELAY = 2 ** 31 - 1;

/** The machine's clock: milliseconds since the epoch, and timers. */
export function createClock(): ClockPort {
	return {
		now: () => Date.now(),
		after(milliseconds, run) {
			const timer = setTimeout(run, Math.min(Math.max(0, milliseconds), LONGEST_DELAY));
			return () => clearTimeout(timer);
		},
	};
}
