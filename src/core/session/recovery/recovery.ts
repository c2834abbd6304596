import type { Resuming } from '../../sessions/resuming.js';

/** An agent that ended, and how it comes back. */
export type Recovery = {
	/** When it crashed in the last five minutes (ms since the epoch), the newest last. */
	readonly crashes: readonly number[];
	/** The session that it is to go on in when it is started again; null: none. It is `resuming` from then on. */
	readonly session: Resuming | null;
	/** It is started again by itself. */
	readonly wait?: RestartWait;
	/** It crashed too often: the user says what becomes of it. */
	readonly isAsked?: true;
	/** It was started again for the same session, which is not open yet. */
	readonly isReturning?: true;
};

/** A start of the agent that is due. */
type RestartWait = {
	/** Of this wait alone: a timer of an earlier one changes nothing. */
	readonly id: string;
	/** When it starts (ms since the epoch). */
	readonly until: number;
};

/** Pauses before an agent is started again by itself (ms): after its first crash within the time below, and so on. */
export const RESTART_PAUSES: readonly number[] = [500, 2000, 8000];

/** After so many starts by itself within this time (ms), the user is asked. */
export const CRASHES_WITHIN = 5 * 60_000;
