import { findAgent } from '../../agent/catalogue.js';
import type { AgentNetwork } from '../../core/agent-network.js';
import { defined } from '../../core/defined.js';
import type { AgentSandboxSetting } from '../../core/sandbox/sandbox.js';

/** Settings of an agent, as a config file has them; any known agent may be given them by its name alone. */
export type AgentSettings = {
	readonly model?: string;
	readonly planModel?: string;
	/** Values of the agent's config options, by option id. */
	readonly options?: Readonly<Record<string, string | boolean>>;
	/** Where it may write plans in plan mode, as written: below the home folder with `~/`, else below the workspace. */
	readonly planFolders?: readonly string[];
	readonly sandbox?: AgentSandboxSetting;
	/** Paths that it may write as well in a sandbox, as written: below the home folder with `~/`, or absolute. */
	readonly writable?: readonly string[];
	readonly network?: AgentNetwork;
	readonly hosts?: readonly string[];
	readonly provider?: ProviderSetting;
};

export type ProviderSetting = {
	readonly providerId: string;
	readonly apiType: string;
	readonly baseUrl: string;
	/** `${env:NAME}` stands for an environment variable. */
	readonly headers?: Readonly<Record<string, string>>;
};

export function agentSettings(settings: AgentSettings): AgentSettings {
	const { model, planModel, options, planFolders, sandbox, writable, network, hosts, provider } = settings;
	return defined({ model, planModel, options, planFolders, sandbox, writable, network, hosts, provider });
}

/**
 * The name under which agents that are set up already have this one: its own, or another one of a known agent. What is
 * said of one under a second name would else be said of two, and the one that is started had nothing of the first.
 */
export function nameAmong(name: string, agents: ReadonlyMap<string, { readonly command?: string | null }>): string {
	if (agents.has(name)) return name;
	const known = findAgent(name);
	if (known === undefined) return name;
	const other = [...agents].find(([each, { command }]) => command == null && findAgent(each) === known);
	return other?.[0] ?? name;
}
