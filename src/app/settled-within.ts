import type { ClockPort } from '../core/ports.js';

/** Whether the work settled, in whichever way, within so many milliseconds; it is waited for no longer. */
export function isSettledWithin(
	clock: Pick<ClockPort, 'after'>,
	milliseconds: number,
	work: Promise<unknown>,
): Promise<boolean> {
	return new Promise((resolve) => {
		const stopTimer = clock.after(milliseconds, () => resolve(false));
		const settle = (): void => {
			stopTimer();
			resolve(true);
		};
		work.then(settle, settle);
	});
}
