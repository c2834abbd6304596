import { type AgentSandbox, DEFAULT_AGENT_SANDBOX } from './sandbox.js';

/**
 * Whether the system keeps the workspace from the agent's changes. `none`: it is not to (outside of plan mode, or no
 * sandbox), `pending`: it is being set up, `enforced`: it does, `watched`: it cannot, as `reason` says.
 */
type Enforcement = 'none' | 'pending' | 'enforced' | 'watched';

/** What holds the commands and the agent of a session. */
export type SessionSandbox = {
	/** Whether commands that the agent asks for run in a sandbox. */
	readonly commands: 'fenced' | 'none';
	/** What holds the agent that runs. */
	readonly agent: AgentSandbox;
	readonly enforcement: Enforcement;
	/** Why plan mode is only watched, in a sentence. */
	readonly reason?: string | undefined;
	/** Hosts that it was kept from, with their ports. */
	readonly deniedHosts?: readonly string[];
	/** Why deny rules for paths hold for the agent's own tools in part only, in a sentence. */
	readonly rulesReason?: string | undefined;
};

/** No sandbox, as far as it is known. */
export const noSandbox: SessionSandbox = { commands: 'none', agent: DEFAULT_AGENT_SANDBOX, enforcement: 'none' };
