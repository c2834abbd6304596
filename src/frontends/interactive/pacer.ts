import type { ClockPort } from '../../core/ports.js';

/** Milliseconds of a frame of streaming text. */
export const FRAME = 33;
/** Milliseconds of a frame that moved most of the screen: such lines pass too fast to be read. */
export const RUSHING_FRAME = 66;

/** Decides when to draw without a key: once per frame at most, and when time alone changes something. */
export function createPacer(clock: ClockPort, draw: () => void) {
	let standsUntil = Number.NEGATIVE_INFINITY;
	let cancelFrame: (() => void) | null = null;
	let cancelWake: (() => void) | null = null;
	let wakesAt: number | null = null;
	let isStopped = false;

	function wakeAt(time: number | null): void {
		if (time === wakesAt) return;
		cancelWake?.();
		wakesAt = time;
		cancelWake = time === null ? null : clock.after(Math.max(1, time - clock.now()), wake);
	}

	function wake(): void {
		wakesAt = null;
		draw();
	}

	return {
		/** A change that can wait for the next frame. */
		soon(): void {
			if (!isStopped) cancelFrame ??= clock.after(Math.max(0, standsUntil - clock.now()), draw);
		},
		/** A frame was drawn, which stands for `stands` ms. */
		drawn(stands: number): void {
			cancelFrame?.();
			cancelFrame = null;
			standsUntil = clock.now() + stands;
		},
		/** Draws at this time (ms since the epoch); replaces the time before. */
		wakeAt,
		stop(): void {
			isStopped = true;
			cancelFrame?.();
			wakeAt(null);
		},
	};
}
