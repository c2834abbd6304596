import type { ClockPort } from '../../core/ports.js';

/** Decides when to draw: at once for a key, at most once a step for what streams. */
export type Pacer = {
	/** Something changed that can wait for the next frame. */
	soon(): void;
	/** The person did something: draw now. */
	now(): void;
	/** Draw again at this time (ms since the epoch), whatever happens; replaces the wish before. */
	wakeAt(time: number | null): void;
	stop(): void;
};

/** How long a frame of streaming text stands, in ms. */
export const FRAME = 33;
/** One that moved most of the screen: nobody reads lines that rush by, and each such frame writes them all. */
export const RUSHING_FRAME = 66;

/** A pacer that calls `draw`, which tells how long its frame stands (ms) and may call `wakeAt`. */
export function createPacer(clock: ClockPort, draw: () => number): Pacer {
	let standsUntil = Number.NEGATIVE_INFINITY;
	let cancelFrame: (() => void) | null = null;
	let cancelWake: (() => void) | null = null;
	let wakes: number | null = null;
	let isStopped = false;

	function run(): void {
		cancelFrame?.();
		cancelFrame = null;
		if (isStopped) return;
		const drawnAt = clock.now();
		standsUntil = drawnAt + draw();
	}

	return {
		soon() {
			if (cancelFrame !== null || isStopped) return;
			cancelFrame = clock.after(Math.max(0, standsUntil - clock.now()), run);
		},
		now: run,
		wakeAt(time) {
			if (time === wakes) return;
			cancelWake?.();
			cancelWake = null;
			wakes = time;
			if (time === null || isStopped) return;
			cancelWake = clock.after(Math.max(1, time - clock.now()), () => {
				cancelWake = null;
				wakes = null;
				run();
			});
		},
		stop() {
			isStopped = true;
			cancelFrame?.();
			cancelWake?.();
		},
	};
}
