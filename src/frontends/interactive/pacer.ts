import type { Store } from '../../app/store.js';
import type { ClockPort } from '../../core/ports.js';

/** Milliseconds of a frame of streaming text. */
export const FRAME = 33;
/** Milliseconds of a frame that moved most of the screen: such lines pass too fast to be read. */
export const RUSHING_FRAME = 66;

/** Answers to one key that are drawn as they come; more of them are a stream. */
const MOST_AT_ONCE = 4;

/** Decides when to draw without a key: once a frame, when time changes something, and at once for an answer. */
export function createPacer(clock: ClockPort, draw: () => void) {
	let standsUntil = Number.NEGATIVE_INFINITY;
	let cancelFrame: (() => void) | null = null;
	let cancelWake: (() => void) | null = null;
	let wakesAt: number | null = null;
	let isStopped = false;
	let atOnce = 0;
	let unfollow = (): void => {};

	/** Draws after so many milliseconds, and no more at the time that was meant before. */
	function within(delay: number): void {
		if (isStopped) return;
		cancelFrame?.();
		cancelFrame = clock.after(delay, draw);
	}

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

	/** Draws a change that can wait for the next frame. */
	function soon(): void {
		if (cancelFrame === null) within(Math.max(0, standsUntil - clock.now()));
	}

	function answered(): void {
		if (atOnce === 0) soon();
		else within(0);
		atOnce = Math.max(0, atOnce - 1);
	}

	return {
		soon,
		/** Follows this session, and no other any more: what was looked up for a screen answers a key. */
		follow({ subscribe, getLookups }: Pick<Store, 'subscribe' | 'getLookups'>): void {
			let known = getLookups();
			unfollow();
			unfollow = subscribe(() => {
				if (getLookups() === known) soon();
				else answered();
				known = getLookups();
			});
		},
		/** A key may have asked for something. */
		asked(): void {
			atOnce = MOST_AT_ONCE;
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
			unfollow();
			cancelFrame?.();
			wakeAt(null);
		},
	};
}
