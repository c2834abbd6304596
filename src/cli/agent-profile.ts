import { join, resolve } from 'node:path';
import { hostsFor } from '../agent/agent-hosts.js';
import { nestsSandboxes, neverAsks, planFoldersFor, writableFor } from '../agent/writable.js';
import type { AgentLaunch } from '../core/agent-info.js';
import type { AgentNetwork } from '../core/agent-network.js';
import { type AgentProfile, type ModelProvider, plainProfile } from '../core/agents/profile.js';
import type { Asking } from '../core/asking.js';
import { defined } from '../core/defined.js';
import type { McpEntry } from '../core/mcp/server.js';
import { fillVariables } from '../core/mcp/variables.js';
import type { Mode } from '../core/policy/policy-types.js';
import {
	type AgentSandbox,
	type AgentSandboxSetting,
	DEFAULT_AGENT_SANDBOX,
	DEFAULT_SANDBOX_SETTING,
} from '../core/sandbox/sandbox.js';
import { credentialsName } from '../core/sign-in/credentials.js';
import { isWithin } from '../services/files/path-inside.js';
import { addKnownSecret } from '../services/secrets/known-secrets.js';
import { isSecretName } from '../services/secrets/secret-names.js';
import { createAskingRecords } from '../services/state/asking-records.js';
import { createSandboxAnswers } from '../services/state/sandbox-answers.js';
import { networkNeedsSandbox, openedTooWide, planFolderTooWide, writableTooWide } from './command-line-messages.js';
import { nameAmong } from './config/config-values.js';
import type { LoadedConfig } from './config/load-config.js';
import type { AgentSettings } from './config/schema-parts.js';
import type { Settings } from './config/settings.js';
import { UsageError } from './errors.js';
import type { Paths } from './paths.js';
import { agentSandboxProblem } from './require-sandbox.js';

type HoldContext = {
	readonly workspace: string;
	readonly home: string;
	readonly env: NodeJS.ProcessEnv;
	readonly settings: Pick<Settings, 'agents'>;
	/** Sandbox that this run asks for; null: what the config says. */
	readonly sandbox: AgentSandboxSetting | null;
	/** Sandbox that `auto` comes to, absent: the watch; `isSaid`: somebody said it, it is not the default. */
	readonly auto?: (launch: AgentLaunch, isSaid: boolean) => Promise<AutoSandbox>;
	/** Paths that this run lets sandboxed agents write to, absolute. */
	readonly writable?: readonly string[];
};

type ProfileContext = HoldContext & {
	readonly settings: Pick<Settings, 'agents' | 'instructions'>;
	/** `--network`; null: it was not given. */
	readonly network?: AgentNetwork | null;
	/** `--model` and what it counts for; null for an agent that takes the place of the one that was asked for. */
	readonly asked: { readonly model: string | null; readonly mode: Mode } | null;
	/** The MCP servers of an agent, by its name in the config. */
	readonly mcpServersOf: (agent: string) => Promise<readonly McpEntry[]>;
};

/** The profile of an agent; a command line has no settings. Throws a UsageError where the config opens too much. */
export async function profileFor(launch: AgentLaunch, context: ProfileContext): Promise<AgentProfile> {
	const { workspace, home, settings, asked } = context;
	const own = launch.isCommandLine === true ? {} : settingsOf(launch.name, settings.agents).settings;
	const { model = null, planModel = null, options = {}, planFolders = [], provider: from, hosts = [] } = own;
	const tooWide = planFolders.find((folder) => isTooWide(folder, { workspace, home }));
	if (tooWide !== undefined) throw new UsageError(planFolderTooWide(launch.name, tooWide));
	const isAskedForPlan = asked !== null && asked.model !== null && asked.mode === 'plan';
	const held = await heldAs(launch, context);
	const network = networkFor(launch, held, context.network ?? null, own.network);
	const provider = from === undefined ? null : providerOf(launch.name, from, context.env);
	return {
		...plainProfile(launch),
		planFolders: planFoldersFor(launch, { workspace, home, more: planFolders }),
		model: asked?.model ?? model,
		...(asked?.model == null ? {} : { isModelAsked: true as const }),
		// A model that is asked for at a start in plan mode is meant for plan mode, too.
		planModel: isAskedForPlan ? asked.model : planModel,
		options,
		...held,
		...defined({ network }),
		...(context.network == null ? {} : { isNetworkAsked: true as const }),
		hosts: [...hostsFor(launch), ...hosts, ...(provider === null ? [] : [provider.baseUrl])],
		...(context.sandbox === null ? {} : { isSandboxAsked: true as const }),
		instructions: settings.instructions,
		provider,
		mcpServers: await context.mcpServersOf(launch.name),
	};
}

