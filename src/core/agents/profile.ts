import type { AgentLaunch } from '../agent-info.js';
import type { AgentNetwork } from '../agent-network.js';
import { addressesOf, type McpEntry } from '../mcp/server.js';
import { type AgentSandbox, DEFAULT_AGENT_SANDBOX } from '../sandbox/sandbox.js';

/** Setup of one agent before its start. All that depends on the agent follows from it, so that it can be replaced. */
export type AgentProfile = {
	readonly launch: AgentLaunch;
	/** Absolute paths for plans in plan mode; a segment `*` stands for any one name. */
	readonly planFolders: readonly string[];
	/** By precedence; the agent gets those that it supports. */
	readonly mcpServers: readonly McpEntry[];
	readonly model: string | null;
	/** `--model`: also comes before the model of a resumed session. */
	readonly isModelAsked?: true;
	/** Null: the model in use outside of plan mode. */
	readonly planModel: string | null;
	readonly options: Readonly<Record<string, string | boolean>>;
	readonly instructions: string | null;
	readonly sandbox: AgentSandbox;
	/** Ask the user for a sandbox before the start: the agent is known not to ask. */
	readonly asksForSandbox?: true;
	readonly isSandboxAnswered?: true;
	/** Set by this run (`--sandbox`, or `/agent` for the session): no config has it. */
	readonly isSandboxAsked?: true;
	readonly writable: readonly string[];
	readonly network?: AgentNetwork;
	/** Set by this run (`--network`). */
	readonly isNetworkAsked?: true;
	/** Hosts allowed unasked where its network asks: of its model and its sign-in; see {@link ownHosts}. */
	readonly hosts?: readonly string[];
	readonly nestsSandboxes?: true;
	readonly provider: ModelProvider | null;
};

/** A model provider for `providers/set` (ACP, unstable): for instance a gateway of a company. */
export type ModelProvider = {
	readonly providerId: string;
	readonly apiType: string;
	readonly baseUrl: string;
	/** Sent with each request to it. They are secrets. */
	readonly headers: Readonly<Record<string, string>>;
};

export function plainProfile(launch: AgentLaunch): AgentProfile {
	return {
		launch,
		planFolders: [],
		mcpServers: [],
		model: null,
		planModel: null,
		options: {},
		instructions: null,
		sandbox: DEFAULT_AGENT_SANDBOX,
		writable: [],
		provider: null,
	};
}

/** Hosts allowed unasked where its network asks: its own, and those of the MCP servers that it has now. */
export function ownHosts({ hosts = [], mcpServers }: AgentProfile): readonly string[] {
	return [...hosts, ...addressesOf(mcpServers)];
}

/** The profile with the servers as they are now. */
export function withMcpServers(profile: AgentProfile, mcpServers: readonly McpEntry[] | undefined): AgentProfile {
	return mcpServers === undefined ? profile : { ...profile, mcpServers };
}
