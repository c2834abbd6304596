import type { AppEvent } from '../../core/event.js';
import type { Store } from '../store.js';

type PromptEvent = Extract<AppEvent, { readonly type: 'prompt' | 'steer' }>;

/**
 * Holds prompts while an older session is being read, as they belong to it. If that fails they are queued for the
 * user's word, or dropped when headless.
 */
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
