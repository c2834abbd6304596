import { realpath, stat } from 'node:fs/promises';
import { delimiter, dirname, isAbsolute, join, resolve } from 'node:path';
import { CATALOGUE } from '../../agent/catalogue.js';
import type { AgentLaunch } from '../../core/agent-info.js';
import type { AgentProfile } from '../../core/agents/profile.js';
import type {
	ChosenSandbox,
	FolderOffer,
	SandboxChoice,
	SandboxChoices,
	SandboxSource,
} from '../../core/agents/sandbox-choice.js';
import { fail, messageOf, type Result, succeed } from '../../core/failure.js';
import { type AgentSandboxSetting, DEFAULT_AGENT_SANDBOX, tighterSandbox } from '../../core/sandbox/sandbox.js';
import { sanitizeLine } from '../../core/text/sanitize.js';
import { isWithin } from '../../services/files/path-inside.js';
import { credentialPlaces } from '../../services/sandbox/commands/credential-places.js';
import type { SandboxAnswer } from '../../services/state/sandbox-answers.js';
import { type AgentSandboxSettings, isTooWide, settingsOf } from '../agent-profile.js';
import { networkNeedsSandbox, openedTooWide, sandboxMissing } from '../command-line-messages.js';
import { setUserConfig } from '../config/edit-file.js';
import { quote } from '../quote-value.js';
import { agentSandboxProblem } from '../require-sandbox.js';

type SandboxPlace = OfferPlace & {
	readonly settings: AgentSandboxSettings;
	readonly configDir: string;
	/** Keeps the answer to the question before a start; absent: it holds for this run. */
	readonly remember?: (launch: AgentLaunch, answer: SandboxAnswer) => Promise<void>;
};

/** Sandboxes that may hold an agent, and where each is set. Tries this machine. */
export async function sandboxChoices(
	profile: Pick<AgentProfile, 'launch' | 'sandbox' | 'isSandboxAnswered'>,
	place: SandboxPlace,
): Promise<SandboxChoices> {
	const { launch } = profile;
	const { settings, workspace } = place;
	const because = await agentSandboxProblem(workspace);
	return {
		source: sourceOf(profile, settings),
		least: leastOf(launch, settings),
		missing: because === null ? {} : { fence: because, shadow: because },
		savedIn: savedInOf(launch, place),
	};
}

/** Where the user’s config sets up an agent; null: no config knows it. */
function savedInOf(launch: AgentLaunch, { settings, configDir }: SandboxPlace): SandboxChoices['savedIn'] {
	if (launch.isCommandLine === true) return null;
	const file = settings.config.userFile ?? join(configDir, 'config.json');
	return { file, name: settingsOf(launch.name, settings.config.userSettings.agents).name };
}

/**
 * The agent's profile with the sandbox that was chosen; the user's config says so from now on where it `isKept`. Fails
 * with `usage` where it is looser than the project allows, where this machine has none, or where the config cannot be
 * written: nothing has changed then.
 */
