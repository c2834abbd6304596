import type { Effect } from '../core/effect.js';
import type { ClockPort } from '../core/ports.js';
import { createEventTimer } from './event-timer.js';
import type { Store } from './store.js';

type Later = Extract<Effect, { type: `${'wait' | 'stop'}-${'retry' | 'restart'}` | 'wait-open' }>;

/** Timers that an effect starts or stops. */
export function createLaterEffects(clock: ClockPort, dispatch: Store['dispatch']) {
	const retry = createEventTimer(clock, dispatch);
	const restart = createEventTimer(clock, dispatch);
	const open = createEventTimer(clock, dispatch);
	return {
		perform(effect: Later): void {
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
