import type { OwnModeRef } from '../policy/own-mode.js';
import type { Mode } from '../policy/policy-types.js';

/** Why the mode keeps everything from being committed; null where it does not. */
export function whyNotInMode({ mode, own }: { readonly mode: Mode; readonly own?: OwnModeRef }): string | null {
	if (own?.name === 'chat') return 'The mode chat is for words alone: nothing is committed.';
	return mode === 'plan' ? 'Plan mode is on: nothing is committed. shift+tab changes the mode.' : null;
}
