import type { ClockPort } from '../../core/ports.js';
import type { Store } from '../store.js';

/** Milliseconds; a transcript that takes longer is very long, or its disk very slow. */
const PATIENCE = 2000;

/** Milliseconds: starting a process and loading the protocol would hold up the first drawing. */
const UNTIL_DRAWN = 80;

/**
 * Starts the agent once the transcript of an older session was read, so that neither slows the other. `start` is not
 * called when another agent was started meanwhile. Returns what cancels it.
 */
export function startAfterRestore(store: Store, clock: ClockPort, start: () => void): () => void {
	const { isRestoring, connection } = store.getState();
	if (isRestoring !== true) {
		start();
		return () => {};
	}
	const stop = (): void => {
		stopTimer();
		unsubscribe();
	};
	const begin = (): void => {
		stop();
		if (store.getState().connection === connection) start();
	};
	const unsubscribe = store.subscribe(() => {
		if (store.getState().isRestoring === true) return;
		stop();
		stopTimer = clock.after(UNTIL_DRAWN, begin);
	});
	let stopTimer = clock.after(PATIENCE, begin);
	return stop;
}
