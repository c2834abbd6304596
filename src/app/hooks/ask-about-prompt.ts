import type { Effect } from '../../core/effect.js';
import { isCommandPrompt } from '../../core/session/prompts/command-prompt.js';
import type { AgentSessionOptions } from '../agent-session-options.js';
import { promptDenied } from '../app-messages.js';

/**
 * Asks the hooks about a prompt that is about to be sent: the words that go along, or null where it is not sent. A
 * denied one becomes the first of the queue.
 */
export async function askAboutPrompt(
	{ hooks, store }: Pick<AgentSessionOptions, 'hooks' | 'store'>,
	{ turnId, prompt }: Pick<Extract<Effect, { type: 'send-prompt' }>, 'turnId' | 'prompt'>,
	{ signal, isStillDue }: { readonly signal: AbortSignal; readonly isStillDue: () => boolean },
): Promise<readonly string[] | null> {
	const asked = hooks.submit(prompt, signal);
	if (asked === null) return [];
	store.dispatch({ type: 'prompt-waiting', turnId });
	const { denied, context } = await asked;
	const isDue = isStillDue();
	// Commands of the agent are sent unchanged.
	const isTaken = isDue && denied === null && !isCommandPrompt(prompt, store.getState().commands);
	if (!isTaken) hooks.putBack(context);
	if (isDue && denied !== null) store.dispatch({ type: 'turn-failed', turnId, failure: promptDenied(denied) });
	if (isTaken) return context;
	return isDue && denied === null ? [] : null;
}
