import type { AgentNetwork } from '../network/network.js';
import type { CommandAccess } from './command-access.js';
import type { AgentSandbox } from './sandbox.js';
import type { SessionSandbox } from './session-sandbox.js';

/** What will hold a command that is asked about, as far as that is known. */
export type CommandHold = {
	/** Who will run it: this program, the agent itself, or `either`, as the agent has run nothing yet. */
	readonly runner: 'here' | 'agent' | 'either';
	/** What our sandbox lets it do; null: it would run without one here. */
	readonly access: CommandAccess | null;
	/** Whether there is such a sandbox. It is found out with the first prompt, perhaps while the question stands. */
	readonly isSandboxed: boolean;
	/** What holds the agent, and so what it runs itself. */
	readonly agent: AgentSandbox;
	/** Its workspace is read-only. */
	readonly isReadOnly: boolean;
	/** What it reaches from its own sandbox. */
	readonly network: AgentNetwork;
};

/** The part of it that may come to be known later. */
export function heldNow({ commands, agent, enforcement }: SessionSandbox) {
	return { isSandboxed: commands === 'fenced', agent, isReadOnly: enforcement === 'enforced' };
}
