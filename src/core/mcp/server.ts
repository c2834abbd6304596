export type NamedValue = { readonly name: string; readonly value: string };

/** As sent to an agent (ACP `McpServer`), variables filled in. All but the name may hold secrets. */
export type McpServer =
	| {
			readonly type: 'stdio';
			readonly name: string;
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

export type McpServerType = McpServer['type'];

/** List that names a server: `--mcp-config`, the agent's own in the config, the user's config, the project's files. */
export type McpSource = 'option' | 'agent' | 'config' | 'project';

export type McpEntry = {
	readonly name: string;
	readonly type: McpServerType;
	readonly source: McpSource;
	readonly file: string;
	readonly target: string;
	readonly state: McpEntryState;
};

type McpEntryState =
	| { readonly type: 'ready'; readonly server: McpServer }
	| { readonly type: 'waiting' }
	| { readonly type: 'disabled' }
	/** `why` is words behind a colon. */
	| { readonly type: 'left-out'; readonly why: string };

/** Server types of an agent (ACP `mcpCapabilities`); stdio is mandatory. */
export type McpCapabilities = {
	readonly http: boolean;
	readonly sse: boolean;
	/** The agent accepts the list and ignores it. */
	readonly isIgnored: boolean;
};

export function serversFor(entries: readonly McpEntry[], takes: McpCapabilities): readonly McpServer[] {
	return entries.flatMap(({ state }) =>
		state.type === 'ready' && isTaken(state.server.type, takes) ? [state.server] : [],
	);
}

export function serversNotTaken(entries: readonly McpEntry[], takes: McpCapabilities): readonly McpEntry[] {
	return entries.filter(({ state, type }) => state.type === 'ready' && !isTaken(type, takes));
}

export function isTaken(type: McpServerType, { http, sse, isIgnored }: McpCapabilities): boolean {
	if (isIgnored) return false;
	return type === 'stdio' || (type === 'http' ? http : sse);
}

export function addressesOf(entries: readonly McpEntry[]): readonly string[] {
	return entries.flatMap(({ state }) =>
		state.type === 'ready' && state.server.type !== 'stdio' ? [state.server.url] : [],
	);
}
