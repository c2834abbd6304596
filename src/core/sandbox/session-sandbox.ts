import type { AgentNetwork } from '../agent-network.js';
import type { ShadowChange } from '../shadow/shadow-change.js';
import type { CommandAccess } from './command-access.js';
import type { LayerBecause } from './layer-messages.js';
import { type AgentSandbox, DEFAULT_AGENT_SANDBOX } from './sandbox.js';

/** Whether the system keeps the workspace from changes. `watched`: it cannot, as `reason` says. */
type Enforcement = 'none' | 'pending' | 'enforced' | 'watched';

export type SessionSandbox = {
	readonly commands: 'fenced' | 'none';
	readonly agent: AgentSandbox;
	readonly enforcement: Enforcement;
	readonly reason?: string | undefined;
	readonly deniedHosts?: readonly string[];
	/** Why deny rules for paths hold for the agent's own tools in part only, in a sentence. */
	readonly rulesReason?: string | undefined;
};

export const noSandbox: SessionSandbox = { commands: 'none', agent: DEFAULT_AGENT_SANDBOX, enforcement: 'none' };

export type SandboxEvent =
	| { readonly type: 'sandbox-changed'; readonly change: Partial<SessionSandbox> }
	| { readonly type: 'command-settled'; readonly command: SettledCommand };

export type SettledCommand = {
	readonly command: string;
	/** Null for one that a signal ended, or that was not run. */
	readonly exitCode: number | null;
	readonly because: 'read' | 'rule' | 'denied' | LayerBecause;
	/** Changes in a shadow; of one that ran in the workspace itself nothing is known. */
	readonly changes: readonly Pick<ShadowChange, 'path' | 'status' | 'added' | 'removed'>[];
};

export type CommandHold = {
	/** Runs the command: this program, the agent itself, or `either`, as the agent has run nothing yet. */
	readonly runner: 'here' | 'agent' | 'either';
	/** Rights in our sandbox; null: no sandbox here. */
	readonly access: CommandAccess | null;
	/** Such a sandbox is available. Tried at the first prompt, perhaps while the question is open. */
	readonly isSandboxed: boolean;
	readonly agent: AgentSandbox;
	readonly isReadOnly: boolean;
	readonly network: AgentNetwork;
};

export function heldNow({ commands, agent, enforcement }: SessionSandbox) {
	return { isSandboxed: commands === 'fenced', agent, isReadOnly: enforcement === 'enforced' };
}
