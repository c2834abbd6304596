import type { AgentProfile } from '../agents/profile.js';
import type { Failure } from '../failure.js';
import type { ResumeRung, ResumeTarget, Resuming } from './resuming.js';

/** Taking up an older session. None of these is kept itself. */
export type ResumeEvent =
	/** The user wants an older session; a turn that runs is stopped once it is known that there is one. */
	| { readonly type: 'resume-session'; readonly target: ResumeTarget; readonly isFork?: boolean }
	/** The user does not want to wait any longer: a new session below the transcript. */
	| { readonly type: 'stop-resuming' }
	/** It is known what is to be taken up, and its transcript follows: the open session is left. `profile`: of its agent. */
	| { readonly type: 'resume-begun'; readonly resuming: Resuming; readonly profile?: AgentProfile }
	/** There is nothing to be taken up: the open session stays. */
	| { readonly type: 'resume-refused'; readonly failure: Failure }
	/** The agent is asked in this way now. */
	| { readonly type: 'resume-tried'; readonly rung: ResumeRung }
	/** It did not work: the next way follows. */
	| { readonly type: 'resume-failed'; readonly rung: ResumeRung; readonly failure: Failure };

/** What is wanted of the world to take a session up. */
export type ResumeEffect =
	/** Find out what is to be taken up; reports back with `resume-begun` and `session-restored`, or `resume-refused`. */
	| { readonly type: 'restore-session'; readonly target: ResumeTarget; readonly isFork: boolean }
	/** Give up the way that is tried, and those that would follow. */
	| { readonly type: 'stop-resuming' };
