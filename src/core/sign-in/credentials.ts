import type { AgentLaunch } from '../agent-info.js';
import type { Result } from '../failure.js';
import { quoteWords } from '../policy/shell/quote.js';

/** What the user gave to a sign-in of one agent. All of it is secret. */
export type AgentCredentials = {
	/** Variables of the agent's environment. */
	readonly env: Readonly<Record<string, string>>;
	/** API keys by the id of the method that takes them. */
	readonly apiKeys: Readonly<Record<string, string>>;
};

/** The keys that were given to sign-ins, in a file that the user alone can read. Implemented in `services/`. No method throws. */
export type CredentialsPort = {
	/** What is kept for the agent; empty when nothing is. Fails with `no-permission` or `invalid` when the file is not to be trusted. */
	load(agent: string): Promise<Result<AgentCredentials>>;
	/** Adds to what is kept for the agent. Fails like `load`, and with `disk-full` or `timed-out`. */
	save(agent: string, added: Partial<AgentCredentials>): Promise<Result<void>>;
	/** Removes all that is kept for the agent; false when nothing was. Fails like `save`. */
	forget(agent: string): Promise<Result<boolean>>;
};

/** Under which name keys of an agent are kept: its own, or its command line where it was started by one. */
export function credentialsName({ name, command, args, isCommandLine }: AgentLaunch): string {
	return isCommandLine === true ? quoteWords([command, ...args]) : name;
}

/** The command that signs in to the agent, as it is typed. */
export function loginCommand(launch: AgentLaunch): string {
	const { name, command, args, isCommandLine } = launch;
	if (isCommandLine !== true) return `acp-tui login ${quoteWords([name])}`;
	return `acp-tui login --agent-command ${quoteWords([quoteWords([command, ...args])])}`;
}

/** How to sign in to the agent, as a sentence that ends with the command. */
export function signInLine(launch: AgentLaunch): string {
	return `To sign in: ${loginCommand(launch)}`;
}
