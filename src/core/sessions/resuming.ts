import type { Failure } from '../failure.js';
import { errorClassOf, isForNow } from '../failure-class.js';
import type { SessionAbilities } from './abilities.js';
import type { RestoredSettings } from './restored-settings.js';

/** An older session that is to be taken up: by our record of it, or as the agent of this name lists it. */
export type ResumeTarget =
	| { readonly recordId: string }
	| {
			readonly agent: string;
			readonly sessionId: string;
			readonly cwd: string;
			readonly title: string | null;
			/** Its folders beside `cwd`, as the agent lists them; absent: none. */
			readonly additionalDirectories?: readonly string[];
			/** When the agent's list says that it was last used (ms since the epoch). */
			readonly updatedAt?: number | null;
	  };

/** An older session that is wanted, or a fork of it. */
export type WantedResume = {
	readonly target: ResumeTarget;
	readonly isFork: boolean;
	readonly fallback?: ResumeFallback;
};

/** What follows where the agent cannot go on in a session: a new one, with a briefing on it or without. */
export type ResumeFallback = 'briefing' | 'plain';

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
	/** Agreed to beforehand, or chosen after it failed; absent: the user is asked, and `-p` ends. */
	readonly fallback?: ResumeFallback;
	/** The user does not want to try this session again: only a new one is opened. */
	readonly isGivenUp?: true;
	/** A later session of the same transcript, asked for where this one is gone. */
	readonly newer?: string;
	/** Our transcript of it is there: an agent need not tell it again. */
	readonly hasTranscript: boolean;
	/** What is tried now, and since when (ms since the epoch); absent before the agent is ready. */
	readonly rung?: ResumeRung;
	readonly since?: number;
	/** What was tried and did not work, in order. */
	readonly failed: readonly FailedRung[];
	/** How often the agent's process ended meanwhile. */
	readonly deaths: number;
	/** The way in which it ended last: it may have been by chance once. */
	readonly diedAt?: ResumeRung;
};

/** A session of the agent's that may still be there, though a new one took its place. */
export type UnreachedSession = {
	readonly sessionId: string;
	/** What was said from the entry of this number on is not in it. */
	readonly since: number;
};

/** What a session does not remember of its transcript: something from the entry of this number on. */
export type MissingMemory = {
	readonly since: number;
	/** A briefing told it. */
	readonly isBriefed?: true;
};

/** A way that did not work. */
export type FailedRung = { readonly rung: ResumeRung; readonly failure: Failure };

const SAYS_GONE =
	/not found|no (?:such|previous|conversation|session)|unknown session|does(?: not|n.t) exist|invalid session/i;

/** True where the agent says that it does not have the session any more; all else may be otherwise another time. */
export function saysGone({ failure }: FailedRung): boolean {
	return errorClassOf(failure) === 'badRequest' || SAYS_GONE.test(failure.message);
}

/** After so many ends of the agent's process only a new session is tried. */
export const MOST_DEATHS = 3;

/**
 * The ways to take a session up that are left, the best first; each is tried once. Where our transcript is there the
 * agent need not tell it again; where it is not, only `session/load` brings it.
 */
export function rungsFor(resuming: Resuming, abilities: SessionAbilities): readonly ResumeRung[] {
	const { sessionId, isFork, hasTranscript, failed, deaths, isGivenUp } = resuming;
	if (sessionId === null || isGivenUp === true || deaths >= MOST_DEATHS) return ['new'];
	const ways = isFork
		? (['fork'] as const)
		: hasTranscript
			? (['resume', 'load'] as const)
			: (['load', 'resume'] as const);
	return [...ways.filter((way) => abilities[way] && !failed.some(({ rung }) => rung === way)), 'new'];
}

/**
 * The failure for which no new session takes this one's place unasked: it says nothing of whether the agent still has
 * the session. Null where there is none, or the user has agreed to a new session.
 */
export function unsettledFailure({ sessionId, fallback }: Resuming, failed: readonly FailedRung[]): Failure | null {
	if (sessionId === null || fallback !== undefined) return null;
	return failed.find(({ failure }) => isForNow(failure))?.failure ?? null;
}
