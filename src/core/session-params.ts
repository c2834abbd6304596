import type { AgentModes, ConfigOption } from './agent-info.js';
import type { McpServer } from './mcp/server.js';

/** What a session is opened with (`session/new`), the same whichever way it is opened. */
export type SessionParams = {
	readonly cwd: string;
	/** Resolved folders beside `cwd`; they reach an agent that takes them, see `AgentInfo`. */
	readonly additionalDirectories: readonly string[];
	/** All of them, each time: agents keep none from the session before. */
	readonly mcpServers: readonly McpServer[];
	/** Text to be appended to the agent's system prompt; reaches an agent that takes one. Null: none. */
	readonly systemPrompt: string | null;
};

/** What `session/new` answered. */
export type SessionOpened = {
	/** Why the agent opened it only without the MCP servers; absent when it took them. */
	readonly mcpRefusal?: string;
	readonly sessionId: string;
	readonly modes: AgentModes | null;
	readonly options: readonly ConfigOption[];
};
