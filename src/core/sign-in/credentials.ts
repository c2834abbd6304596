import type { AgentLaunch } from '../agent-info.js';
import type { Result } from '../failure.js';
import { quoteWords } from '../policy/shell/quote-word.js';

/** The user's credentials for one agent: all of them are secret. */
export type AgentCredentials = {
	readonly env: Readonly<Record<string, string>>;
	/** By the id of the method that takes them. */
	readonly apiKeys: Readonly<Record<string, string>>;
};

/** Saved keys, in a file that the user alone can read. Implemented in `services/`. No method throws. */
export type CredentialsPort = {
	/** Empty for none. Fails with `no-permission` or `invalid` when the file is not to be trusted. */
	load(agent: string): Promise<Result<AgentCredentials>>;
	/** Adds to the agent's keys. Fails like `load`, and with `disk-full` or `timed-out`. */
	save(agent: string, added: Partial<AgentCredentials>): Promise<Result<void>>;
	/** Removes the agent's keys; false for none. Fails like `save`. */
	forget(agent: string): Promise<Result<boolean>>;
};

/** Name that the keys of an agent are saved under: its own, or its command line where it was started by one. */
export function credentialsName({ name, command, args, isCommandLine }: AgentLaunch): string {
	return isCommandLine === true ? quoteWords([command, ...args]) : name;
}

export function loginCommand(launch: AgentLaunch): string {
	const { name, command, args, isCommandLine } = launch;
	if (isCommandLine !== true) return `acp-tui login ${quoteWords([name])}`;
	return `acp-tui login --agent-command ${quoteWords([quoteWords([command, ...args])])}`;
}

export function signInLine(launch: AgentLaunch): string {
	return `To sign in: ${loginCommand(launch)}`;
}
