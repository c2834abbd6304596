import type { AgentModes, ConfigOption } from './agent-info.js';
import type { McpServer } from './mcp/server.js';

export type SessionParams = {
	readonly cwd: string;
	/** Resolved folders; ignored by agents without `AgentInfo.takesAdditionalDirectories`. */
	readonly additionalDirectories: readonly string[];
	/** All of them, each time: agents keep none from the session before. */
	readonly mcpServers: readonly McpServer[];
	readonly systemPrompt: string | null;
};

export type SessionOpened = {
	/** Why the agent took none of the MCP servers; absent when it took them. */
	readonly mcpRefusal?: string;
	readonly sessionId: string;
	readonly modes: AgentModes | null;
	readonly options: readonly ConfigOption[];
};
