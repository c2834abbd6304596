/** An environment variable or a header. Its value may be a secret. */
export type NamedValue = { readonly name: string; readonly value: string };

/**
 * An MCP server as an agent is told of it (ACP `McpServer`): its command found, every variable filled in. Environment,
 * headers, arguments and address may hold secrets.
 */
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

/** How a server is reached. */
export type McpServerType = McpServer['type'];

/** Which list names a server: `--mcp-config`, the agent's own in the config, the user's config, the project's files. */
export type McpSource = 'option' | 'agent' | 'config' | 'project';

/** An MCP server of one of the lists, and whether it can be given to an agent. */
export type McpEntry = {
	readonly name: string;
	readonly type: McpServerType;
	readonly source: McpSource;
	/** The file that names it. */
	readonly file: string;
	/** Its command line, or its address, as it is written; what looks like a secret is left out. */
	readonly target: string;
	readonly state: McpEntryState;
};

type McpEntryState =
	| { readonly type: 'ready'; readonly server: McpServer }
	/** The project's file that names it is not trusted yet. */
	| { readonly type: 'waiting' }
	/** The file that names it disables it. */
	| { readonly type: 'disabled' }
	/** Something is wrong with it; `why` is words behind a colon. */
	| { readonly type: 'left-out'; readonly why: string };

/** Which servers an agent takes. Those of type stdio every agent has to take (ACP `mcpCapabilities`). */
export type McpCapabilities = {
	readonly http: boolean;
	readonly sse: boolean;
	/** It takes the list and does nothing with it. */
	readonly isIgnored: boolean;
};

/** The servers that this agent is given, in order. */
export function serversFor(entries: readonly McpEntry[], takes: McpCapabilities): readonly McpServer[] {
	return entries.flatMap(({ state }) =>
		state.type === 'ready' && isTaken(state.server.type, takes) ? [state.server] : [],
	);
}

/** The servers that are ready and that this agent cannot take. */
export function serversNotTaken(entries: readonly McpEntry[], takes: McpCapabilities): readonly McpEntry[] {
	return entries.filter(({ state, type }) => state.type === 'ready' && !isTaken(type, takes));
}

/** Whether an agent takes servers of this type. */
export function isTaken(type: McpServerType, { http, sse, isIgnored }: McpCapabilities): boolean {
	if (isIgnored) return false;
	return type === 'stdio' || (type === 'http' ? http : sse);
}
