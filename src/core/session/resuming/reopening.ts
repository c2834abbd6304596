import type { Failure } from '../../failure.js';
import type { ResumeRung } from '../../sessions/resuming.js';

/** A session that could not be opened: what is tried, or waits for the user. */
export type Reopening = {
	readonly rung: ResumeRung;
	readonly failure: Failure;
	/** How often it failed since the user last had a word in it. */
	readonly tried: number;
	/** It is tried again by itself; absent: it is being tried, or not any more. */
	readonly wait?: OpenWait;
	/** Nothing is tried by itself any more. */
	readonly isOver?: true;
};

/** A request for a session that is due. */
export type OpenWait = {
	/** Of this wait alone: a timer of an earlier one changes nothing. */
	readonly id: string;
	/** When it goes (ms since the epoch). */
	readonly until: number;
	/** How often it goes again at most. */
	readonly limit: number;
};
