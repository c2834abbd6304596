import type { ChangeSet } from '../changes.js';

export type HandOverEnd = {
	readonly agent: string;
	/** Record id; null: it is not saved. */
	readonly recordId: string | null;
};

/** Beginning of the first prompt of a hand-over, unless the user writes it anew. */
export const HAND_OVER_OPENING = 'I worked on this with ';

export type HandedTask = {
	readonly promptId: string;
	readonly goal: string;
	/** Agent that reported the goal, where the user was not seen to write it. Not sanitised. */
	readonly toldBy: string | null;
	readonly decisions: readonly string[];
};

/** Hand-over to another agent: that one has a session of its own, which goes on where this one stops. */
export type HandOverEvent =
	/** The prompts of the queue with these ids went along. */
	| { readonly type: 'handed-over'; readonly to: HandOverEnd; readonly promptIds: readonly string[] }
	/**
	 * This session goes on from one of another agent. Its first prompt, with the id of the task, follows once its agent
	 * is ready; later prompts wait behind it. `sets`: changes of that session, so that they can still be undone.
	 */
	| {
			readonly type: 'taken-over';
			readonly from: HandOverEnd;
			readonly title: string | null;
			readonly sets: readonly ChangeSet[];
			readonly task?: HandedTask;
	  };
