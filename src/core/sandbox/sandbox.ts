/** `sandbox` of the config. `auto`: where this machine can. */
export const COMMAND_SANDBOXES = ['auto', 'require', 'off'] as const;
export type CommandSandbox = (typeof COMMAND_SANDBOXES)[number];

const TIGHTNESS: Readonly<Record<CommandSandbox, number>> = { off: 0, auto: 1, require: 2 };

export function tighterCommandSandbox(one: CommandSandbox, other: CommandSandbox): CommandSandbox {
	return TIGHTNESS[one] >= TIGHTNESS[other] ? one : other;
}

/** Sandbox of an agent: `watch` shows changes, `fence` makes plan mode read-only, `shadow` gives it a copy. */
export const AGENT_SANDBOXES = ['off', 'watch', 'fence', 'shadow'] as const;
export type AgentSandbox = (typeof AGENT_SANDBOXES)[number];

export const DEFAULT_AGENT_SANDBOX: AgentSandbox = 'watch';

/** `auto`: the user is asked before the start of an agent that is known not to ask; others are watched. */
export const AGENT_SANDBOX_SETTINGS = ['auto', ...AGENT_SANDBOXES] as const;
export type AgentSandboxSetting = (typeof AGENT_SANDBOX_SETTINGS)[number];

export const DEFAULT_SANDBOX_SETTING: AgentSandboxSetting = 'auto';

/** The stricter one, the first of equals: `auto` is as strict as `watch`. */
export function tighterSandbox<T extends AgentSandboxSetting>(one: T, other: T): T {
	const tightness = (setting: AgentSandboxSetting): number =>
		AGENT_SANDBOXES.indexOf(setting === 'auto' ? DEFAULT_AGENT_SANDBOX : setting);
	return tightness(one) >= tightness(other) ? one : other;
}

export type SandboxUnavailable = { readonly reason: string; readonly hint: string };
