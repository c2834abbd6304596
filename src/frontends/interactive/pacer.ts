import type { ClockPort } from '../../core/ports.js';

/** Decides when to draw without a key: at most once a frame, and when time alone changes something. */
export type Pacer = {
	/** Something changed that can wait for the next frame. */
	soon(): void;
	/** A frame was drawn, which stands for `stands` ms: it shows what waited as well. */
	drawn(stands: number): void;
	/** Draw again at this time (ms since the epoch), whatever happens; replaces the time before. */
	wakeAt(time: number | null): void;
	stop(): void;
};

/** How long a frame of streaming text stands, in ms. */
export const FRAME = 33;
/** One that moved most of the screen: such lines pass too fast to be read, and each such frame writes them all. */
export const RUSHING_FRAME = 66;

/** A pacer that calls `draw`, which calls `drawn` and may call `wakeAt`. */
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
