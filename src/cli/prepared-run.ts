import type { AgentProfile } from '../core/agents/profile.js';
import type { Hook } from '../core/hooks/hook.js';
import type { OwnMode, OwnModeRef } from '../core/policy/own-mode.js';
import type { RulesPort } from '../core/policy/policy-ports.js';
import type { Mode, Rule } from '../core/policy/policy-types.js';
import type { WantedResume } from '../core/resuming/resuming.js';
import type { Worktree } from '../core/worktrees/worktree.js';
import type { LogLevel } from '../services/log/log.js';
import type { WorktreeUse } from '../services/worktrees/worktree-uses.js';
import type { AgentSandboxSettings } from './agent-profile.js';
import type { Settings } from './config/settings.js';
import type { Persistence } from './persistence.js';

/** An agent's profile; `missing` is the message that it is not installed, or null. */
type FoundAgent = { readonly profile: AgentProfile; readonly missing: string | null };

export type PreparedRun = {
	readonly cwd: string;
	readonly worktree: Worktree | null;
	readonly worktreeUse: WorktreeUse | null;
	readonly isWorktreeNew: boolean;
	/**
	 * Folder whose history and rules hold: the workspace, or for a worktree its place in the work tree that it was made
	 * from.
	 */
	readonly project: string;
	/** Resolved folders beside the workspace that agents may edit. */
	readonly additionalDirectories: readonly string[];
	readonly profile: AgentProfile;
	readonly sandboxes: AgentSandboxSettings;
	/** Message that the agent is not installed; null where it is, or where that is not known yet. */
	readonly missingAgent: string | null;
	/** The same for another agent, by a name. Throws a UsageError when no agent has it. */
	readonly profileOf: (name: string) => Promise<FoundAgent>;
	/** Its agent gets a process of its own, which no other session of the program shares. */
	readonly isIsolated: boolean;
	/** No agent is started: only a review is looked at. */
	readonly isWithoutAgent?: true;
	readonly mode: Mode;
	readonly own?: OwnModeRef | undefined;
	readonly ownModes: readonly OwnMode[];
	readonly isModeAsked: boolean;
	readonly isBypassAllowed: boolean;
	readonly rules: readonly Rule[];
	readonly hooks: readonly Hook[];
	readonly ruleStore: RulesPort;
	readonly settings: Settings;
	readonly persistence: Persistence;
	readonly authMethod: string | null;
	/** Times that `-p` sends the prompt again at most; null: as often as it usually does. */
	readonly retries: number | null;
	/** The session that it resumes when it starts; null: a new one. */
	readonly resume: WantedResume | null;
	/** The list of sessions is opened with this search; null: it is not. */
	readonly sessionSearch: string | null;
	readonly recordFile: string | null;
	readonly logLevel: LogLevel;
	readonly notices: readonly string[];
	/** Sentences about the project's files that wait for the user's trust. */
	readonly untrusted: readonly string[];
};
