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

/** An MCP server as an agent is told of it (ACP `McpServer`), every variable filled in: env and headers may hold secrets. */
export type McpServer =
	| {
			readonly type: 'stdio';
			readonly name: string;
			/** An absolute path. */
			readonly command: string;
			readonly args: readonly string[];
			readonly env: readonly NamedValue[];
	  }
	| {
			readonly type: 'http' | 'sse';
			readonly name: string;
			readonly url: string;
			readonly headers: readonly NamedValue[];
	  };

type NamedValue = { readonly name: string; readonly value: string };
