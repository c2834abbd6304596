import type { ElicitationFeatures } from './elicitation/elicitation.js';
import type { McpCapabilities } from './mcp/server.js';
import type { SessionAbilities } from './sessions/abilities.js';
import type { AuthMethod } from './sign-in/auth-method.js';

/** How to start an agent: an executable with its arguments, never a shell line. */
export type AgentLaunch = {
	/** The name by which it was chosen (`demo`, a name of the config) or its command's base name. */
	readonly name: string;
	readonly command: string;
	readonly args: readonly string[];
	/** Variables added to this program's environment. */
	readonly env: Readonly<Record<string, string>>;
	/** The directory to start it in; the workspace when absent. */
	readonly cwd?: string;
	/** The command that installs it, where it is not on this machine. */
	readonly installedBy?: string;
	/** This program installed it: its publisher chose what its program is called. */
	readonly isInstalled?: true;
	/** It was given as a command line (`--agent-command`): its name is none of the config or the catalogue. */
	readonly isCommandLine?: true;
	/** The demo agent of this program: it shows tool calls that it never makes. */
	readonly isBundled?: true;
};

/** What the client offers; the config can switch parts off, so the announcement stays truthful. */
export type ClientFeatures = {
	readonly files: boolean;
	readonly terminals: boolean;
	/** The agent's own program can have the terminal for a sign-in (`auth.terminal`). */
	readonly terminalSignIn?: boolean;
	/** A user is there to be asked (`elicitation`); absent: nobody is. */
	readonly elicitation?: ElicitationFeatures;
};

/** What the agent said of itself in `initialize`. */
export type AgentInfo = {
	/** For the user: the agent's title, else its name, else the launch name. */
	readonly title: string;
	/** `agentInfo.name` as sent; empty when it sent none. */
	readonly name: string;
	readonly version: string;
	readonly protocolVersion: number;
	readonly prompt: { readonly image: boolean; readonly audio: boolean; readonly embeddedContext: boolean };
	/** What it can do with sessions besides opening new ones. */
	readonly sessions: SessionAbilities;
	/** `session/new` takes `additionalDirectories` (`sessionCapabilities.additionalDirectories`). */
	readonly takesAdditionalDirectories: boolean;
	/** It takes a `systemPrompt` with a session (`sessionCapabilities.systemPrompt`, unstable). */
	readonly takesSystemPrompt: boolean;
	/** It takes the settings of its own program with a session, in `_meta`. */
	readonly takesClaudeSettings?: boolean;
	/** It takes words of the user into a turn that runs (`_session/steering`, announced in `_meta` of `initialize`). */
	readonly steering?: boolean;
	/** `providers/set` (`agentCapabilities.providers`, unstable). */
	readonly takesProvider: boolean;
	/** Which MCP servers it takes (`mcpCapabilities`). */
	readonly mcp: McpCapabilities;
	/** How to sign in to it, as it said at the start; a refusal may name others. */
	readonly authMethods: readonly AuthMethod[];
	/** What it can do about sign-ins besides: `logout`, `auth/status` (unstable), and telling its account by itself. */
	readonly auth: { readonly logout: boolean; readonly status: boolean; readonly pushesStatus?: boolean };
	/** What this agent does differently, from the quirks table. */
	readonly quirks: AgentQuirks;
};

/**
 * Known deviations of one agent, as data. They make it more convenient and decide nothing about what it may do or
 * reach: anybody can take a name. Nothing outside `agent/` knows an agent's name.
 */
export type AgentQuirks = {
	/** Another model counts from its next step on, in a running turn as well. */
	readonly takesModelInTurn?: true;
	/** The files of a project that it reads first, its own before the others; AGENTS.md alone unless given. */
	readonly memoryFiles?: readonly string[];
};

/** An agent's session mode. */
export type AgentMode = { readonly id: string; readonly name: string; readonly description?: string };

/** An agent's session modes and which one is current. */
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
export type AgentCommand = {
	readonly name: string;
	readonly description: string;
	/** The hint of its free text input, when it takes one. */
	readonly hint?: string;
};

/** What the session costs so far: tokens in context, its size, money. */
export type Usage = {
	readonly used: number;
	readonly size: number;
	readonly cost?: { readonly amount: number; readonly currency: string };
};

/** A step of the agent's plan. */
export type PlanStep = {
	readonly text: string;
	readonly priority: 'high' | 'medium' | 'low';
	readonly status: 'pending' | 'in_progress' | 'completed';
	/** The agent's own words where its status or priority is none of these, which then are the usual ones. */
	readonly says?: string;
};

/** Why a prompt turn ended (ACP v1 `StopReason`), or `unknown` with the word that came. */
export type StopReason = 'end_turn' | 'max_tokens' | 'max_turn_requests' | 'refusal' | 'cancelled' | 'unknown';

/** How an agent's process ended. */
export type AgentExit = {
	readonly code: number | null;
	readonly signal: string | null;
	/** Its last standard error lines, sanitised by whoever shows them. */
	readonly stderrTail: readonly string[];
	/** Lines on its standard output that were not JSON. */
	readonly junkLines: number;
	/** True when this program ended it. */
	readonly expected: boolean;
};
