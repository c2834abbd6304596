import type { AppEvent } from '../../core/event.js';
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

type PromptEvent = Extract<AppEvent, { readonly type: 'prompt' | 'steer' }>;

/** Holds prompts while an older session is read. If that fails they are queued unsent, or dropped when headless. */
export function holdingPrompts(store: Store, isHeadless: boolean): Store['dispatch'] {
	let held: readonly PromptEvent[] = [];
	store.onEvent((event) => {
		if (held.length === 0 || store.getState().isRestoring === true) return;
		const prompts = held;
		held = [];
		// After the transcript, which comes with this event.
		if (event.type !== 'resume-refused') store.dispatchAll(prompts);
		else if (!isHeadless) store.dispatchAll(prompts.map(toQueue));
	});
	return (event) => {
		const isPrompt = event.type === 'prompt' || event.type === 'steer';
		if (isPrompt && store.getState().isRestoring === true) held = [...held, event];
		else store.dispatch(event);
	};
}

function toQueue({ prompt }: PromptEvent, place: number): AppEvent {
	return { type: 'queue-insert', prompt, place, isHeld: true };
}