export async function withSandbox(
	profile: AgentProfile,
	choice: SandboxChoice,
	place: SandboxPlace,
): Promise<Result<ChosenSandbox>> {
	const { sandbox, isKept, isAnswer, opens } = choice;
	if (opens !== undefined) return opened(profile, { ...choice, opens }, place);
	const { launch } = profile;
	const { settings, configDir } = place;
	const { least, missing, savedIn } = await sandboxChoices(profile, place);
	if (least !== null && tighterSandbox(least.sandbox, sandbox) !== sandbox)
		return fail(
			'usage',
			`The project requires at least ${quote(least.sandbox)} for ${sanitizeLine(launch.name)} (${sanitizeLine(least.file)}); ${quote(sandbox)} is looser. It can only be tightened here.`,
		);
	const because = missing[sandbox];
	if (because !== undefined) {
		const [first = '', ...rest] = sandboxMissing(sandbox, because);
		return fail('usage', `${first.toUpperCase()}${rest.join('')}`);
	}
	const { network } = profile;
	if ((sandbox === 'off' || sandbox === 'watch') && network !== undefined && network !== 'open') {
		const setting = profile.isNetworkAsked === true ? '--network' : `agents.${launch.name}.network`;
		return fail('usage', networkNeedsSandbox(setting, network));
	}
	let file: string | null = null;
	if (isKept && savedIn !== null) {
		try {
			file = await setUserConfig(configDir, ['agents', savedIn.name, 'sandbox'], sandbox);
		} catch (error) {
			return fail('usage', `${messageOf(error)}.`);
		}
	}
	if (isAnswer === true && (sandbox === 'shadow' || sandbox === 'watch')) await place.remember?.(launch, sandbox);
	if (launch.isCommandLine !== true) settings.chosen.set(launch.name, sandbox);
	const { isSandboxAsked: _, asksForSandbox: _asks, isSandboxAnswered: _answered, ...rest } = profile;
	if (isAnswer === true) return succeed({ profile: { ...rest, sandbox, isSandboxAnswered: true }, savedIn: null });
	const asked = file === null ? { isSandboxAsked: true as const } : {};
	return succeed({ profile: { ...rest, sandbox, ...asked }, savedIn: file });
}

/** The profile of an agent that may write to a folder from now on; other starts of this run open it, too. */
async function opened(
	profile: AgentProfile,
	{ opens, isKept, isNamedByAgent }: SandboxChoice & { readonly opens: string },
	place: SandboxPlace,
): Promise<Result<ChosenSandbox>> {
	const { settings, workspace, home, configDir } = place;
	const folder = wholePath(opens, place);
	// A link may lead to what is too wide; what it leads to can change until the agent is started.
	const real = await realpath(folder).catch(() => folder);
	if ([folder, real].some((each) => isTooWide(each, { workspace, home })))
		return fail('usage', `${openedTooWide(folder)}.`);
	if (isNamedByAgent === true && (await offeredFolder(folder, place)) !== folder)
		return fail('usage', `${quote(folder)} was not opened: it is no longer the folder that was shown.`);
	const entry = savedInOf(profile.launch, place);
	let savedIn: string | null = null;
	if (isKept && entry !== null) {
		try {
			savedIn = await setUserConfig(configDir, ['agents', entry.name, 'writable'], (before) => [
				...new Set([...(Array.isArray(before) ? before : []), `${folder}/`]),
			]);
		} catch (error) {
			return fail('usage', `${messageOf(error)}.`);
		}
	}
	settings.writable.push(folder);
	const writable = [...profile.writable, `${folder}/`];
	return succeed({ profile: { ...profile, writable }, savedIn, opened: folder });
}

/** The folder to open so that the agent can write a path that it names; null where none is safe to offer. */
export async function folderFor(
	{ launch, writable }: Pick<AgentProfile, 'launch' | 'writable'>,
	path: string,
	place: SandboxPlace,
): Promise<FolderOffer | null> {
	const folder = await offeredFolder(path, place);
	// The agent may write there already: something other than the sandbox refused it.
	if (folder === null || writable.some((own) => isWithin(own.replace(/\/+$/, ''), folder))) return null;
	return { folder, savedIn: savedInOf(launch, place) };
}

function sourceOf(
	{ launch, sandbox, isSandboxAnswered }: Pick<AgentProfile, 'launch' | 'sandbox' | 'isSandboxAnswered'>,
	settings: AgentSandboxSettings,
): SandboxSource {
	const { asked, chosen, config } = settings;
	const { userFile, projectFile } = config;
	const own = launch.isCommandLine === true ? undefined : chosen.get(launch.name);
	const byUser = userSandbox(launch, settings);
	const least = leastOf(launch, settings);
	if (isSandboxAnswered === true) return { type: 'answer' };
	if (own !== undefined) return { type: 'session' };
	if (asked !== null) return { type: 'command-line' };
	if (least !== null && projectFile !== null && sandbox !== (byUser ?? DEFAULT_AGENT_SANDBOX))
		return { type: 'project', file: projectFile };
	if (byUser !== undefined && byUser !== 'auto' && userFile !== null) return { type: 'user', file: userFile };
	// `--agent-command` has no config: a sandbox other than the default was chosen in the session.
	return { type: sandbox === DEFAULT_AGENT_SANDBOX ? 'default' : 'session' };
}

