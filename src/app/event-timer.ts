import type { AppEvent } from '../core/event.js';
import type { ClockPort } from '../core/ports.js';
import type { Store } from './store.js';

/** Longest time between two looks at the clock (ms): it may jump, and timers stand still while a computer sleeps. */
const LOOK_EVERY = 30_000;

/** The one timer of what happens by itself after a pause. */
export type EventTimer = {
	/** Reports the event at `until` (ms since the epoch); what was waited for before is called off. */
	wait(event: AppEvent, until: number): void;
	stop(): void;
};

/** Builds the timer, which waits for nothing yet. */
export function createEventTimer(clock: ClockPort, dispatch: Store['dispatch']): EventTimer {
	let stopTimer = (): void => {};
	const look = (event: AppEvent, until: number): void => {
		const left = until - clock.now();
		if (left <= 0) dispatch(event);
		else stopTimer = clock.after(Math.min(left, LOOK_EVERY), () => look(event, until));
	};
	return {
		wait(event, until) {
			stopTimer();
			look(event, until);
		},
		stop() {
			stopTimer();
			stopTimer = () => {};
		},
	};
}
