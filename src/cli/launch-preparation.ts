import type { AgentLaunch } from '../core/agent-info.js';
import type { PreparedLaunch } from '../core/agent-port.js';
import { type CredentialsPort, credentialsName } from '../core/sign-in/credentials.js';
import { type LaunchOptions, prepareLaunch } from '../services/launch/prepare-launch.js';

/** Keys of a sign-in replace the config's environment, as they are newer. */
export function createLaunchPreparation(
	options: () => LaunchOptions,
	credentials: Pick<CredentialsPort, 'load'>,
): (launch: AgentLaunch, cwd: string) => Promise<PreparedLaunch> {
	return async (launch, cwd) => {
		const kept = await credentials.load(credentialsName(launch));
		// A damaged file is reported at the program's start; the agent may start without it.
		const env = kept.ok ? { ...launch.env, ...kept.value.env } : launch.env;
		return prepareLaunch({ ...launch, env }, cwd, options());
	};
}

/** The API keys that were given to sign-ins of the agent, by the id of the method that takes them. */
export async function savedKeys(
	launch: AgentLaunch,
	credentials: CredentialsPort,
): Promise<Readonly<Record<string, string>>> {
	const kept = await credentials.load(credentialsName(launch));
	return kept.ok ? kept.value.apiKeys : {};
}