/** The network setting of an agent. Throws a UsageError where no sandbox could hold it. */
function networkFor(
	{ name }: AgentLaunch,
	{ sandbox, asksForSandbox }: AutoSandbox,
	asked: AgentNetwork | null,
	own: AgentNetwork | undefined,
): AgentNetwork | undefined {
	const network = asked ?? own;
	// The user will be asked, and can then choose only a sandbox that holds the network.
	const isHeld = sandbox === 'fence' || sandbox === 'shadow' || asksForSandbox === true;
	if (network === undefined || network === 'open' || isHeld) return network;
	throw new UsageError(networkNeedsSandbox(asked === null ? `agents.${name}.network` : '--network', network));
}

/** The sandbox of an agent and what it may write in it. Throws a UsageError where the config opens too much. */
export async function heldAs(
	launch: AgentLaunch,
	{ workspace, home, env, settings, sandbox, auto, writable: given = [] }: HoldContext,
): Promise<AutoSandbox & Pick<AgentProfile, 'writable' | 'nestsSandboxes'>> {
	const own = launch.isCommandLine === true ? {} : settingsOf(launch.name, settings.agents).settings;
	const { writable = [] } = own;
	const open = writable.find((folder) => isTooWide(folder, { workspace, home }));
	if (open !== undefined) throw new UsageError(writableTooWide(launch.name, open));
	const wide = given.find((folder) => isTooWide(folder, { workspace, home }));
	if (wide !== undefined) throw new UsageError(`--writable: ${openedTooWide(wide)}`);
	const more = [...writable, ...given.map((folder) => `${folder}/`)];
	const said = sandbox ?? own.sandbox;
	const setting = said ?? DEFAULT_SANDBOX_SETTING;
	return {
		...(setting !== 'auto' ? { sandbox: setting } : ((await auto?.(launch, said !== undefined)) ?? WATCHED)),
		writable: writableFor(launch, { home, env, more }),
		...(nestsSandboxes(launch) ? { nestsSandboxes: true as const } : {}),
	};
}

/** The provider with its variables filled in. Throws a UsageError when one is not set: its prompts must not go elsewhere. */
function providerOf(
	name: string,
	{ headers = {}, ...provider }: NonNullable<AgentSettings['provider']>,
	env: NodeJS.ProcessEnv,
): ModelProvider {
	const filled = Object.entries(headers).map(([header, value]) => {
		const text = fillVariables(value, env, false);
		if (!text.ok)
			throw new UsageError(
				`agents.${name}.provider.headers.${header}: the environment variable ${text.missing} is not set`,
			);
		return [header, text.text] as const;
	});
	registerSecrets(provider.baseUrl, filled);
	return { ...provider, headers: Object.fromEntries(filled) };
}

/** Keeps a provider’s secrets out of the log and of recordings. */
function registerSecrets(baseUrl: string, headers: readonly (readonly [string, string])[]): void {
	// `Bearer TOKEN`: what comes back is often the token alone.
	for (const [, value] of headers) addKnownSecret(value.replace(/^[A-Za-z]+ +/, ''));
	if (!URL.canParse(baseUrl)) return;
	const { password, searchParams } = new URL(baseUrl);
	addKnownSecret(password);
	for (const [name, value] of searchParams) if (isSecretName(name)) addKnownSecret(value);
}

