import type { Failure } from '../failure.js';
import type { EntryList } from '../session/entries/entry-list.js';
import type { TurnUsage, UsageTotals } from '../usage/turn-usage.js';

/** Where a side question stands. */
export type SideQuestionPhase =
	/** Its session is being opened. */
	| 'starting'
	| 'answering'
	| 'done'
	/** It has no answer, or a part of one: `failure` says why. */
	| 'failed'
	/** The user stopped it. */
	| 'stopped';

/**
 * A question that the user asked beside the conversation (`/btw`), in a session of its own that the agent keeps no
 * longer than its panel is open. Nothing of it is part of the conversation.
 */
export type SideQuestion = {
	/** Of its session: another one has another id. */
	readonly id: string;
	/** The agent's id of its session; null: it is not open yet. */
	readonly sessionId: string | null;
	readonly phase: SideQuestionPhase;
	/** The question that was asked last, as it is shown. */
	readonly question: string;
	/** When that was (ms since the epoch). */
	readonly askedAt: number;
	/** The questions of this session with what the agent said and did, in the order of a transcript. */
	readonly entries: EntryList;
	/** What its session knows of the conversation: all of it, a briefing, or nothing. Null: it is not open yet. */
	readonly knows: 'conversation' | 'briefing' | 'nothing' | null;
	/** Why `phase` is `failed`. */
	readonly failure?: Failure;
	/** What its answers came to so far. */
	readonly usage?: UsageTotals;
	/** Its session is left: what is asked next is asked in another one. */
	readonly isClosed: boolean;
};

/** What tells side sessions: the question that was asked last, and the answers that were counted. */
type WithSideQuestions = {
	readonly sideQuestion?: Pick<SideQuestion, 'sessionId'>;
	readonly usageSoFar?: { readonly turns: readonly Pick<TurnUsage, 'isAside' | 'sessionId'>[] };
};

/** Whether the agent's session with this id is one of a side question: no list shows it. */
export function isSideSession({ sideQuestion, usageSoFar }: WithSideQuestions, sessionId: string): boolean {
	if (sideQuestion?.sessionId === sessionId) return true;
	return usageSoFar?.turns.some((turn) => turn.isAside === true && turn.sessionId === sessionId) === true;
}
