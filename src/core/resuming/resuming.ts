import type { failedStrategy } from '../agent-schema.js';
import type { Failure } from '../failure.js';
import { errorClassOf, isForNow } from '../failure-class.js';
import type { OwnModeRef } from '../policy/own-mode.js';
import type { Mode } from '../policy/policy-types.js';
import type { Read } from '../schema.js';
import type { SessionAbilities } from '../session-abilities.js';

export type ResumeTarget =
	| { readonly recordId: string }
	| {
			readonly agent: string;
			readonly sessionId: string;
			readonly cwd: string;
			readonly title: string | null;
			readonly additionalDirectories?: readonly string[];
			/** Last use by the agent's list (ms since the epoch). */
			readonly updatedAt?: number | null;
	  };

export type WantedResume = {
	readonly target: ResumeTarget;
	readonly isFork: boolean;
	readonly fallback?: ResumeFallback;
};

/** A new session where the agent cannot resume one: with a briefing, or plain. */
export type ResumeFallback = 'briefing' | 'plain';

/** Ways to open an older session. A new one below our transcript is always possible. */
export type OpeningStrategy = 'fork' | 'resume' | 'load' | 'new';

/** Way in which the open session was resumed (`resumed` in the JSON of `-p`). */
export type Resumed = Exclude<OpeningStrategy, 'fork'>;

/** Progress of opening an older session. In the state, so that it survives a sign-in or the agent's end. */
export type Resuming = {
	/** The agent's id; null: no session was ever open, so only a new one is possible. */
	readonly sessionId: string | null;
	readonly title: string | null;
	/** Settings of that session; null: unknown. */
	readonly settings: RestoredSettings | null;
	readonly isFork: boolean;
	/** Agreed to beforehand, or chosen after a failure; absent: the user is asked, and `-p` ends. */
	readonly fallback?: ResumeFallback;
	readonly isGivenUp?: true;
	readonly newer?: string;
	/** Our transcript exists: the agent need not send it again. */
	readonly hasTranscript: boolean;
	/** Current try, and its start (ms since the epoch); absent before the agent is ready. */
	readonly strategy?: OpeningStrategy;
	readonly since?: number;
	readonly failed: readonly FailedStrategy[];
	readonly deaths: number;
	/** The way in which it ended last: it may have been by chance once. */
	readonly diedAt?: OpeningStrategy;
};

export type UnreachedSession = { readonly sessionId: string; readonly since: number };

/** Part of the transcript that a session does not remember: from the entry of this number on. */
export type MissingMemory = { readonly since: number; readonly isBriefed?: true };

export type FailedStrategy = Read<typeof failedStrategy>;

const SAYS_GONE =
	/not found|no (?:such|previous|conversation|session)|unknown session|does(?: not|n.t) exist|invalid session/i;

/** Whether the agent says that it does not have the session any more; any other failure may be a passing one. */
export function saysGone({ failure }: FailedStrategy): boolean {
	return errorClassOf(failure) === 'badRequest' || SAYS_GONE.test(failure.message);
}

/** Ends of the agent's process after which only a new session is tried. */
export const MOST_DEATHS = 3;

/** Remaining ways to open the older session, the best first. Without our transcript only `session/load` brings it. */
export function strategiesFor(
	resuming: Resuming,
	abilities: SessionAbilities,
): readonly Exclude<OpeningStrategy, 'new'>[] {
	const { sessionId, isFork, hasTranscript, failed, deaths, isGivenUp } = resuming;
	if (sessionId === null || isGivenUp === true || deaths >= MOST_DEATHS) return [];
	const ways = isFork
		? (['fork'] as const)
		: hasTranscript
			? (['resume', 'load'] as const)
			: (['load', 'resume'] as const);
	return ways.filter((way) => abilities[way] && !failed.some(({ strategy }) => strategy === way));
}

/** Failure that does not say whether the agent still has the session: no new one replaces it unasked. */
export function unsettledFailure({ sessionId, fallback }: Resuming, failed: readonly FailedStrategy[]): Failure | null {
	if (sessionId === null || fallback !== undefined) return null;
	return failed.find(({ failure }) => isForNow(failure))?.failure ?? null;
}

export type Reopening = {
	readonly strategy: OpeningStrategy;
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

/** Settings at the end of a session, restored at the agent when it is resumed. @public */
export type RestoredSettings = {
	/** Our mode; `bypassPermissions` comes back only where the command line allows it. */
	readonly mode: Mode;
	readonly own?: OwnModeRef;
	/** Named mode whose instructions the agent has, where it is not in force again. */
	readonly instructed?: string;
	readonly agentMode: string | null;
	/** Last values of the agent's options by id, models among them. */
	readonly options: Readonly<Record<string, string | boolean>>;
};
