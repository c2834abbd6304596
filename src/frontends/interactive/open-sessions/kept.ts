import type { SessionState } from '../../../core/session/state.js';
import type { HandOver } from '../hand-over/carry-out.js';
import type { OpenSession } from '../open-session.js';

export type Kept = {
	readonly open: OpenSession;
	readonly id: string;
	before: SessionState;
	/** A turn ended since the user looked; and it failed. */
	hasNews: boolean;
	hasFailed: boolean;
	/** Last activity, in ms since the epoch. */
	lastAt: number;
	unsubscribe: () => void;
	handOver?: HandOver;
};

/** A session that was opened at `now`, and nothing happened in it yet. */
export function keep(open: OpenSession, id: string, now: number): Kept {
	const before = open.app.getState();
	return { open, id, before, hasNews: false, hasFailed: false, lastAt: now, unsubscribe: () => {} };
}
