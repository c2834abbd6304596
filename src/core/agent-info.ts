import type { ElicitationFeatures } from './elicitation/elicitation.js';
import type { McpCapabilities } from './mcp/server.js';
import type { SessionAbilities } from './sessions/abilities.js';
import type { AuthMethod } from './sign-in/auth-method.js';

/** How to start an agent: an executable with its arguments, never a shell line. */
export type AgentLaunch = {
	/** Name by which it was chosen (`demo`, a name of the config), or its command's base name. */
	readonly name: string;
	readonly command: string;
	readonly args: readonly string[];
	/** Added to this program's environment. */
	readonly env: Readonly<Record<string, string>>;
	/** Working directory; the workspace when absent. */
	readonly cwd?: string;
	readonly installedBy?: string;
	/** Installed by this program: its publisher chose what its program is called. */
	readonly isInstalled?: true;
	/** Given as a command line (`--agent-command`): its name is in neither the config nor the catalogue. */
	readonly isCommandLine?: true;
	/** The demo agent of this program, which shows tool calls that it never makes. */
	readonly isBundled?: true;
};

/** Capabilities of the client; the config can switch parts off, so the announcement stays truthful. */
export type ClientFeatures = {
	readonly files: boolean;
	readonly terminals: boolean;
	/** `auth.terminal`: the agent's own program can have the terminal for a sign-in. */
	readonly terminalSignIn?: boolean;
	readonly elicitation?: ElicitationFeatures;
};

export type AgentInfo = {
	/** For users: the agent's title, else its name, else the launch name. */
	readonly title: string;
	/** `agentInfo.name` as sent; empty when it sent none. */
	readonly name: string;
	readonly version: string;
	readonly protocolVersion: number;
	readonly prompt: { readonly image: boolean; readonly audio: boolean; readonly embeddedContext: boolean };
	readonly sessions: SessionAbilities;
	/** `sessionCapabilities.additionalDirectories`. */
	readonly takesAdditionalDirectories: boolean;
	/** `systemPrompt` of a session (`sessionCapabilities.systemPrompt`, unstable). */
	readonly takesSystemPrompt: boolean;
	/** Settings of its own program with a session, in `_meta`. */
	readonly takesClaudeSettings?: boolean;
	/** `_session/steering`, announced in `_meta` of `initialize`: words of the user for a turn that runs. */
	readonly steering?: boolean;
	/** `providers/set` (`agentCapabilities.providers`, unstable). */
	readonly takesProvider: boolean;
	/** `mcpCapabilities`. */
	readonly mcp: McpCapabilities;
	/** Sign-in methods named in `initialize`; a refusal may name others. */
	readonly authMethods: readonly AuthMethod[];
	/** `logout`, `auth/status` (unstable), and reporting its account unasked. */
	readonly auth: { readonly logout: boolean; readonly status: boolean; readonly pushesStatus?: boolean };
	readonly quirks: AgentQuirks;
};

/**
 * Known deviations of one agent, as data. They are conveniences and decide nothing about what it may do or reach:
 * anybody can take a name. Nothing outside `agent/` knows an agent's name.
 */
export type AgentQuirks = {
	/** A new model counts from the next step on, in a running turn as well. */
	readonly takesModelInTurn?: true;
	/** Project files that it reads first, its own before the others; AGENTS.md alone when absent. */
	readonly memoryFiles?: readonly string[];
};

export type AgentMode = { readonly id: string; readonly name: string; readonly description?: string };

export type AgentModes = { readonly current: string; readonly available: readonly AgentMode[] };

/** One choice of a select option; `group` is the group's name where the agent groups them. */
export type ConfigChoice = {
	readonly value: string;
	readonly name: string;
	readonly description?: string;
	readonly group?: string;
};

/** A session config option (`configOptions`); `category` as sent (`mode`, `model`, …), empty when absent. */
export type ConfigOption =
	| {
			readonly type: 'select';
			readonly id: string;
			readonly name: string;
			readonly description?: string;
			readonly category: string;
			readonly value: string;
			readonly choices: readonly ConfigChoice[];
	  }
	| {
			readonly type: 'boolean';
			readonly id: string;
			readonly name: string;
			readonly description?: string;
			readonly category: string;
			readonly value: boolean;
	  };

/** A slash command of the agent, name without the slash (it may contain spaces or start with `$`). */
export type AgentCommand = { readonly name: string; readonly description: string; readonly hint?: string };

/** Cost of the session so far: tokens in context, the size of the context, money. */
export type Usage = {
	readonly used: number;
	readonly size: number;
	readonly cost?: { readonly amount: number; readonly currency: string };
};

export type PlanStep = {
	readonly text: string;
	readonly priority: 'high' | 'medium' | 'low';
	readonly status: 'pending' | 'in_progress' | 'completed';
	/** The agent's own words where its status or priority is none of these, which then have their usual values. */
	readonly says?: string;
};

/** ACP v1 `StopReason`, or `unknown` with the word that came. */
export const STOP_REASONS = ['end_turn', 'max_tokens', 'max_turn_requests', 'refusal', 'cancelled', 'unknown'] as const;
export type StopReason = (typeof STOP_REASONS)[number];

export type AgentExit = {
	readonly code: number | null;
	readonly signal: string | null;
	/** Last lines of standard error, not sanitised. */
	readonly stderrTail: readonly string[];
	readonly junkLines: number;
	readonly expected: boolean;
};
