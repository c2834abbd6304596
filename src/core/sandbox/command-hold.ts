import type { AgentNetwork } from '../network/network.js';
import type { CommandAccess } from './command-access.js';
import type { AgentSandbox } from './sandbox.js';
import type { SessionSandbox } from './session-sandbox.js';

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

/** The part that may become known later. */
export function heldNow({ commands, agent, enforcement }: SessionSandbox) {
	return { isSandboxed: commands === 'fenced', agent, isReadOnly: enforcement === 'enforced' };
}
