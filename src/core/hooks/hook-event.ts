import { name, words } from '../content-schema.js';
import { count, type EventOf, exactly, oneOf, optional, unlogged, word } from '../schema.js';
import { HOOK_EVENTS, HOOK_RESULTS } from './hook.js';

export const hookEvents = {
	/** A hook ended. `output` is what it wrote for the user, or the words that go to the agent (`isSent`). */
	'hook-ran': {
		event: oneOf(HOOK_EVENTS),
		command: name,
		source: word({ user: true, project: true }),
		result: oneOf(HOOK_RESULTS),
		milliseconds: count,
		words: optional(name),
		output: optional(words),
		isSent: optional(exactly(true)),
		/** Place in `SessionState.hooks`. */
		index: unlogged<number>(),
	},
};

export type HookRanEvent = EventOf<typeof hookEvents>;
