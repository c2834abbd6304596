import type { AgentProfile } from '../agents/profile.js';
import type { Failure } from '../failure.js';
import type { RetryChance } from '../retry-event.js';
import type { ResumeFallback, ResumeRung, ResumeTarget, Resuming } from './resuming.js';

/** Taking up an older session. None of these is kept itself. */
export type ResumeEvent =
	/** The user wants an older session; a turn that runs is stopped once it is known that there is one. */
	| {
			readonly type: 'resume-session';
			readonly target: ResumeTarget;
			readonly isFork?: boolean;
			readonly fallback?: ResumeFallback;
	  }
	/** The user does not want to wait any longer: a new session below the transcript. */
	| { readonly type: 'stop-resuming' }
	/** It is known what is to be taken up, and its transcript follows: the open session is left. `profile`: of its agent. */
	| { readonly type: 'resume-begun'; readonly resuming: Resuming; readonly profile?: AgentProfile }
	/** There is nothing to be taken up: the open session stays. */
	| { readonly type: 'resume-refused'; readonly failure: Failure }
	/** The agent is asked in this way now. */
	| { readonly type: 'resume-tried'; readonly rung: ResumeRung }
	/** It did not work: the next way follows. */
	| { readonly type: 'resume-failed'; readonly rung: ResumeRung; readonly failure: Failure }
	/** The session is gone; the later one of the same transcript is asked for. */
	| { readonly type: 'resume-newer'; readonly sessionId: string }
	/** A session could not be opened in this way; `retry`: how that is tried again. */
	| { readonly type: 'open-failed'; readonly rung: ResumeRung; readonly failure: Failure; readonly retry: RetryChance }
	/** The time of a wait has come. */
	| { readonly type: 'open-due'; readonly openId: string }
	/** The user tries to open the same session again, now. */
	| { readonly type: 'open-again' }
	/** The user stops the wait: it is not tried again by itself. */
	| { readonly type: 'open-stop' }
	/** The user goes on in a new session. */
	| { readonly type: 'open-new'; readonly fallback: ResumeFallback };

/** What is wanted of the world to take a session up. */
export type ResumeEffect =
	/** Find out what is to be taken up; reports back with `resume-begun` and `session-restored`, or `resume-refused`. */
	| {
			readonly type: 'restore-session';
			readonly target: ResumeTarget;
			readonly isFork: boolean;
			readonly fallback?: ResumeFallback;
	  }
	/** Give up the way that is tried, and those that would follow. */
	| { readonly type: 'stop-resuming' }
	/** Reports back with `open-due` at `until` (ms since the epoch); the wait before ends. */
	| { readonly type: 'wait-open'; readonly openId: string; readonly until: number };
