import { type AgentSandbox, DEFAULT_AGENT_SANDBOX } from './sandbox.js';

/**
 * Whether the system keeps the workspace from the agent's changes. `none`: it need not (outside of plan mode, or no
 * sandbox), `pending`: it is being set up, `enforced`: it does, `watched`: it cannot, as `reason` says.
 */
type Enforcement = 'none' | 'pending' | 'enforced' | 'watched';

export type SessionSandbox = {
	readonly commands: 'fenced' | 'none';
	readonly agent: AgentSandbox;
	readonly enforcement: Enforcement;
	/** Why plan mode is only watched, in a sentence. */
	readonly reason?: string | undefined;
	readonly deniedHosts?: readonly string[];
	/** Why deny rules for paths hold for the agent's own tools in part only, in a sentence. */
	readonly rulesReason?: string | undefined;
};

export const noSandbox: SessionSandbox = { commands: 'none', agent: DEFAULT_AGENT_SANDBOX, enforcement: 'none' };
