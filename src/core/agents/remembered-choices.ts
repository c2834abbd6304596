import type { agentChoices, forgottenChoice } from '../agent-schema.js';
import type { Read } from '../schema.js';

export type AgentChoices = Read<typeof agentChoices>;
export type ForgottenChoice = Read<typeof forgottenChoice>;

export type ChoicesKey = { readonly launch: string; readonly name: string };

/** The user's choices by agent. Implemented in `services/`. No method throws: unreadable choices are none. */
export type ChoicesPort = {
	load(agent: ChoicesKey): Promise<AgentChoices>;
	/** Replaces the saved choices; empty ones forget the agent. */
	save(agent: ChoicesKey, choices: AgentChoices): Promise<void>;
};
