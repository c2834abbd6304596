import type { ClientFeatures } from '../core/agent-info.js';
import type { AgentProfile } from '../core/agents/profile.js';
import type { Mode, Rule } from '../core/policy/types.js';
import type { RetryPolicy } from '../core/retry-event.js';
import type { Worktree } from '../core/worktrees/worktree.js';

export type AppOptions = {
	readonly profile: AgentProfile;
	readonly cwd: string;
	readonly worktree?: Worktree;
	readonly mode: Mode;
	/** `--mode` was given: resuming a session does not change the mode. */
	readonly isModeAsked?: boolean;
	readonly isBypassAllowed: boolean;
	readonly rules: readonly Rule[];
	readonly features: ClientFeatures;
	readonly handshakeTimeout: number;
	/** Silence that is allowed while an agent resumes a session. */
	readonly resumePatience?: number;
	/** Time that a cancelled turn may go on before killing the agent is offered. */
	readonly cancelPatience: number;
	/** Absent: no automatic retries. */
	readonly retry?: RetryPolicy;
	readonly isHeadless: boolean;
	/** Prompts explain plan mode themselves. */
	readonly isSideQuestion?: true;
};
