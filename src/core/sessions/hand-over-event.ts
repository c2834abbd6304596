import type { ChangeSet } from '../changes.js';

/** The session at the other end of a hand-over. */
export type HandOverEnd = {
	/** Its agent, as it is shown. Sanitise it. */
	readonly agent: string;
	/** Our id of its record; null: it is not kept. */
	readonly recordId: string | null;
};

/** How the first prompt of a hand-over begins, unless the user writes it anew. */
export const HAND_OVER_OPENING = 'I worked on this with ';

/** What a session that goes on from others knows of those: a further hand-over tells it. */
export type HandedTask = {
	/** Our id of its first prompt, which the hand-over put together. */
	readonly promptId: string;
	/** What the user wanted in the first of those sessions. */
	readonly goal: string;
	/** The agent that told of it, where nobody saw the user write it; null: the user wrote it. Sanitise it. */
	readonly toldBy: string | null;
	/** What the user decided in those, a Markdown list entry each. */
	readonly decisions: readonly string[];
};

/** A session is handed over to another agent: that one has a session of its own, which goes on where this one stops. */
export type HandOverEvent =
	/** This session was handed over; the prompts of its queue with these ids went along. */
	| { readonly type: 'handed-over'; readonly to: HandOverEnd; readonly promptIds: readonly string[] }
	/**
	 * This session goes on from one of another agent. Its first prompt, with the id of the task, follows once its agent is
	 * ready; whatever is sent before waits behind it. `sets`: what that one changed, so that it can still be taken back.
	 */
	| {
			readonly type: 'taken-over';
			readonly from: HandOverEnd;
			readonly title: string | null;
			readonly sets: readonly ChangeSet[];
			/** Absent in older logs. */
			readonly task?: HandedTask;
	  };
