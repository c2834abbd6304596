import { planFoldersFor } from '../agent/plan-folders.js';
import type { AgentLaunch } from '../core/agent-info.js';
import { type AgentProfile, plainProfile } from '../core/agents/profile.js';

/** What a profile depends on besides the agent. */
export type ProfileContext = { readonly workspace: string; readonly home: string };

/** The profile of an agent that is started like this. */
export function profileFor(launch: AgentLaunch, context: ProfileContext): AgentProfile {
	return { ...plainProfile(launch), planFolders: planFoldersFor(launch, context) };
}
