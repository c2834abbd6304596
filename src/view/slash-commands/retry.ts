import { openPanel } from '../panel/engine.js';
import { failedPanel, isFailedAsked } from '../pickers/failed.js';
import { NOTHING_FAILED, RETRY_WHILE_BUSY } from '../retry/retry-messages.js';
import type { ScreenContext } from '../state/context.js';
import { show, type UiStep, withEvent } from '../state/step.js';

/** Why nothing can be sent again now; null where it can. */
export function whyNoRetry({ session }: ScreenContext): string | null {
	if (session.turn !== null) return RETRY_WHILE_BUSY;
	return session.failed === undefined ? NOTHING_FAILED : null;
}

/** `/retry`: the prompt that failed goes again, at once; where there is more to choose that is shown. */
export function runRetry(context: ScreenContext): UiStep {
	if (!isFailedAsked(context.session)) return withEvent(context.ui, { type: 'retry-now' });
	return show(openPanel(context, failedPanel, null));
}
