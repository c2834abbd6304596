import type { AgentLaunch } from '../agent-info.js';
import type { McpEntry } from '../mcp/server.js';
import type { AgentNetwork } from '../network/network.js';
import { type AgentSandbox, DEFAULT_AGENT_SANDBOX } from '../sandbox/sandbox.js';

/**
 * Everything that is known of one agent before it is started: how to start it, and what it is set up with. What
 * depends on the agent follows from it, so that another agent can take its place in a running session.
 */
export type AgentProfile = {
	readonly launch: AgentLaunch;
	/** Where it may write plans in plan mode: absolute paths; a segment that is a star stands for any one name. */
	readonly planFolders: readonly string[];
	/** Its MCP servers, by precedence: what it is given of them depends on what it takes. */
	readonly mcpServers: readonly McpEntry[];
	/** The model to begin with; null: the agent's own. */
	readonly model: string | null;
	/** It was asked for by this call (`--model`): it also comes before what a session was left with. */
	readonly isModelAsked?: true;
	/** The model for plan mode; null: the same as outside of it. */
	readonly planModel: string | null;
	/** Values of the agent's config options, by option id. */
	readonly options: Readonly<Record<string, string | boolean>>;
	/** The user's standing instructions, for every session; null: none. */
	readonly instructions: string | null;
	/** What holds it, as it runs tools of its own. */
	readonly sandbox: AgentSandbox;
	/** The user is asked what holds it before it starts: it is known not to ask. */
	readonly asksForSandbox?: true;
	/** The user answered that at an earlier start. */
	readonly isSandboxAnswered?: true;
	/** That was said by this run (`--sandbox`, or for the session in `/agent`): no config knows it. */
	readonly isSandboxAsked?: true;
	/** What it may write outside of the workspace in a sandbox: its own files and folders, as absolute paths. */
	readonly writable: readonly string[];
	/** What it reaches from a sandbox; absent: nobody said so. */
	readonly network?: AgentNetwork;
	/** That was said by this run (`--network`). */
	readonly isNetworkAsked?: true;
	/** The hosts that it reaches unasked where its network asks: of its model, its sign-in and its MCP servers. */
	readonly hosts?: readonly string[];
	/** It runs its commands in sandboxes of its own. */
	readonly nestsSandboxes?: true;
	/** Where the agent gets its models from, instead of its own way; null: its own way. */
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

/** The profile of an agent of which only its launch is known. */
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
