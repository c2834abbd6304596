/** `sandbox` of the config: whether commands run in a sandbox. `auto`: where this machine can. */
export const COMMAND_SANDBOXES = ['auto', 'require', 'off'] as const;
export type CommandSandbox = (typeof COMMAND_SANDBOXES)[number];

const TIGHTNESS: Readonly<Record<CommandSandbox, number>> = { off: 0, auto: 1, require: 2 };

/** The one of the two that lets commands do less. */
export function tighterCommandSandbox(one: CommandSandbox, other: CommandSandbox): CommandSandbox {
	return TIGHTNESS[one] >= TIGHTNESS[other] ? one : other;
}

/**
 * `agents.NAME.sandbox`, what holds an agent that runs tools of its own:
 * `off` nothing, `watch` its changes are noticed and shown, `fence` the system keeps the workspace read-only while plan
 * mode is on, `shadow` it works on a copy-on-write view of the workspace and changes are applied when they are taken.
 */
export const AGENT_SANDBOXES = ['off', 'watch', 'fence', 'shadow'] as const;
export type AgentSandbox = (typeof AGENT_SANDBOXES)[number];

/** What holds an agent of which nobody said otherwise. */
export const DEFAULT_AGENT_SANDBOX: AgentSandbox = 'watch';

/** The one of the two that lets the agent do less. */
export function tighterSandbox(one: AgentSandbox, other: AgentSandbox): AgentSandbox {
	return AGENT_SANDBOXES.indexOf(one) >= AGENT_SANDBOXES.indexOf(other) ? one : other;
}

/** Why this machine offers no sandbox: what is missing, and what the user can do about it. */
export type SandboxUnavailable = { readonly reason: string; readonly hint: string };
