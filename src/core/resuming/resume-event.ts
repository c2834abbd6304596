import type { AgentProfile } from '../agents/profile.js';
import type { Failure } from '../failure.js';
import type { RetryChance } from '../retry-event.js';
import type { RestoredSession } from '../session/resuming/restored-session.js';
import type { OpenRecord } from '../session-record.js';
import type { OpeningStrategy, ResumeFallback, ResumeTarget, Resuming, WantedResume } from './resuming.js';

export type ResumeEvent =
	/** Requests an older session; a running turn is stopped once that is found. */
	| {
			readonly type: 'resume-session';
			readonly target: ResumeTarget;
			readonly isFork?: boolean;
			readonly fallback?: ResumeFallback;
	  }
	| { readonly type: 'stop-resuming' }
	/** The session is found, and its transcript follows: the open session is left. `profile`: of its agent. */
	| { readonly type: 'resume-begun'; readonly resuming: Resuming; readonly profile?: AgentProfile }
	| { readonly type: 'resume-refused'; readonly failure: Failure }
	| { readonly type: 'resume-tried'; readonly strategy: OpeningStrategy }
	| { readonly type: 'resume-failed'; readonly strategy: OpeningStrategy; readonly failure: Failure }
	| { readonly type: 'resume-newer'; readonly sessionId: string }
	| {
			readonly type: 'open-failed';
			readonly strategy: OpeningStrategy;
			readonly failure: Failure;
			readonly retry: RetryChance;
	  }
	| { readonly type: 'open-due'; readonly openId: string }
	| { readonly type: 'open-again' }
	| { readonly type: 'open-stop' }
	| { readonly type: 'open-new'; readonly fallback: ResumeFallback };

export type ResumeEffect =
	/** Finds the session; reports back with `resume-begun` and `session-restored`, or `resume-refused`. */
	| ({ readonly type: 'restore-session' } & WantedResume)
	| { readonly type: 'stop-resuming' }
	/** Reports back with `open-due` at `until` (ms since the epoch); the wait before ends. */
	| { readonly type: 'wait-open'; readonly openId: string; readonly until: number };

/** Events of saving and resuming sessions. None is logged. */
export type SessionsEvent =
	| { readonly type: 'session-restored'; readonly restored: RestoredSession }
	/** Log of the session from now on; null: none. */
	| { readonly type: 'record-opened'; readonly record: OpenRecord | null };
