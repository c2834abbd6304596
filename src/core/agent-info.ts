import type {
	agentCommand,
	agentExit,
	agentInfo,
	agentMode,
	agentModes,
	configChoice,
	configOption,
	launch,
	quirks,
	usage,
} from './agent-schema.js';
import type { planStep } from './content-schema.js';
import type { ElicitationFeatures } from './elicitation/elicitation.js';
import type { Read } from './schema.js';

/** Start of an agent: an executable with its arguments, never a shell line. */
export type AgentLaunch = Read<typeof launch>;

/** Capabilities of the client; the config can switch parts off, so the announcement stays truthful. */
export type ClientFeatures = {
	readonly files: boolean;
	readonly terminals: boolean;
	/** `auth.terminal`: the agent's own program can have the terminal for a sign-in. */
	readonly terminalSignIn?: boolean;
	readonly elicitation?: ElicitationFeatures;
};

export type AgentInfo = Read<typeof agentInfo>;

/** Known deviations of one agent: conveniences, which decide nothing about what it may do. Anybody can take a name. */
export type AgentQuirks = Read<typeof quirks>;

export type AgentMode = Read<typeof agentMode>;
export type AgentModes = Read<typeof agentModes>;
export type ConfigChoice = Read<typeof configChoice>;
export type ConfigOption = Read<typeof configOption>;
export type AgentCommand = Read<typeof agentCommand>;
export type Usage = Read<typeof usage>;
export type PlanStep = Read<typeof planStep>;
export type AgentExit = Read<typeof agentExit>;

/** Label prefix of unknown notifications that are no session update. */
export const NOTIFICATION = 'notification';

/** ACP v1 `StopReason`, or `unknown` with the word that came. */
export const STOP_REASONS = ['end_turn', 'max_tokens', 'max_turn_requests', 'refusal', 'cancelled', 'unknown'] as const;
export type StopReason = (typeof STOP_REASONS)[number];
