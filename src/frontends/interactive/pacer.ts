import type { ClockPort } from '../../core/ports.js';

/** Decides when to draw without a key: at most once per frame, and when time alone changes something. */
export type Pacer = {
	/** A change that can wait for the next frame. */
	soon(): void;
	/** A frame was drawn, which stands for `stands` ms. */
	drawn(stands: number): void;
	/** Draws at this time (ms since the epoch); replaces the time before. */
	wakeAt(time: number | null): void;
	stop(): void;
};

/** Milliseconds of a frame of streaming text. */
export const FRAME = 33;
/**
 * Milliseconds of a frame that moved most of the screen: such lines pass too fast to be read, and each frame writes
 * them all.
 */
export const RUSHING_FRAME = 66;

/** `draw` calls `drawn` and may call `wakeAt`. */
export function createPacer(clock: ClockPort, draw: () => void): Pacer {
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
		soon() {
			if (!isStopped) cancelFrame ??= clock.after(Math.max(0, standsUntil - clock.now()), draw);
		},
		drawn(stands) {
			cancelFrame?.();
			cancelFrame = null;
			standsUntil = clock.now() + stands;
		},
		wakeAt,
		stop() {
			isStopped = true;
			cancelFrame?.();
			wakeAt(null);
		},
	};
}