/** The config’s settings of an agent and the name that they stand under, which may be an alias. */
export function settingsOf(
	name: string,
	agents: ReadonlyMap<string, AgentSettings & { readonly command?: string | null }>,
): { readonly name: string; readonly settings: AgentSettings } {
	const known = nameAmong(name, agents);
	return { name: known, settings: agents.get(known) ?? {} };
}

/** Files below a plan folder may be written in plan mode, unasked: the home folder or the workspace is none. */
export function isTooWide(
	folder: string,
	{ workspace, home }: { readonly workspace: string; readonly home: string },
): boolean {
	const [whole = ''] = folder.split('*', 1);
	const path = /^~(?:\/|$)/.test(whole) ? join(home, whole.slice(1)) : resolve(workspace, whole);
	return isWithin(path, home) || isWithin(path, workspace);
}

export type AgentSandboxSettings = {
	/** `--sandbox`; null: it was not given. */
	readonly asked: AgentSandboxSetting | null;
	/** `--writable`, absolute, and what the user opened since. */
	readonly writable: string[];
	/** Later choices of the user by agent name, before everything else. */
	readonly chosen: Map<string, AgentSandbox>;
	readonly config: Pick<LoadedConfig, 'userSettings' | 'projectAgents' | 'userFile' | 'projectFile'>;
};

/** The sandbox from the command line or a later choice; null: the config decides. */
export function askedSandbox({ asked, chosen }: AgentSandboxSettings, launch: AgentLaunch): AgentSandboxSetting | null {
	return (launch.isCommandLine === true ? undefined : chosen.get(launch.name)) ?? asked;
}

export type AutoSandbox = Pick<AgentProfile, 'sandbox' | 'asksForSandbox' | 'isSandboxAnswered'>;

const WATCHED: AutoSandbox = { sandbox: DEFAULT_AGENT_SANDBOX };

type AutoContext = { readonly paths: Paths; readonly workspace: string; readonly isForWordsAlone?: boolean };

/**
 * The answer of an earlier start, as far as this machine can; else a question where the agent is known not to
 * ask, by the catalogue or by what it did. An agent of a command line is asked about only where somebody said `auto`.
 * A session for words alone needs no answer: an agent that was not seen to ask has no business in the workspace.
 */
export async function autoSandbox(
	launch: AgentLaunch,
	isSaid: boolean,
	{ paths, workspace, isForWordsAlone = false }: AutoContext,
): Promise<AutoSandbox> {
	if (launch.isBundled === true) return WATCHED;
	if (launch.isCommandLine === true && !isSaid && !isForWordsAlone) return WATCHED;
	const answer = await createSandboxAnswers({ file: paths.sandboxAnswersFile }).load(credentialsName(launch));
	if (answer === 'watch' && !isForWordsAlone) return { ...WATCHED, isSandboxAnswered: true };
	const asking = neverAsks(launch) ? 'doesNotAsk' : await seenAsking(launch, paths);
	const isDue = answer === 'shadow' || asking === 'doesNotAsk' || (isForWordsAlone && asking === 'unknown');
	// A machine is tried only where it matters.
	if (!isDue || (await agentSandboxProblem(workspace)) !== null) return WATCHED;
	if (answer === 'shadow') return { sandbox: answer, isSandboxAnswered: true };
	return isForWordsAlone ? { sandbox: 'fence' } : { ...WATCHED, asksForSandbox: true };
}

/** Asking as it was seen: one class of actions that the agent does not ask about counts for all. */
async function seenAsking(launch: AgentLaunch, { askingFile }: Paths): Promise<Asking> {
	const { edits, commands } = await createAskingRecords({ file: askingFile }).seen(credentialsName(launch));
	if (edits === 'doesNotAsk' || commands === 'doesNotAsk') return 'doesNotAsk';
	return edits ?? commands ?? 'unknown';
}
