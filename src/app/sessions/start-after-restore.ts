import type { ClockPort } from '../../core/ports.js';
import type { Store } from '../store.js';

/** So long the agent waits at most (ms): a transcript that takes longer is very long, or its disk very slow. */
const PATIENCE = 2000;

/** The transcript is drawn first (ms): starting a process and loading the protocol hold up the loop. */
const UNTIL_DRAWN = 80;

/**
 * Starts the agent once the transcript of an older session is there, which would else be read between starting a process
 * and loading the protocol: who resumes reads first. `start` is not called when another agent was started for it. Returns the way to call it off.
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
