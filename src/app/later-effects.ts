import type { Effect } from '../core/effect.js';
import type { AppEvent } from '../core/event.js';
import type { ClockPort } from '../core/ports.js';
import type { Store } from './store.js';

/** Timers that an effect starts or stops. */
export function createLaterEffects(clock: ClockPort, dispatch: Store['dispatch']) {
	const retry = createEventTimer(clock, dispatch);
	const restart = createEventTimer(clock, dispatch);
	const open = createEventTimer(clock, dispatch);
	return {
		perform(effect: Extract<Effect, { type: `${'wait' | 'stop'}-${'retry' | 'restart'}` | 'wait-open' }>): void {
			switch (effect.type) {
				case 'wait-retry':
					retry.wait({ type: 'retry-due', retryId: effect.retryId }, effect.until);
					break;
				case 'stop-retry':
					retry.stop();
					break;
				case 'wait-restart':
					restart.wait({ type: 'restart-due', restartId: effect.restartId }, effect.until);
					break;
				case 'stop-restart':
					restart.stop();
					break;
				case 'wait-open':
					open.wait({ type: 'open-due', openId: effect.openId }, effect.until);
			}
		},
		stop(): void {
			for (const timer of [retry, restart, open]) timer.stop();
		},
	};
}

export type LaterEffects = ReturnType<typeof createLaterEffects>;

/** Milliseconds between looks at the clock: it may jump, and timers stand still while a computer sleeps. */
const LOOK_EVERY = 30_000;

function createEventTimer(clock: ClockPort, dispatch: Store['dispatch']) {
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
