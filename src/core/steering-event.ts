import { failure } from './agent-schema.js';
import { name } from './content-schema.js';
import { prompt } from './prompt-schema.js';
import { type EventOf, exactly, optional, type Read, word } from './schema.js';

const answer = word({
	injected: true,
	promptRequired: true,
	startedNewTurn: true,
	refused: true,
	/** A hook of the user's denied it: the agent never got it. */
	denied: true,
	/** An unknown word. */
	unclear: true,
	/** Not in time, but still possible. */
	unanswered: true,
});

/** Answer to `_session/steering`: in the turn, no turn runs, a turn of its own began, or not taken. */
export type SteeringAnswer = Exclude<Read<typeof answer>, 'unanswered' | 'denied'>;

export const steeringEvents = {
	/** Sends words into the running turn, else as the next prompt. `isQueued`: no draft takes them back. */
	steer: { prompt, isQueued: optional(exactly(true)) },
	/** `isLacking`: unknown method, whatever was announced. */
	'steering-answered': { promptId: name, answer, failure: optional(failure), isLacking: optional(exactly(true)) },
};

export type SteeringEvent = EventOf<typeof steeringEvents>;
