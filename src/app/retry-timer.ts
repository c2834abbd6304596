import type { ClockPort } from '../core/ports.js';
import type { Store } from './store.js';

/** Longest time between two looks at the clock (ms): it may jump, and timers stand still while a computer sleeps. */
const LOOK_EVERY = 30_000;

/** The one timer of a prompt that goes again by itself. */
export type RetryTimer = {
	/** Reports `retry-due` at `until` (ms since the epoch); what was waited for before is called off. */
	wait(retryId: string, until: number): void;
	stop(): void;
};

/** Builds the timer, which waits for nothing yet. */
export function createRetryTimer(clock: ClockPort, dispatch: Store['dispatch']): RetryTimer {
	let stopTimer = (): void => {};
	const look = (retryId: string, until: number): void => {
		const left = until - clock.now();
		if (left <= 0) dispatch({ type: 'retry-due', retryId });
		else stopTimer = clock.after(Math.min(left, LOOK_EVERY), () => look(retryId, until));
	};
	return {
		wait(retryId, until) {
			stopTimer();
			look(retryId, until);
		},
		stop() {
			stopTimer();
			stopTimer = () => {};
		},
	};
}
