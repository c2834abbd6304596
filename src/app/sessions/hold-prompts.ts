import type { AppEvent } from '../../core/event.js';
import type { Store } from '../store.js';

type PromptEvent = Extract<AppEvent, { readonly type: 'prompt' | 'steer' }>;

/**
 * The way in for what the user does: a prompt that is sent while an older session is being read waits until that is
 * there, as it belongs to that session and to its record. Where there is no such session it goes to no other one by
 * itself: it waits for the user's word, and where nobody is there it is dropped.
 */
export function holdingPrompts(store: Store, isHeadless: boolean): Store['dispatch'] {
	let held: readonly PromptEvent[] = [];
	store.onEvent((event) => {
		if (held.length === 0 || store.getState().isRestoring === true) return;
		const prompts = held;
		held = [];
		// Behind the transcript, which is on its way with this event.
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
