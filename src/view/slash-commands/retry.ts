import { failedPicker } from '../pickers/failed-picker.js';
import { NOTHING_FAILED, RETRY_WHILE_BUSY } from '../retry/retry-messages.js';
import type { ScreenContext } from '../state/context.js';
import { openPicker, show, type UiStep, withEvent } from '../state/step.js';

/** Why nothing can be sent again now; null where it can. */
export function whyNoRetry({ session }: ScreenContext): string | null {
	if (session.turn !== null) return RETRY_WHILE_BUSY;
	return session.failed === undefined ? NOTHING_FAILED : null;
}

/** `/retry`: the prompt that failed goes again, at once; where there is more to choose that is shown. */
export function runRetry(context: ScreenContext): UiStep {
	const picker = failedPicker(context);
	return picker === null ? withEvent(context.ui, { type: 'retry-now' }) : show(openPicker(context.ui, picker));
}