function userSandbox(launch: AgentLaunch, { config }: AgentSandboxSettings): AgentSandboxSetting | undefined {
	return launch.isCommandLine === true
		? undefined
		: settingsOf(launch.name, config.userSettings.agents).settings.sandbox;
}

/** Least sandbox that the project's config asks for. */
function leastOf(launch: AgentLaunch, { config }: AgentSandboxSettings): SandboxChoices['least'] {
	if (launch.isCommandLine === true || config.projectFile === null) return null;
	const { sandbox } = settingsOf(launch.name, config.projectAgents).settings;
	return sandbox === undefined || sandbox === 'auto' ? null : { sandbox, file: config.projectFile };
}

type OfferPlace = {
	readonly workspace: string;
	readonly home: string;
	readonly env: NodeJS.ProcessEnv;
	readonly ours: readonly string[];
};

/** Beside the home folder only what is below one of these: nothing of the system. */
const OTHER_PLACES = ['/tmp', '/var/tmp', '/private/tmp', '/opt', '/srv', '/mnt', '/media', '/data', '/Volumes'];

/** Paths of the home folder whose files a desktop, a shell, an editor or git runs later. */
const RUN_LATER = [
	...['.config/autostart', '.config/systemd', '.config/environment.d', '.local/share/systemd', '.config/fish'],
	...['.config/git', '.config/nvim', '.config/emacs', '.vim', '.emacs.d', '.oh-my-zsh', '.local/bin', 'bin'],
	...['.local/share/applications', 'Library/LaunchAgents'],
];

/** The absolute path of a folder as it was typed. */
function wholePath(typed: string, { workspace, home }: Pick<OfferPlace, 'workspace' | 'home'>): string {
	return resolve(workspace, typed.replace(/^~(?=\/|$)/, home));
}

/**
 * The real path of the folder to open so that an agent can write a path that it names: the folder itself, or the one
 * that the path is in. Null where none is there, or none should be offered on an agent's word: the home folder, the
 * workspace, what is around them, the system, and what holds credentials, other agents, our own files or programs.
 */
async function offeredFolder(named: string, place: OfferPlace): Promise<string | null> {
	if (sanitizeLine(named) !== named || named.includes('*')) return null;
	const path = wholePath(named, place);
	const folder = (await realFolder(path)) ?? (await realFolder(dirname(path)));
	if (folder === null || sanitizeLine(folder) !== folder) return null;
	const [home, workspace] = await Promise.all([place.home, place.workspace].map(realOr));
	if (home === undefined || workspace === undefined) return null;
	if (isTooWide(folder, { workspace, home }) || isWithin(workspace, folder)) return null;
	const others = await Promise.all(OTHER_PLACES.map(realOr));
	if (![home, ...others].some((around) => folder !== around && isWithin(around, folder))) return null;
	// A repository's hooks and settings run later.
	if (/\/\.git(?:\/|$)/.test(folder)) return null;
	const kept = await Promise.all(neverOffered(home, place).map(realOr));
	return kept.some((each) => isWithin(each, folder) || isWithin(folder, each)) ? null : folder;
}

function neverOffered(home: string, { env, ours }: OfferPlace): readonly string[] {
	const ofAgents = CATALOGUE.flatMap(({ writable = [] }) => writable).map((path) => path.replace(/^~(?=\/)/, home));
	const programs = (env['PATH'] ?? '').split(delimiter);
	const later = RUN_LATER.map((name) => join(home, name));
	return [...credentialPlaces(home), ...later, ...ofAgents, ...programs, ...ours]
		.filter((path) => isAbsolute(path))
		.map((path) => resolve(path));
}

async function realFolder(path: string): Promise<string | null> {
	try {
		const real = await realpath(path);
		return (await stat(real)).isDirectory() ? real : null;
	} catch {
		return null;
	}
}

function realOr(path: string): Promise<string> {
	return realpath(path).catch(() => path);
}
