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

/** What holds an agent of which nothing else is known. */
export const DEFAULT_AGENT_SANDBOX: AgentSandbox = 'watch';

/**
 * What can be said of it: `auto` is a question before an agent starts that is known not to ask, and remembers the answer;
 * every other agent is watched.
 */
export const AGENT_SANDBOX_SETTINGS = ['auto', ...AGENT_SANDBOXES] as const;
export type AgentSandboxSetting = (typeof AGENT_SANDBOX_SETTINGS)[number];

/** What is said of an agent of which nobody said otherwise. */
export const DEFAULT_SANDBOX_SETTING: AgentSandboxSetting = 'auto';

/** The one of the two that lets the agent do less, the first of equals: `auto` is no less than the watch. */
export function tighterSandbox<T extends AgentSandboxSetting>(one: T, other: T): T {
	const tightness = (setting: AgentSandboxSetting): number =>
		AGENT_SANDBOXES.indexOf(setting === 'auto' ? DEFAULT_AGENT_SANDBOX : setting);
	return tightness(one) >= tightness(other) ? one : other;
}

/** Why this machine offers no sandbox: what is missing, and what the user can do about it. */
export type SandboxUnavailable = { readonly reason: string; readonly hint: string };
