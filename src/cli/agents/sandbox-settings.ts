import type { AgentLaunch } from '../../core/agent-info.js';
import type { AgentSandbox, AgentSandboxSetting } from '../../core/sandbox/sandbox.js';
import type { LoadedConfig } from '../config/load.js';

export type AgentSandboxSettings = {
	/** `--sandbox`; null: it was not given. */
	readonly asked: AgentSandboxSetting | null;
	/** `--writable`, absolute, and what the user opened since. */
	readonly writable: string[];
	/** What the user chose since, by the names of agents; it comes before everything else. */
	readonly chosen: Map<string, AgentSandbox>;
	readonly config: Pick<LoadedConfig, 'userSettings' | 'projectAgents' | 'userFile' | 'projectFile'>;
};

/** What this run says of an agent's sandbox, before the config does; null: nothing. */
export function askedSandbox({ asked, chosen }: AgentSandboxSettings, launch: AgentLaunch): AgentSandboxSetting | null {
	return (launch.isCommandLine === true ? undefined : chosen.get(launch.name)) ?? asked;
}
