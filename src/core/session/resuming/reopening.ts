import type { Failure } from '../../failure.js';
import type { ResumeRung } from '../../sessions/resuming.js';

export type Reopening = {
	readonly rung: ResumeRung;
	readonly failure: Failure;
	readonly tried: number;
	/** Absent: it is being tried, or not any more. */
	readonly wait?: OpenWait;
	readonly isOver?: true;
};

export type OpenWait = {
	readonly id: string;
	/** Ms since the epoch. */
	readonly until: number;
	readonly limit: number;
};
