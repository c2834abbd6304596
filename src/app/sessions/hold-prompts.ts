import type { AppEvent } from '../../core/event.js';
import type { Store } from '../store.js';

/**
 * The way in for what the user does: a prompt that is sent while an older session is being read waits until that is
 * there, as it belongs to that session and to its record.
 */
export function holdingPrompts(store: Store): Store['dispatch'] {
	let held: readonly AppEvent[] = [];
	store.onEvent(() => {
		if (held.length === 0 || store.getState().isRestoring === true) return;
		const prompts = held;
		held = [];
		// Behind the transcript, which is on its way with this event.
		store.dispatchAll(prompts);
	});
	return (event) => {
		const isPrompt = event.type === 'prompt' || event.type === 'steer';
		if (isPrompt && store.getState().isRestoring === true) held = [...held, event];
		else store.dispatch(event);
	};
}
