import type { Failure } from '../failure.js';
import type { EntryList } from '../session/entries/entry-list.js';
import type { TurnUsage, UsageTotals } from '../usage/turn-usage.js';

export type SideQuestionPhase =
	| 'starting'
	| 'answering'
	| 'done'
	/** No answer, or a part of one: `failure` says why. */
	| 'failed'
	| 'stopped';

/** A question beside the conversation (`/btw`), in a session that lasts as long as its panel is open. */
export type SideQuestion = {
	readonly id: string;
	/** The agent's id; null: not open yet. */
	readonly sessionId: string | null;
	readonly phase: SideQuestionPhase;
	readonly question: string;
	/** Ms since the epoch. */
	readonly askedAt: number;
	readonly entries: EntryList;
	/** Knowledge of the conversation in the side session. Null: not open yet. */
	readonly knows: 'conversation' | 'briefing' | 'nothing' | null;
	readonly failure?: Failure;
	readonly usage?: UsageTotals;
	/** The side session is closed: the next question opens another one. */
	readonly isClosed: boolean;
};

/** State by which side sessions are known: the last question, and the counted answers. */
type WithSideQuestions = {
	readonly sideQuestion?: Pick<SideQuestion, 'sessionId'>;
	readonly usageSoFar?: { readonly turns: readonly Pick<TurnUsage, 'isAside' | 'sessionId'>[] };
};

export function isSideSession({ sideQuestion, usageSoFar }: WithSideQuestions, sessionId: string): boolean {
	if (sideQuestion?.sessionId === sessionId) return true;
	return usageSoFar?.turns.some((turn) => turn.isAside === true && turn.sessionId === sessionId) === true;
}
