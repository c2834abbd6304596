import { name, words } from './content-schema.js';
import { changeSet } from './files-event.js';
import { type EventOf, list, optional, orNull, type Read, shape } from './schema.js';
import { recordId } from './session-record.js';

const MOST = 1000;

/** `recordId` null: it is not saved. */
const handOverEnd = shape({ agent: name, recordId: orNull(recordId) });

export type HandOverEnd = Read<typeof handOverEnd>;

/** Beginning of the first prompt of a hand-over, unless the user writes it anew. */
export const HAND_OVER_OPENING = 'I worked on this with ';

const handedTask = shape({
	promptId: name,
	goal: words,
	/** Agent that reported the goal, where the user was not seen to write it. Not sanitised. */
	toldBy: orNull(name),
	decisions: list(words, MOST),
});

export type HandedTask = Read<typeof handedTask>;

/** Hand-over to another agent: that one has a session of its own, which goes on where this one stops. */
export const handOverEvents = {
	/** The prompts of the queue with these ids went along. */
	'handed-over': { to: handOverEnd, promptIds: list(name, MOST) },
	/** Goes on from a session of another agent. Its first prompt comes once its agent is ready; others wait behind it. */
	'taken-over': { from: handOverEnd, title: orNull(name), sets: list(changeSet, MOST), task: optional(handedTask) },
};

export type HandOverEvent = EventOf<typeof handOverEvents>;
