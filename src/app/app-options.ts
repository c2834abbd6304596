import type { ClientFeatures } from '../core/agent-info.js';
import type { AgentProfile } from '../core/agents/profile.js';
import type { Mode, Rule } from '../core/policy/types.js';
import type { RetryPolicy } from '../core/retry-event.js';
import type { Worktree } from '../core/worktrees/worktree.js';

/** What a session is started with. Times are in milliseconds. */
export type AppOptions = {
	readonly profile: AgentProfile;
	readonly cwd: string;
	/** The git worktree of ours that it lies in. */
	readonly worktree?: Worktree;
	readonly mode: Mode;
	/** This call said so (`--mode`): a session that is taken up does not change it. */
	readonly isModeAsked?: boolean;
	readonly isBypassAllowed: boolean;
	readonly rules: readonly Rule[];
	readonly features: ClientFeatures;
	readonly handshakeTimeout: number;
	/** How long an agent may say nothing at all while it takes an older session up. */
	readonly resumePatience?: number;
	/** How long a cancelled turn may go on before killing the agent is offered. */
	readonly cancelPatience: number;
	/** How prompts go again by themselves; absent: not at all. */
	readonly retry?: RetryPolicy;
	/** Nobody is there to be asked: what would be asked is denied. */
	readonly isHeadless: boolean;
	/** It answers a side question: its prompts say by themselves what plan mode would say. */
	readonly isSideQuestion?: true;
};
