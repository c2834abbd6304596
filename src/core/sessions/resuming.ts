import type { Failure } from '../failure.js';
import type { RestoredSettings } from './restored-settings.js';

/** An older session that is to be taken up: by our record of it, or as the agent of this name lists it. */
export type ResumeTarget =
	| { readonly recordId: string }
	| {
			readonly agent: string;
			readonly sessionId: string;
			readonly cwd: string;
			readonly title: string | null;
			/** When the agent's list says that it was last used (ms since the epoch). */
			readonly updatedAt?: number | null;
	  };

/** An older session that is wanted, or a fork of it. */
export type WantedResume = { readonly target: ResumeTarget; readonly isFork: boolean };

/**
 * The ways to take a session up: a fork where one was asked for, `session/resume`, `session/load`, and a new session
 * below our transcript, which always remains.
 */
export type ResumeRung = 'fork' | 'resume' | 'load' | 'new';

/** How the open session was taken up (`resumed` in the JSON of `-p`); null: it is none that was there before. */
export type Resumed = Exclude<ResumeRung, 'fork'>;

/** What an agent's session is taken up by. The reducer keeps it, so that it survives a sign-in or the agent's end. */
export type Resuming = {
	/** The agent's id; null: no session was ever open, so a new one is all there can be. */
	readonly sessionId: string | null;
	readonly title: string | null;
	/** What was chosen in that session; null: nobody knows. */
	readonly settings: RestoredSettings | null;
	/** It goes on in a fork: the session itself stays as it is. */
	readonly isFork: boolean;
	/** Our transcript of it is there: an agent need not tell it again. */
	readonly hasTranscript: boolean;
	/** What is tried now, and since when (ms since the epoch); absent before the agent is ready. */
	readonly rung?: ResumeRung;
	readonly since?: number;
	/** What was tried and did not work, in order. */
	readonly failed: readonly FailedRung[];
	/** How often the agent's process ended meanwhile. */
	readonly deaths: number;
};

/** A way that did not work. */
export type FailedRung = { readonly rung: ResumeRung; readonly failure: Failure };
