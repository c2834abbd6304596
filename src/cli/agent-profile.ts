import { planFoldersFor } from '../agent/plan-folders.js';
import type { AgentLaunch } from '../core/agent-info.js';
import { type AgentProfile, plainProfile } from '../core/agents/profile.js';
import type { McpEntry } from '../core/mcp/server.js';

/** What a profile depends on besides the agent. */
export type ProfileContext = {
	readonly workspace: string;
	readonly home: string;
	/** The MCP servers of an agent, by its name in the config. */
	readonly mcpServersOf: (agent: string) => Promise<readonly McpEntry[]>;
};

/** The profile of an agent that is started like this. */
export async function profileFor(launch: AgentLaunch, context: ProfileContext): Promise<AgentProfile> {
	return {
		...plainProfile(launch),
		planFolders: planFoldersFor(launch, context),
		mcpServers: await context.mcpServersOf(launch.name),
	};
}
