import { join } from 'node:path';
import type { AgentLaunch } from '../../core/agent-info.js';
import type { AgentProfile } from '../../core/agents/profile.js';
import type { SandboxChoices, SandboxSource } from '../../core/agents/sandbox-choice.js';
import { fail, type Result, succeed } from '../../core/failure.js';
import { type AgentSandbox, DEFAULT_AGENT_SANDBOX, tighterSandbox } from '../../core/sandbox/sandbox.js';
import { messageOf } from '../../services/errno.js';
import { settingsOf } from '../agent-profile.js';
import { setUserConfig } from '../config/edit-user-config.js';
import { chosenTooLoose, sandboxMissing } from '../messages.js';
import { agentSandboxProblem } from '../require-sandbox.js';
import type { AgentSandboxSettings } from './sandbox-settings.js';

/** For which session a sandbox is chosen. */
type SandboxPlace = {
	readonly settings: AgentSandboxSettings;
	readonly configDir: string;
	readonly workspace: string;
};

/** What may hold an agent, and where it is set. Tries this machine. */
export async function sandboxChoices(
	{ launch, sandbox }: Pick<AgentProfile, 'launch' | 'sandbox'>,
	{ settings, configDir, workspace }: SandboxPlace,
): Promise<SandboxChoices> {
	const { userFile } = settings.config;
	const because = await agentSandboxProblem(workspace);
	return {
		source: sourceOf(launch, sandbox, settings),
		least: leastOf(launch, settings),
		missing: because === null ? {} : { fence: because, shadow: because },
		keptIn:
			launch.isCommandLine === true
				? null
				: { file: userFile ?? join(configDir, 'config.json'), name: nameInConfig(launch, settings) },
	};
}

/**
 * The agent's profile with the sandbox that was chosen; the user's config says so from now on where it `isKept`. Fails
 * with `usage` where it is looser than the project allows, where this machine has none, or where the config cannot be
 * written: nothing has changed then.
 */
export async function withSandbox(
	profile: AgentProfile,
	{ sandbox, isKept }: { readonly sandbox: AgentSandbox; readonly isKept: boolean },
	place: SandboxPlace,
): Promise<Result<{ readonly profile: AgentProfile; readonly keptIn: string | null }>> {
	const { launch } = profile;
	const { settings, configDir } = place;
	const { least, missing, keptIn } = await sandboxChoices(profile, place);
	if (least !== null && tighterSandbox(least.sandbox, sandbox) !== sandbox)
		return fail('usage', chosenTooLoose(launch.name, sandbox, least));
	const because = missing[sandbox];
	if (because !== undefined) {
		const [first = '', ...rest] = sandboxMissing(sandbox, because);
		return fail('usage', `${first.toUpperCase()}${rest.join('')}`);
	}
	let file: string | null = null;
	if (isKept && keptIn !== null) {
		try {
			file = await setUserConfig(configDir, ['agents', keptIn.name, 'sandbox'], sandbox);
		} catch (error) {
			return fail('usage', `${messageOf(error)}.`);
		}
	}
	if (launch.isCommandLine !== true) settings.chosen.set(launch.name, sandbox);
	const { isSandboxAsked: _, ...rest } = profile;
	const asked = file === null ? { isSandboxAsked: true as const } : {};
	return succeed({ profile: { ...rest, sandbox, ...asked }, keptIn: file });
}

function sourceOf(launch: AgentLaunch, sandbox: AgentSandbox, settings: AgentSandboxSettings): SandboxSource {
	const { asked, chosen, config } = settings;
	const { userFile, projectFile } = config;
	const own = launch.isCommandLine === true ? undefined : chosen.get(launch.name);
	const byUser = userSandbox(launch, settings);
	const least = leastOf(launch, settings);
	if (own !== undefined) return { type: 'session' };
	if (asked !== null) return { type: 'command-line' };
	if (least !== null && projectFile !== null && sandbox !== (byUser ?? DEFAULT_AGENT_SANDBOX))
		return { type: 'project', file: projectFile };
	if (byUser !== undefined && userFile !== null) return { type: 'user', file: userFile };
	// Of an agent of a command line no config says anything: what differs was chosen.
	return { type: sandbox === DEFAULT_AGENT_SANDBOX ? 'default' : 'session' };
}

/** What the user's own config says of it. */
function userSandbox(launch: AgentLaunch, { config }: AgentSandboxSettings): AgentSandbox | undefined {
	return launch.isCommandLine === true
		? undefined
		: settingsOf(launch.name, config.userSettings.agents).settings.sandbox;
}

/** How the project's config holds the agent at least. */
function leastOf(launch: AgentLaunch, { config }: AgentSandboxSettings): SandboxChoices['least'] {
	if (launch.isCommandLine === true || config.projectFile === null) return null;
	const { sandbox } = settingsOf(launch.name, config.projectAgents).settings;
	return sandbox === undefined ? null : { sandbox, file: config.projectFile };
}

/** The name under which the user's config knows the agent. */
function nameInConfig({ name }: AgentLaunch, { config }: AgentSandboxSettings): string {
	return settingsOf(name, config.userSettings.agents).name;
}
