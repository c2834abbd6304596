import type { AppEvent } from '../core/event.js';
import type { ClockPort } from '../core/ports.js';
import type { Store } from './store.js';

/** Milliseconds between looks at the clock: it may jump, and timers stand still while a computer sleeps. */
const LOOK_EVERY = 30_000;

export function createEventTimer(clock: ClockPort, dispatch: Store['dispatch']) {
	let stopTimer = (): void => {};
	const look = (event: AppEvent, until: number): void => {
		const left = until - clock.now();
		if (left <= 0) dispatch(event);
		else stopTimer = clock.after(Math.min(left, LOOK_EVERY), () => look(event, until));
	};
	return {
		/** Dispatches the event at `until` (ms since the epoch); replaces a pending one. */
		wait(event: AppEvent, until: number): void {
			stopTimer();
			look(event, until);
		},
		stop(): void {
			stopTimer();
			stopTimer = () => {};
		},
	};
}
