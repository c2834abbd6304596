import type { ChangeSet } from '../changes.js';

/** The session at the other end of a hand-over. */
export type HandOverEnd = {
	/** Its agent, as it is shown. Sanitise it. */
	readonly agent: string;
	/** Our id of its record; null: it is not kept. */
	readonly recordId: string | null;
};

/** A session is handed over to another agent: that one has a session of its own, which goes on where this one stops. */
export type HandOverEvent =
	/** This session was handed over; the prompts of its queue with these ids went along. */
	| { readonly type: 'handed-over'; readonly to: HandOverEnd; readonly promptIds: readonly string[] }
	/**
	 * This session goes on from one of another agent, whose first prompt follows. `sets`: what that one changed, so that it
	 * can still be taken back.
	 */
	| {
			readonly type: 'taken-over';
			readonly from: HandOverEnd;
			readonly title: string | null;
			readonly sets: readonly ChangeSet[];
	  };
