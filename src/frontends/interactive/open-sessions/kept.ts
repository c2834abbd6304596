import type { SessionState } from '../../../core/session/state.js';
import type { HandOver } from '../hand-over/carry-out.js';
import type { OpenSession } from '../open-session.js';

/** A session with what is remembered of it while it is not in front. */
export type Kept = {
	readonly open: OpenSession;
	readonly id: string;
	before: SessionState;
	/** A turn ended since the user looked; and it failed. */
	hasNews: boolean;
	hasFailed: boolean;
	/** When it said something last, in ms since the epoch. */
	lastAt: number;
	unsubscribe: () => void;
	/** What it is to go on from, until its agent is ready. */
	handOver?: HandOver;
};

/** A session that was opened at `now`, and nothing happened in it yet. */
export function keep(open: OpenSession, id: string, now: number): Kept {
	const before = open.app.getState();
	return { open, id, before, hasNews: false, hasFailed: false, lastAt: now, unsubscribe: () => {} };
}
