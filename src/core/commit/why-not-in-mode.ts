import type { OwnModeRef } from '../policy/own-mode.js';
import type { Mode } from '../policy/types.js';

const IN_PLAN = 'Plan mode is on: nothing is committed. shift+tab changes the mode.';
const IN_CHAT = 'The mode chat is for words alone: nothing is committed.';

/** Why the mode keeps everything from being committed; null where it does not. */
export function whyNotInMode({ mode, own }: { readonly mode: Mode; readonly own?: OwnModeRef }): string | null {
	if (own?.name === 'chat') return IN_CHAT;
	return mode === 'plan' ? IN_PLAN : null;
}
