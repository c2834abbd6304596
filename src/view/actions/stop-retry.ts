import { showAnew } from '../../core/session/sign-in/settle.js';
import { reduceComposer } from '../composer/composer.js';
import { RESET_STOPPED, RETRY_STOPPED, RETRY_STOPPED_DRAFT } from '../retry/retry-messages.js';
import type { ScreenContext } from '../state/context.js';
import { toast, type UiStep, withEvent, withRequests } from '../state/step.js';
import { isDraftEmpty } from '../state/ui-state.js';

/**
 * Stops the wait of a failed prompt: it comes back into an empty draft, with all that belongs to it; beside other words it
 * is held in the queue. Null where nothing waits.
 */
export function stopRetry({ session, ui, now }: ScreenContext): UiStep | null {
	const { failed, turn } = session;
	if (failed?.wait === undefined || turn !== null) return null;
	if (failed.wait.kind === 'reset') return withEvent(toast(ui, RESET_STOPPED, now), { type: 'retry-stop' });
	if (!isDraftEmpty(ui)) return withEvent(toast(ui, RETRY_STOPPED, now), { type: 'retry-stop' });
	const prompt = showAnew(failed.prompt);
	const composer = reduceComposer(ui.composer, { type: 'take-back', taken: { prompt, place: 0 } });
	return withRequests(
		toast({ ...ui, composer }, RETRY_STOPPED_DRAFT, now),
		{ type: 'dispatch', event: { type: 'retry-stop' } },
		{ type: 'dispatch', event: { type: 'queue-remove', promptId: prompt.id } },
	);
}
